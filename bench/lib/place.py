"""Where the benchmark keeps its things, and what it has started and must end."""

import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SOURCES = os.path.join(ROOT, "bench", "src")
BUILD = os.path.join(ROOT, "target", "bench")
RUN = os.path.join(BUILD, f"run-{os.getpid()}")

# Rounds of all systems and a store of a million messages take about this much.
SPACE_NEEDED = 6 << 30
# How long a server may take to end by itself before it is killed.
END_SECONDS = 10
# A server that used less of one core than this over a moment has finished what it put off.
QUIET_SHARE = 0.1
QUIET_MOMENT = 0.2
QUIET_LIMIT = 30
TICKS = os.sysconf("SC_CLK_TCK")

started = []


class NotMeasured(Exception):
    """A system or section that cannot be measured here, with the reason for a person."""


def say(text):
    print(text, file=sys.stderr, flush=True)


def prepare():
    """Makes the folders, clears what an earlier run that was killed left, and compiles."""
    os.makedirs(BUILD, exist_ok=True)
    for name in os.listdir(BUILD):
        if name.startswith("run-") and not os.path.exists(f"/proc/{name[4:]}"):
            shutil.rmtree(os.path.join(BUILD, name), ignore_errors=True)
    free = shutil.disk_usage(BUILD).free
    if free < SPACE_NEEDED:
        raise NotMeasured(f"{BUILD} has {free >> 30} GB free and the rounds need {SPACE_NEEDED >> 30}")
    os.makedirs(RUN, mode=0o700)
    compile_c("load", ["load.c", "http.c", "redis.c", "nats.c"])
    compile_c("flush", ["flush.c"])


def compile_c(name, sources):
    if not shutil.which("gcc"):
        raise NotMeasured("gcc is not installed, and the load generator is compiled with it")
    command = ["gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-o", program(name)]
    subprocess.run(command + [os.path.join(SOURCES, source) for source in sources], check=True)


def program(name):
    return os.path.join(BUILD, name)


def find_program(name):
    """The path of an installed program, also where Debian keeps servers, or None."""
    return shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")


def folder(name):
    path = os.path.join(RUN, name)
    os.makedirs(path, mode=0o700)
    return path


def write(name, text):
    path = os.path.join(RUN, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A server process in a session of its own, so that all it starts ends with it."""

    def __init__(self, name, command, cwd=None):
        self.name = name
        self.log = os.path.join(RUN, f"{name}-{len(started)}.log")
        # The kernel ends the server if this process is killed and cannot.
        guard = ["setpriv", "--pdeathsig", "TERM"] if shutil.which("setpriv") else []
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                guard + command,
                cwd=cwd or RUN,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                start_new_session=True,
            )
        started.append(self)

    def wait_line(self, words, seconds=60):
        """Waits for a line of standard output that holds the words; what follows is thrown away."""
        deadline = time.monotonic() + seconds
        output = self.process.stdout
        heard = b""
        while words.encode() not in heard:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([output], [], [], left)[0]:
                raise NotMeasured(f"{self.name} did not say «{words}» within {seconds} s: {self.tail()}")
            part = os.read(output.fileno(), 65536)
            if not part:
                raise NotMeasured(f"{self.name} ended at its start: {self.tail()}")
            heard += part
        threading.Thread(target=self.drain, daemon=True).start()

    def wait_port(self, port, seconds=30):
        threading.Thread(target=self.drain, daemon=True).start()
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise NotMeasured(f"{self.name} does not answer on port {port}: {self.tail()}")

    def drain(self):
        while os.read(self.process.stdout.fileno(), 65536):
            pass

    def tail(self):
        with open(self.log, encoding="utf-8", errors="replace") as log:
            return " / ".join(log.read().strip().splitlines()[-3:]) or "it printed no error"

    def pids(self):
        """The processes of the server's group."""
        found = []
        for name in os.listdir("/proc"):
            fields = stat_fields(name) if name.isdigit() else None
            if fields and int(fields[2]) == self.process.pid:
                found.append(int(name))
        return found

    def main_pid(self):
        """The process that holds the server: the one with the most memory."""
        pids = self.pids()
        if not pids:
            raise NotMeasured(f"{self.name} ended: {self.tail()}")
        return max(pids, key=lambda pid: memory(pid, "VmRSS"))

    def processor_seconds(self):
        total = 0
        for pid in self.pids():
            fields = stat_fields(str(pid))
            total += int(fields[11]) + int(fields[12]) if fields else 0
        return total / TICKS

    def wait_quiet(self):
        """Waits until the server has done what it put off; gives the seconds that took."""
        from_time = time.monotonic()
        used = self.processor_seconds()
        while time.monotonic() - from_time < QUIET_LIMIT:
            time.sleep(QUIET_MOMENT)
            now_used = self.processor_seconds()
            if now_used - used <= QUIET_MOMENT * QUIET_SHARE + 1 / TICKS:
                break
            used = now_used
        return max(0.0, time.monotonic() - from_time - QUIET_MOMENT)

    def end(self):
        if self not in started:
            return
        started.remove(self)
        self.signal(signal.SIGTERM)
        try:
            self.process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            pass
        self.signal(signal.SIGKILL)
        self.process.wait()

    def signal(self, number):
        try:
            os.killpg(self.process.pid, number)
        except ProcessLookupError:
            pass


def stat_fields(pid):
    """The fields of /proc/PID/stat after the name, or None when the process is gone."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            return file.read().rpartition(")")[2].split()
    except OSError:
        return None


def memory(pid, field):
    """VmRSS or VmHWM of a process in MB; 0 when it is gone."""
    try:
        with open(f"/proc/{pid}/status", encoding="utf-8") as file:
            for line in file:
                if line.startswith(field + ":"):
                    return int(line.split()[1]) / 1024
    except OSError:
        pass
    return 0.0


def end_all():
    for server in list(started):
        server.end()
    shutil.rmtree(RUN, ignore_errors=True)
