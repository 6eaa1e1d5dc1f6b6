"""The two hosts of sessions that bench/host compares: Comity's, over its socket, and tmux."""

import fcntl
import json
import os
import pty
import signal
import socket
import struct
import subprocess
import termios
import threading
import time

TICKS = os.sysconf("SC_CLK_TCK")
PATIENCE = 600


def processor(pid):
    """Seconds of processors that a process has used."""
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def status(pid, name):
    """A number of /proc/PID/status: kilobytes, or how many."""
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        return next(int(line.split()[1]) for line in file if line.startswith(name + ":"))


class Link:
    """Asks Comity's host over its socket."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(path)
        self.send(b"h", {"version": 1})
        self.frame()

    def send(self, kind, content):
        text = json.dumps(content).encode()
        self.socket.sendall(struct.pack(">I", len(text)) + kind + text)

    def exactly(self, count):
        parts = bytearray()
        while len(parts) < count:
            part = self.socket.recv(count - len(parts))
            if not part:
                raise SystemExit("the host has ended")
            parts += part
        return bytes(parts)

    def frame(self):
        head = self.exactly(5)
        return head[4:], self.exactly(struct.unpack(">I", head[:4])[0])

    def ask(self, word, **more):
        self.send(b"?", {"ask": word, **more})
        while True:
            kind, content = self.frame()
            if kind == b"!":
                answer = json.loads(content)
                if "error" in answer:
                    raise SystemExit(f"{word}: {answer}")
                return answer

    def close(self):
        self.socket.close()


class Viewer:
    """A client in a terminal of its own, all of whose output is read."""

    def __init__(self, command, environment):
        self.began = time.perf_counter()
        self.read = bytearray()
        self.total = 0
        self.keep = True
        self.more = threading.Condition()
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.execvpe(command[0], command, environment)
        # 24 rows of 80 columns, as the sessions have.
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.thread = threading.Thread(target=self.drain, daemon=True)
        self.thread.start()

    def drain(self):
        while True:
            try:
                part = os.read(self.terminal, 65536)
            except OSError:
                break
            if not part:
                break
            with self.more:
                self.total += len(part)
                if self.keep:
                    self.read += part
                    self.more.notify_all()

    def until(self, text):
        """Milliseconds from its start until it showed that."""
        with self.more:
            if not self.more.wait_for(lambda: text in self.read, PATIENCE):
                raise SystemExit(f"a viewer did not show {text}: {bytes(self.read[-500:])}")
            took = (time.perf_counter() - self.began) * 1000
            self.keep = False
            return took

    def close(self):
        try:
            os.kill(self.pid, signal.SIGTERM)
        except ProcessLookupError:
            pass
        os.waitpid(self.pid, 0)
        self.thread.join(10)
        os.close(self.terminal)


class Comity:
    name = "comity"

    def __init__(self, program, folder):
        self.program = program
        self.folder = folder
        self.home = os.path.join(folder, "home")
        self.environment = {**os.environ, "TERM": "xterm-256color", "COMITY_NO_BUILD": "1"}
        self.command = [program, "--home", self.home]
        # The first session starts the host, and keeps it.
        self.first = self.started(["cat"])[0]
        with open(os.path.join(self.home, "run", "host.lock"), "rb") as lock:
            inode = os.fstat(lock.fileno()).st_ino
        with open("/proc/locks", encoding="utf-8") as locks:
            self.pid = next(int(fields[4]) for fields in map(str.split, locks) if fields[5].endswith(f":{inode}"))
        self.link = Link(os.path.join(self.home, "run", "host.sock"))

    def started(self, command):
        """A session that the command line begins: what names it, and milliseconds."""
        began = time.perf_counter()
        done = subprocess.run([*self.command, "run", "--detach", "--", *command], check=True, stdout=subprocess.PIPE, text=True,
                              env=self.environment, cwd=self.folder, timeout=PATIENCE)
        return done.stdout.strip(), (time.perf_counter() - began) * 1000

    def begin(self, command):
        return self.link.ask("begin", new={"folder": self.folder, "command": command, "columns": 80, "rows": 24,
                                           "environment": {"PATH": os.environ["PATH"], "TERM": "xterm-256color"}})["id"]

    def finish(self, session):
        shown = self.link.ask("await", session=session, until=["exited"])
        if shown["exit_code"] != 0:
            raise SystemExit(f"the program of a session failed: {shown}")
        self.stop(session)

    def screen(self, session):
        return self.link.ask("screen", session=session)["text"]

    def stop(self, session):
        self.link.ask("stop", session=session, now=True)

    def viewer(self, session):
        return Viewer([*self.command, "attach", session], self.environment)

    def close(self):
        self.link.close()
        subprocess.run([*self.command, "session", "stop", "--now", self.first], check=True, stdout=subprocess.DEVNULL,
                       env=self.environment, timeout=PATIENCE)


class Tmux:
    name = "tmux"

    def __init__(self, folder):
        self.folder = folder
        self.socket = os.path.join(folder, "tmux.sock")
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("TMUX")}
        self.environment["TERM"] = "xterm-256color"
        self.command = ["tmux", "-f", "/dev/null", "-S", self.socket]
        self.count = 0
        self.started(["cat"])
        self.pid = int(self.call("display-message", "-p", "#{pid}"))

    def call(self, *words):
        return subprocess.run([*self.command, *words], check=True, stdout=subprocess.PIPE, text=True, env=self.environment,
                              cwd=self.folder, timeout=PATIENCE).stdout.strip()

    def started(self, command):
        self.count += 1
        name = f"s{self.count}"
        began = time.perf_counter()
        self.call("new-session", "-d", "-x", "80", "-y", "24", "-s", name, *command)
        return name, (time.perf_counter() - began) * 1000

    def begin(self, command):
        # The program itself says that it has ended, as tmux keeps no exit code.
        line = " ".join("'" + word + "'" for word in command)
        return self.started(["sh", "-c", f"{line}; tmux -S '{self.socket}' wait-for -S s{self.count + 1}"])[0]

    def finish(self, session):
        self.call("wait-for", session)

    def screen(self, session):
        return self.call("capture-pane", "-p", "-t", session)

    def stop(self, session):
        self.call("kill-session", "-t", session)

    def viewer(self, session):
        return Viewer([*self.command, "attach-session", "-t", session], self.environment)

    def close(self):
        self.call("kill-server")
