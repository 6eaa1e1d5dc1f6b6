"""The systems that are measured side by side. Each says what is missing, starts, is loaded, ends."""

import json
import os
import socket
import subprocess

import place
from place import NotMeasured, Server

# 1 KB of plain text, the same for every system.
SENTENCE = "The build of the parser is green again; the two failing cases were a clock and a port. "
TEXT = (SENTENCE * 12)[:1024]
# Load before the counting begins, so that connections and caches are warm.
RAMP_SECONDS = 0.3
# Longer than the last answers may take after the load has ended.
LOAD_GRACE = 30
NPM_SECONDS = 900
# Anyone on loopback may write to both, as to the agent of a fresh home.
CONFIG = """
[agents.echo]
runner = "echo"
access.require_auth = false

[agents.box]
runner = "inbox"
access.require_auth = false
"""


def load(server, arguments, seconds, ramp=RAMP_SECONDS):
    """Runs the load generator once; gives its figures and the server's processor time."""
    before = server.processor_seconds()
    words = [place.program("load"), "--ramp", str(ramp), "--seconds", str(seconds)]
    words += [str(word) for word in arguments]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=seconds + ramp + LOAD_GRACE)
    except subprocess.TimeoutExpired:
        return failed("the load did not end in its time")
    if done.returncode != 0:
        return failed(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "load failed")
    result = json.loads(done.stdout)
    if result["answered"]:
        used = server.processor_seconds() - before
        result["cpu_us"] = used * 1e6 / result["answered"]
    if result["counted"] == 0 and result["errors"] == 0:
        return failed("no answer while it counted")
    return result


def failed(reason):
    return {"rate": 0.0, "p50_ms": 0.0, "p99_ms": 0.0, "errors": 1, "first_error": reason}


class Hub:
    """One `comity serve` on a home of its own; the three Comity rows share one."""

    def __init__(self, comity, name="hub"):
        self.comity = comity
        self.name = name
        self.home = None
        self.server = None
        self.port = None

    def missing(self):
        if not os.access(self.comity, os.X_OK):
            return f"{self.comity} is not there"
        return None

    def start(self):
        if self.server:
            return
        if self.home is None:
            self.home = place.folder(f"{self.name}-{place.free_port()}")
            with open(os.path.join(self.home, "config.toml"), "w", encoding="utf-8") as config:
                config.write(CONFIG)
        self.port = place.free_port()
        command = [self.comity, "serve", "--port", str(self.port), "--home", self.home]
        self.server = Server(self.name, command)
        self.server.wait_line("listening on http://127.0.0.1:")

    def body(self, agent, conversation=None, message_id="{id}"):
        envelope = {
            "protocol": "mamp/1.0",
            "message_id": message_id,
            "from": "agent://bench.local/client",
            "to": f"agent://127.0.0.1:{self.port}/{agent}",
            "content": TEXT,
            "metadata": {"timestamp": "2026-01-01T00:00:00Z"},
        }
        if conversation:
            envelope["conversation_id"] = conversation
        return json.dumps(envelope)

    def arguments(self, agent, connections, turns):
        """Options of the load generator for posting to an agent, `turns` messages a conversation."""
        tag = f"{self.name}-{agent}-{self.port}"
        first = place.write(f"{tag}.first", self.body(agent))
        words = ["--wire", "http", "--port", self.port, "--path", "/mamp/v1/messages"]
        words += ["--connections", connections, "--expect", '"received"', "--first", first]
        words += ["--turns", turns]
        if turns != 1:
            words += ["--next", place.write(f"{tag}.next", self.body(agent, "{conversation}"))]
        return words

    def request(self, method, path, body=None):
        """One request on a connection of its own; the JSON of a 200, or NotMeasured."""
        data = body.encode() if body else b""
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nConnection: close\r\n"
        if body:
            head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n"
        answer = b""
        try:
            with socket.create_connection(("127.0.0.1", self.port), 10) as connection:
                connection.sendall(head.encode() + b"\r\n" + data)
                while part := connection.recv(1 << 20):
                    answer += part
        except OSError as fault:
            raise NotMeasured(f"{method} {path}: {fault}") from fault
        head, _, body = answer.partition(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 200"):
            raise NotMeasured(f"{method} {path} was answered {answer[:200].decode(errors='replace')}")
        if b"transfer-encoding: chunked" in head.lower():
            body = joined(body)
        return json.loads(body)

    def stop(self):
        if self.server:
            self.server.end()
            self.server = None


def joined(body):
    """A chunked body put together."""
    whole = b""
    while body:
        size, _, body = body.partition(b"\r\n")
        length = int(size.split(b";")[0], 16)
        if length == 0:
            break
        whole, body = whole + body[:length], body[length + 2 :]
    return whole


class Comity:
    def __init__(self, hub, name, title, agent, turns):
        self.hub, self.name, self.title = hub, name, title
        self.agent, self.turns = agent, turns
        self.missing, self.start, self.stop = hub.missing, hub.start, hub.stop

    @property
    def server(self):
        return self.hub.server

    def measure(self, connections, seconds):
        arguments = self.hub.arguments(self.agent, connections, self.turns)
        return load(self.hub.server, arguments, seconds)


class Redis:
    name = "redis"
    title = "XADD, appendonly yes, appendfsync always"

    def missing(self):
        return None if place.find_program("redis-server") else "redis-server is not installed"

    def start(self):
        self.port = place.free_port()
        command = [place.find_program("redis-server"), "--port", str(self.port), "--bind", "127.0.0.1"]
        command += ["--dir", place.folder("redis"), "--appendonly", "yes", "--appendfsync", "always"]
        # Rewriting its file in the background would only slow Redis down while it is measured.
        command += ["--save", "", "--auto-aof-rewrite-percentage", "0", "--daemonize", "no"]
        self.server = Server("redis", command)
        self.server.wait_port(self.port)

    def measure(self, connections, seconds):
        words = ["--wire", "redis", "--port", self.port, "--connections", connections]
        words += ["--key", "messages", "--value", place.write("redis.value", TEXT)]
        result = load(self.server, words, seconds)
        with socket.create_connection(("127.0.0.1", self.port), 10) as connection:
            # Its memory would grow by gigabytes; the entries are measured, not kept.
            connection.sendall(b"UNLINK messages\r\n")
            connection.recv(64)
        return result

    def stop(self):
        self.server.end()


class Nats:
    name = "nats"
    title = "JetStream publish with ack, file storage; acknowledges before the flush"

    def missing(self):
        return None if place.find_program("nats-server") else "nats-server is not installed"

    def start(self):
        self.port = place.free_port()
        command = [place.find_program("nats-server"), "-a", "127.0.0.1", "-p", str(self.port)]
        self.server = Server("nats", command + ["-js", "-sd", place.folder("nats")])
        self.server.wait_port(self.port)
        stream = json.dumps({"name": "BENCH", "subjects": ["bench.messages"], "storage": "file"})
        text = f"SUB made 1\r\nPUB $JS.API.STREAM.CREATE.BENCH made {len(stream)}\r\n{stream}\r\n"
        answer = b""
        with socket.create_connection(("127.0.0.1", self.port), 10) as connection:
            connection.sendall(b'CONNECT {"verbose":false}\r\n' + text.encode())
            while b"stream_create_response" not in answer:
                part = connection.recv(65536)
                if not part:
                    break
                answer += part
        if b'"error"' in answer or b'"created"' not in answer:
            raise NotMeasured(f"the NATS stream could not be made: {answer[-300:]}")

    def measure(self, connections, seconds):
        words = ["--wire", "nats", "--port", self.port, "--connections", connections]
        words += ["--key", "bench.messages", "--value", place.write("nats.value", TEXT)]
        return load(self.server, words, seconds)

    def stop(self):
        self.server.end()


class A2a:
    folder = os.path.join(place.BUILD, "a2a")

    def __init__(self, name, title, way):
        self.name, self.title, self.way = name, title, way

    def missing(self):
        for program in ("node", "npm"):
            if not place.find_program(program):
                return f"{program} is not installed"
        return self.install()

    def install(self):
        """Installs the SDK under the build folder, once for each list of packages."""
        os.makedirs(self.folder, exist_ok=True)
        for file in ("package.json", "server.mjs"):
            with open(os.path.join(place.SOURCES, "a2a", file), encoding="utf-8") as source:
                text = source.read()
            with open(os.path.join(self.folder, file), "w", encoding="utf-8") as copy:
                copy.write(text)
            if file == "package.json":
                packages = text
        mark = os.path.join(self.folder, "installed")
        if os.path.exists(mark) and open(mark, encoding="utf-8").read() == packages:
            return None
        place.say("installing the A2A SDK under target/bench/a2a (a few minutes, once)")
        command = ["npm", "install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"]
        done = subprocess.run(
            command, cwd=self.folder, capture_output=True, text=True, timeout=NPM_SECONDS
        )
        if done.returncode != 0:
            return "npm could not install @a2a-js/sdk: " + " ".join(done.stderr.split())[:200]
        with open(mark, "w", encoding="utf-8") as file:
            file.write(packages)
        return None

    def start(self):
        database = os.path.join(place.folder(self.name), "a2a.db")
        migrate = [os.path.join(self.folder, "node_modules/.bin/a2a-db"), "upgrade"]
        subprocess.run(
            migrate + ["--url", f"sqlite:{database}"],
            cwd=self.folder, check=True, capture_output=True, timeout=60,
        )
        self.port = place.free_port()
        command = [place.find_program("node"), "server.mjs", str(self.port), database, self.way]
        self.server = Server(self.name, command, cwd=self.folder)
        self.server.wait_line("synchronous=2")

    def measure(self, connections, seconds):
        message = {"messageId": "{id}", "role": "ROLE_USER", "parts": [{"text": TEXT}]}
        body = {"jsonrpc": "2.0", "id": "{id}", "method": "SendMessage", "params": {"message": message}}
        words = ["--wire", "http", "--port", self.port, "--path", "/", "--connections", connections]
        words += ["--expect", '"TASK_STATE_COMPLETED"', "--refuse", '"error"']
        words += ["--first", place.write(f"{self.name}.first", json.dumps(body))]
        return load(self.server, words, seconds)

    def stop(self):
        self.server.end()


class Flush:
    """The disk alone: one writer, so it is measured once a round and not for each connection count."""

    server = None

    def __init__(self, way, title):
        self.name, self.title, self.way = f"fdatasync-{way}", title, way

    def missing(self):
        return None

    def start(self):
        pass

    def measure(self, _connections, seconds):
        file = os.path.join(place.RUN, "flush.dat")
        command = [place.program("flush"), self.way, file, str(seconds)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds + LOAD_GRACE)
        return json.loads(done.stdout) if done.returncode == 0 else failed(done.stderr.strip())

    def stop(self):
        pass


def all_systems(comity):
    hub = Hub(comity)
    return [
        Comity(hub, "comity", "POST to an inbox agent, a new conversation per message", "box", 1),
        Redis(),
        Nats(),
        A2a("a2a", "SendMessage; the samples' life of a task, SQLite WAL synchronous=FULL", "life"),
        Comity(hub, "comity-kept", "the same, each connection keeps to one conversation", "box", 0),
        Comity(hub, "comity-echo", "to the echo agent, which also makes and stores a reply", "echo", 1),
        A2a("a2a-once", "the same server; a task completed at once, one write per message", "once"),
        Flush("append", "one writer, 1 KB and fdatasync, a growing file"),
        Flush("overwrite", "one writer, 1 KB and fdatasync, a file written before"),
    ]
