"""The result as text for a person."""

from rounds import BASES, CONNECTIONS

HEADLINE = ("comity", "redis", "nats", "a2a", "a2a-once")


def number(value, decimals=0):
    return "–" if value is None else f"{value:,.{decimals}f}"


def short(value):
    """Three figures that mean something, whatever the size."""
    if value is None:
        return "–"
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def table(heads, rows):
    """Columns as wide as they need; the first is aligned left."""
    lines = [heads] + rows
    widths = [max(len(line[i]) for line in lines if i < len(line)) for i in range(len(heads))]
    for line in lines:
        cells = [line[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(line[1:], widths[1:])]
        print("  " + "  ".join(cells))


def messages(result, rounds, seconds):
    print(f"\nA durable 1 KB message, sent and answered: rounds: {rounds}, of {seconds:g} s each; medians\n")
    summary = result["summary"]
    names = [system["name"] for system in result["systems"]]
    for connections in CONNECTIONS:
        block(f"{connections} connection{'s' if connections > 1 else ''}", summary, connections,
              [name for name in HEADLINE if name in names])
    variants = [name for name in names if name not in HEADLINE and not name.startswith("fdatasync")]
    for connections in CONNECTIONS if variants else ():
        block(f"variants, {connections} connection{'s' if connections > 1 else ''}", summary,
              connections, variants)
    block("the disk alone", summary, 1, [name for name in names if name.startswith("fdatasync")])
    for system in result["systems"]:
        print(f"  {system['name']:20} {system['title']}")
    for name, reason in result["not_measured"].items():
        print(f"  {name:20} not measured: {reason}")
    print("\n  ÷: the median of the rounds' own ratios. µs: the server's processor time")
    print("  for a message. after: seconds the server went on working when the load had ended.")


def block(title, summary, connections, names):
    rows = []
    for name in names:
        figures = summary[name].get(connections)
        if figures is None:
            continue
        if "invalid" in figures:
            rows.append([name, "invalid", figures["invalid"]])
            continue
        rows.append([
            name, number(figures["rate"]),
            f"{number(figures['rate_low'])}–{number(figures['rate_high'])}",
            number(figures["p50_ms"], 2), number(figures["p99_ms"], 2), number(figures.get("cpu_us")),
            number(figures.get("after_s"), 1), *(short(figures.get("to_" + base)) for base in BASES),
        ])
    if rows:
        faults = [row for row in rows if row[1] == "invalid"]
        heads = [title, "messages/s", "low–high", "p50 ms", "p99 ms", "µs", "after"]
        table(heads + ["÷ " + base for base in BASES], [row for row in rows if row[1] != "invalid"])
        for row in faults:
            print(f"  {row[0]:20} invalid: {row[2]}")
        print()


def section(name, result):
    print()
    if "not_measured" in result:
        print(f"{name}: not measured: {result['not_measured']}")
    elif name == "start":
        print("Process start to the first 200, median of 10 (low–high)")
        for key, title in (("used_home_ms", "a home used before"), ("fresh_home_ms", "a fresh home")):
            print(f"  {title:22} {spread(result[key])} ms")
    elif name == "memory":
        print("Resident memory of the hub's process, median of 3 (low–high)")
        print(f"  {'idle, 10 s after start':28} {spread(result['idle_mb'])} MB")
        print(f"  {'peak, 64 connections':28} {spread(result['peak_mb'])} MB")
    elif name == "page":
        print(f"The latest page of 50 of a conversation of {result['conversation']:,} among "
              f"{result['messages']:,} messages")
        print(f"  p50 {result['p50_ms']:.2f} ms, p99 {result['p99_ms']:.2f} ms; "
              f"filled at {result['filled_per_second']:,.0f} messages/s")
    else:
        print("Commands, median of 20")
        table(["", "ms", "low–high", "÷ java -version"], [
            [command, number(figures["ms"]["median"]),
             f"{number(figures['ms']['low'])}–{number(figures['ms']['high'])}",
             number(figures["to_java"], 2)]
            for command, figures in result.items()
        ])


def spread(figures):
    return f"{figures['median']:,.0f} ({figures['low']:,.0f}–{figures['high']:,.0f})"


def goals(results):
    """What was to be reached, for what was measured."""
    summary = results.get("messages", {}).get("summary", {})
    at_64 = summary.get("comity", {}).get(64, {})
    measured = lambda name, *keys: dig(results.get(name, {}), keys)
    rows = [
        ("÷ redis at 64 connections", at_64.get("to_redis"), ">=", 0.8),
        ("÷ a2a at 64 connections", at_64.get("to_a2a"), ">=", 100),
        ("p99 ms at 64 connections", at_64.get("p99_ms"), "<=", 20),
        ("first 200 after start, ms", measured("start", "used_home_ms", "median"), "<=", 800),
        ("idle memory, MB", measured("memory", "idle_mb", "median"), "<=", 120),
        ("peak memory, MB", measured("memory", "peak_mb", "median"), "<=", 300),
        ("latest page p99, ms", measured("page", "p99_ms"), "<=", 5),
        ("--version ÷ java -version", measured("commands", "comity --version", "to_java"), "<=", 2.5),
        ("--help ÷ java -version", measured("commands", "comity --help", "to_java"), "<=", 2.5),
        ("agent list, ms", measured("commands", "comity agent list", "ms", "median"), "<=", 400),
    ]
    rows = [row for row in rows if row[1] is not None]
    if rows:
        print()
        table(["Goals", "measured", "goal", ""], [
            [title, short(value), f"{sign} {goal:g}",
             "reached" if (value >= goal if sign == ">=" else value <= goal) else "missed"]
            for title, value, sign, goal in rows
        ])
    return [dict(zip(("what", "measured", "sign", "goal"), row)) for row in rows]


def dig(value, keys):
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value
