"""What one would do without an index: grep for the question, or count its words."""

import os
import re

WORD = re.compile(r"[^\W_]+")


def paragraphs(folder, scope):
    """The paragraphs of a scope: place and text."""
    found, root = [], os.path.join(folder, "scopes", scope)
    for base, _, names in sorted(os.walk(root)):
        for name in sorted(names):
            path = os.path.join(base, name)
            with open(path, encoding="utf-8") as file:
                for number, line in enumerate(file, 1):
                    if line.strip() and not line.startswith("#"):
                        found.append((f"{os.path.relpath(path, root)}:{number}", line.lower()))
    return found


def words(text):
    """Words; of Chinese each sign."""
    return {part for word in WORD.findall(text.lower())
            for part in (word if re.search("[\u3400-\u9fff]", word) else (word,))}


def grep(folder, questions):
    """Whole-question grep and the count of its words: the best first, of equals in file order."""
    known, by_grep, by_count = {}, {}, {}
    for question in questions:
        if question.scope not in known:
            known[question.scope] = [(place, text, words(text)) for place, text in paragraphs(folder, question.scope)]
        asked, low = words(question.text), question.text.lower()
        by_grep[question.id] = [(place, 0) for place, text, _ in known[question.scope] if low in text]
        counts = [(len(asked & has), place) for place, _, has in known[question.scope]]
        by_count[question.id] = [(place, 0) for count, place in sorted(counts, key=lambda each: -each[0])[:100] if count]
    return by_grep, by_count
