"""How the scorers of texts find the answer in what a model wrote. Each function returns the answer, or "" if there is none.

Digits and white space are those of Python, which the original scorers use: also `٣` is a digit for them.
"""

import re

OPEN, CLOSE, FENCE = "<answer>", "</answer>", "```"
END = r"(?:<\|eot_id\|>|<\|endoftext\|>|%s)"


def d1(text, cells):
    """The first of five patterns whose first match holds more than white space; white space is deleted."""
    patterns = [
        # Digits in a fence after the tag.
        OPEN + ".*?" + FENCE + r"\s*([\d\s]+)" + FENCE,
        # From the first tag to its end.
        OPEN + "(.*?)" + END % CLOSE,
        # After the closing tag.
        CLOSE + r"\s*(.*?)" + END % "$",
        # Digits before the closing tag.
        r"(\d{%d})\s*" % cells + CLOSE,
        # A word of digits.
        r"\b(\d{%d})\b" % cells,
    ]
    for pattern in patterns:
        match = re.search(pattern, text, re.DOTALL)
        if match and match.group(1).strip():
            return re.sub(r"\s", "", match.group(1))
    return ""


def last_answer(text, flags=0):
    """The digits in the last pair of tags."""
    answers = re.findall(OPEN + "(.*?)" + CLOSE, text, re.DOTALL | flags)
    return "".join(filter(str.isdigit, answers[-1])) if answers else ""


def code_block(text):
    """The last code block. The first line of a block names its language, unless no block has two lines."""
    blocks = re.findall(FENCE + r".*?\n(.*?)" + FENCE, text, re.DOTALL)
    blocks = blocks or re.findall(FENCE + "(.*?)" + FENCE, text, re.DOTALL)
    return blocks[-1].strip() if blocks else ""


def python_block(text):
    """The last block of Python."""
    blocks = re.findall(r"```python\s*([\s\S]*?)\s*```", text)
    return blocks[-1].strip() if blocks else ""


def tuples(text):
    """The last tuple of tuples."""
    found = re.findall(r"\(\s*\(\s*\d+\s*,.*?\)\s*\)", text, re.DOTALL)
    return found[-1] if found else ""


def first_paragraph(text):
    """The text up to the first empty line, without spaces."""
    return text.split("\n\n")[0].replace(" ", "")
