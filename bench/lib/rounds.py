"""Rounds that interleave the systems, and what the rounds say together."""

import os
import statistics
import subprocess

import place
from place import NotMeasured

CONNECTIONS = (1, 8, 64)
BASES = ("redis", "a2a", "a2a-once")


def run(systems, rounds, seconds, warmup):
    """Measures; gives {"systems": [...], "not_measured": {name: reason}}."""
    ready, missing = start(systems)
    runs = {system.name: {} for system in ready}
    for system in ready:
        if system.server and warmup > 0:
            place.say(f"warming up {system.name}")
            system.measure(64, warmup)
            system.server.wait_quiet()
    for number in range(rounds):
        # Each round begins with another system, so that none always follows the same one.
        shift = number % max(1, len(ready))
        for connections in CONNECTIONS:
            for system in ready[shift:] + ready[:shift]:
                if system.server is None and connections != 1:
                    continue
                result = measure(system, connections, seconds)
                runs[system.name].setdefault(connections, []).append(result)
                shown = f"{result['rate']:,.0f}/s" if not result["errors"] else result["first_error"]
                place.say(f"round {number + 1}/{rounds}  {connections:2} connections  {system.name:20} {shown}")
    for system in ready:
        system.stop()
    return {
        "systems": [
            {"name": system.name, "title": system.title, "runs": runs[system.name]} for system in ready
        ],
        "not_measured": missing,
        "summary": summary(runs),
    }


def start(systems):
    ready, missing = [], {}
    for system in systems:
        reason = system.missing()
        if reason is None:
            try:
                system.start()
                ready.append(system)
                continue
            except (NotMeasured, OSError, subprocess.SubprocessError) as fault:
                reason = str(fault)
        missing[system.name] = reason
        place.say(f"{system.name}: not measured: {reason}")
    return ready, missing


def measure(system, connections, seconds):
    # What an earlier system left in memory must not be written while this one is measured.
    os.sync()
    result = system.measure(connections, seconds)
    if system.server:
        result["after_s"] = system.server.wait_quiet()
    return result


def summary(runs):
    """Per system and connections: medians, and the median of the rounds' ratios to each base."""
    rows = {}
    for name, by_connections in runs.items():
        for connections, results in by_connections.items():
            rows.setdefault(name, {})[connections] = row(runs, name, connections, results)
    return rows


def row(runs, name, connections, results):
    errors = [result for result in results if result["errors"]]
    if errors:
        total = sum(result["errors"] for result in errors)
        return {"invalid": f"{total} errors, first: {errors[0]['first_error']}"}
    figures = {
        key: statistics.median(result[key] for result in results)
        for key in ("rate", "p50_ms", "p99_ms", "cpu_us", "after_s")
        if all(key in result for result in results)
    }
    rates = [result["rate"] for result in results]
    figures["rate_low"], figures["rate_high"] = min(rates), max(rates)
    for base in BASES:
        others = runs.get(base, {}).get(connections, [])
        if len(others) == len(results) and not any(other["errors"] for other in others):
            ratios = [one["rate"] / other["rate"] for one, other in zip(results, others)]
            figures["to_" + base] = statistics.median(ratios)
    return figures
