"""Public data sets as memories: Markdown files in Comity's own layout, and questions to them."""

import json
import os
import re
from datetime import datetime


class Question:
    """A question: in which scope, its kind, and the places that answer it, such as memory/2023-05-08.md:7."""

    def __init__(self, scope, number, text, kind, places):
        self.scope, self.id, self.text, self.kind = scope, f"{scope}-{number}", " ".join(text.split()), kind
        self.places = places


def write(folder, scope, name, lines):
    path = os.path.join(folder, "scopes", scope, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def write_questions(folder, questions):
    with open(os.path.join(folder, "questions.tsv"), "w", encoding="utf-8") as file:
        for question in questions:
            file.write("\t".join((question.scope, question.id, question.text, " ".join(sorted(question.places)))) + "\n")


LOCOMO_KINDS = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}


def day(text):
    """'1:56 pm on 8 May, 2023' as the name of daily notes."""
    return datetime.strptime(text.split(" on ")[1], "%d %B, %Y").strftime("%Y-%m-%d")


def locomo(source, folder):
    """A conversation is a scope, a session a file of daily notes, a turn a paragraph of it."""
    with open(source, encoding="utf-8") as file:
        conversations = json.load(file)
    questions = []
    for conversation in conversations:
        scope, sessions = conversation["sample_id"], conversation["conversation"]
        place, names = {}, set()
        number = 1
        while f"session_{number}_date_time" in sessions:
            when, turns = sessions[f"session_{number}_date_time"], sessions.get(f"session_{number}", [])
            number += 1
            if not turns:
                continue
            name = f"memory/{day(when)}.md"
            if name in names:
                name = f"memory/{day(when)}-{number}.md"
            names.add(name)
            lines = [f"# {when}"]
            for turn in turns:
                said = " ".join(turn["text"].split())
                if turn.get("blip_caption"):
                    said += f" [shares a photo: {' '.join(turn['blip_caption'].split())}]"
                lines += ["", f"**{turn['speaker']}:** {said}"]
                place[turn["dia_id"]] = f"{name}:{len(lines)}"
            write(folder, scope, name, lines)
        for count, asked in enumerate(conversation["qa"]):
            # Several ids stand in one string here and there, and some are malformed.
            ids = {f"D{int(a)}:{int(b)}" for text in asked.get("evidence", ())
                   for a, b in re.findall(r"D:?(\d+):(\d+)", text)}
            places = {place[each] for each in ids if each in place}
            if places:
                questions.append(Question(scope, count, asked["question"], LOCOMO_KINDS[asked["category"]], places))
    write_questions(folder, questions)
    return questions


# So many articles are written down on one day.
SQUAD_A_DAY = 10


def squad(source, folder):
    """All articles are one scope; each paragraph of theirs is a paragraph of daily notes."""
    with open(source, encoding="utf-8") as file:
        articles = json.load(file)["data"]
    paragraphs = [each for article in articles for each in article["paragraphs"]]
    questions, count = [], 0
    for first in range(0, len(paragraphs), SQUAD_A_DAY):
        date = datetime.fromordinal(datetime(2024, 1, 1).toordinal() + first // SQUAD_A_DAY).strftime("%Y-%m-%d")
        name, lines = f"memory/{date}.md", [f"# {date}"]
        for paragraph in paragraphs[first:first + SQUAD_A_DAY]:
            lines += ["", " ".join(paragraph["context"].split())]
            for asked in paragraph["qas"]:
                questions.append(Question("all", count, asked["question"], "questions", {f"{name}:{len(lines)}"}))
                count += 1
        write(folder, "all", name, lines)
    write_questions(folder, questions)
    return questions
