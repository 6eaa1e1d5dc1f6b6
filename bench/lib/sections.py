"""The figures of Comity alone: start, memory, a page of a large store, commands."""

import os
import statistics
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

import place
from place import NotMeasured
from systems import Hub, load

STARTS = 10
MEMORY_RUNS = 3
IDLE_SECONDS = 10
COMMAND_RUNS = 20
COMMAND_SECONDS = 60
# Of the messages in the store, one in ten is in the conversation that is read.
SHARE_OF_ONE = 10
# How many messages the other conversations have.
TURNS = 50
FILL_SECONDS = 3600
PAGE = 50
LARGEST_PAGE = 1000


def median_low_high(values):
    return {"median": statistics.median(values), "low": min(values), "high": max(values)}


def start(comity, _options):
    """From the start of the process to the first 200, on a home that was used and on a fresh one."""
    used = Hub(comity, "start")
    need(used)
    used.start()
    used.request("POST", "/mamp/v1/messages", used.body("box", message_id="first"))
    used.stop()
    result = {"used_home_ms": [], "fresh_home_ms": []}
    for number in range(STARTS):
        for key, hub in (("used_home_ms", used), ("fresh_home_ms", Hub(comity, f"fresh{number}"))):
            os.sync()
            began = time.monotonic()
            hub.start()
            hub.request("POST", "/mamp/v1/messages", hub.body("box", message_id=f"start-{number}"))
            result[key].append((time.monotonic() - began) * 1000)
            hub.stop()
    place.say("start measured")
    return {key: median_low_high(values) for key, values in result.items()}


def memory(comity, options):
    """Resident memory of the hub's process: idle after one message, and its peak under load."""
    idle, peak = [], []
    for number in range(MEMORY_RUNS):
        hub = Hub(comity, f"memory{number}")
        need(hub)
        hub.start()
        hub.request("POST", "/mamp/v1/messages", hub.body("box", message_id="first"))
        time.sleep(IDLE_SECONDS)
        pid = hub.server.main_pid()
        idle.append(place.memory(pid, "VmRSS"))
        result = load(hub.server, hub.arguments("box", 64, 1), max(10, options.seconds))
        if result["errors"]:
            raise NotMeasured(f"the load failed: {result['first_error']}")
        peak.append(place.memory(pid, "VmHWM"))
        hub.stop()
        place.say(f"memory {number + 1}/{MEMORY_RUNS} measured")
    return {"idle_mb": median_low_high(idle), "peak_mb": median_low_high(peak)}


def page(comity, options):
    """The latest page of one conversation in a large store, filled through the HTTP door."""
    hub = Hub(comity, "page")
    need(hub)
    hub.start()
    opened = hub.request("POST", "/mamp/v1/messages", hub.body("box", message_id="opens"))
    conversation = opened["conversation_id"]
    filled = fill(hub, conversation, options.fill)
    path = f"/mamp/v1/conversations/{conversation}/messages"
    after, messages = latest(hub, path)
    words = ["--wire", "http", "--port", hub.port, "--method", "GET", "--connections", 1]
    words += ["--path", f"{path}?after={after}&limit={PAGE}"]
    words += ["--expect", f'"{messages[-1]["message_id"]}"']
    results = []
    for _ in range(options.rounds):
        results.append(load(hub.server, words, options.seconds))
    hub.stop()
    faults = [result["first_error"] for result in results if result["errors"]]
    if faults:
        raise NotMeasured(f"a page was not answered: {faults[0]}")
    place.say("page measured")
    return {
        "messages": options.fill,
        "conversation": options.fill // SHARE_OF_ONE,
        "filled_per_second": filled,
        "p50_ms": statistics.median(result["p50_ms"] for result in results),
        "p99_ms": statistics.median(result["p99_ms"] for result in results),
    }


def fill(hub, conversation, total):
    """Posts `total` messages on 64 connections; gives the messages a second."""
    one = total // SHARE_OF_ONE
    place.say(f"filling a store with {total:,} messages")
    into_one = hub.arguments("box", 6, 0) + ["--conversation", conversation, "--count", one]
    others = hub.arguments("box", 58, TURNS) + ["--count", total - one]
    began = time.monotonic()
    with ThreadPoolExecutor(2) as pool:
        runs = [pool.submit(load, hub.server, words, FILL_SECONDS, 0) for words in (into_one, others)]
        results = [run.result() for run in runs]
    for result, asked in zip(results, (one, total - one)):
        if result["errors"] or result["answered"] != asked:
            raise NotMeasured(f"the store could not be filled: {result['first_error'] or 'time'}")
    rate = total / (time.monotonic() - began)
    hub.server.wait_quiet()
    return rate


def latest(hub, path):
    """Goes to the end of a conversation; gives where its last page begins, and that page."""
    after, last = 0, []
    while True:
        answer = hub.request("GET", f"{path}?after={after}&limit={LARGEST_PAGE}")
        if not answer["messages"]:
            break
        last = (last + answer["messages"])[-PAGE - 1 :]
        after = answer["messages"][-1]["sequence"]
    if len(last) <= PAGE:
        raise NotMeasured(f"the conversation has only {len(last)} messages")
    after = last[0]["sequence"]
    answer = hub.request("GET", f"{path}?after={after}&limit={PAGE}")
    if len(answer["messages"]) != PAGE:
        raise NotMeasured(f"a page of {PAGE} has {len(answer['messages'])} messages")
    return after, answer["messages"]


def commands(comity, _options):
    """Commands against `java -version` of the JDK that runs the hub."""
    hub = Hub(comity, "commands")
    need(hub)
    hub.start()
    java = os.readlink(f"/proc/{hub.server.main_pid()}/exe")
    asked = {
        "java -version": [java, "-version"],
        "comity --version": [comity, "--version"],
        "comity --help": [comity, "--help"],
        "comity agent list": [comity, "agent", "list", "--home", hub.home],
    }
    times = {name: [] for name in asked}
    for number in range(COMMAND_RUNS + 1):
        for name, words in asked.items():
            began = time.monotonic()
            done = subprocess.run(
                words, capture_output=True, stdin=subprocess.DEVNULL, timeout=COMMAND_SECONDS
            )
            # The first of each warms the caches and is not counted.
            if number > 0:
                times[name].append((time.monotonic() - began) * 1000)
            if done.returncode != 0:
                said = (done.stderr or done.stdout).decode(errors="replace").strip()
                raise NotMeasured(f"{name} ended with {done.returncode}: {said[:200]}")
    hub.stop()
    place.say("commands measured")
    result = {name: {"ms": median_low_high(values)} for name, values in times.items()}
    for name, values in times.items():
        ratios = [one / java_one for one, java_one in zip(values, times["java -version"])]
        result[name]["to_java"] = statistics.median(ratios)
    return result


def need(hub):
    reason = hub.missing()
    if reason:
        raise NotMeasured(reason)


SECTIONS = {"start": start, "memory": memory, "page": page, "commands": commands}


def run(name, comity, options):
    """One section's figures, or why there are none."""
    try:
        return SECTIONS[name](comity, options)
    except (NotMeasured, OSError, subprocess.SubprocessError) as fault:
        place.say(f"{name}: not measured: {fault}")
        return {"not_measured": str(fault)}
    finally:
        for server in list(place.started):
            server.end()
