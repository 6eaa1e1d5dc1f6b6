"""Java programs of the benchmark, compiled against the built program and run beside it."""

import glob
import os
import subprocess

# The first use of the launcher builds the program.
BUILD_SECONDS = 1800
JVM = ["-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders", "--enable-native-access=ALL-UNNAMED", "-Xmx2g"]


class Program:
    def __init__(self, root, comity, folder, sources="memory", libraries=()):
        self.root = root
        subprocess.run([comity, "--version"], check=True, stdout=subprocess.DEVNULL, timeout=BUILD_SECONDS)
        build = os.path.join(root, "build")
        with open(os.path.join(build, "current"), encoding="utf-8") as file:
            app, self.jdk = file.read().split("\n")[:2]
        app = os.path.join(build, app)
        self.classes = os.path.join(folder, "classes")
        self.models = os.path.join(root, "target", "bench", "models")
        os.makedirs(self.models, exist_ok=True)
        self.path = ":".join([os.path.join(app, "comity.jar"), os.path.join(app, "lib", "*"), self.classes, *libraries])
        sources = glob.glob(os.path.join(root, "bench", "src", sources, "*.java"))
        # Libraries may make sources from annotations.
        made = ["-proc:full"] if libraries else []
        subprocess.run([os.path.join(self.jdk, "bin", "javac"), *made, "-d", self.classes, "-cp", self.path, *sources], check=True)

    def command(self, main, *arguments, jvm=JVM):
        return [os.path.join(self.jdk, "bin", "java"), *jvm, "-cp", self.path, main, *arguments]

    def answer(self, main, job, *arguments):
        """Runs a main class with the options that a hub runs with; what it prints."""
        hub = [f"@{os.path.join(self.root, 'scripts', 'serve.options')}"]
        return subprocess.run(self.command(main, job, self.models, *arguments, jvm=hub), check=True,
                              stdout=subprocess.PIPE, text=True).stdout

    def run(self, main, job, *arguments):
        """Runs a main class with a job and the folder of the models."""
        subprocess.run(self.command(main, job, self.models, *arguments), check=True)
