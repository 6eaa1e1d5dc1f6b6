"""What a ranking is worth: figures of hits against the places that answer a question."""

BUDGETS = (512, 1024)
DEPTHS = (1, 5, 10, 20)


def read_hits(path):
    """Per question the hits in their order: the place (file:line) and how many tokens its text has."""
    hits = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            _, question, name, first, _, tokens = line.rstrip("\n").split("\t")
            hits.setdefault(question, []).append((f"{name}:{first}", int(tokens)))
    return hits


def distinct(hits):
    """A paragraph that was cut into several passages counts once."""
    seen = {}
    for place, tokens in hits:
        if place not in seen:
            seen[place] = tokens
    return list(seen.items())


def of_question(question, hits):
    """All figures of one question."""
    ranked = [place for place, _ in distinct(hits)]
    found = {f"recall_at_{depth}": share(question.places, ranked[:depth]) for depth in DEPTHS}
    sessions = []
    for place in ranked:
        name = place.rsplit(":", 1)[0]
        if name not in sessions:
            sessions.append(name)
    wanted = {place.rsplit(":", 1)[0] for place in question.places}
    found["session_hit_at_5"] = float(any(name in wanted for name in sessions[:5]))
    for budget in BUDGETS:
        left, inside = budget, []
        for place, tokens in hits:
            if tokens > left:
                break
            left -= tokens
            inside.append(place)
        found[f"evidence_recall_{budget}"] = share(question.places, inside)
    return found


def share(wanted, found):
    return len(wanted.intersection(found)) / len(wanted)


def mean(rows, key):
    return sum(row[key] for row in rows) / len(rows) if rows else 0.0
