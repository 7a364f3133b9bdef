"""Broken PDFs by the hundred: each is a document or a failure with a known reason, within its time and memory.

What is broken is typeset here, or lies beside the repository. A mutant is told by its number, so that one can be made
again: `mutant(originals, 17)`.
"""

from __future__ import annotations

import os
import random
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import pytest
from claimledger.ingest.parser.child import ReadingChild
from claimledger.ingest.parser.port import Limits
from claimledger.kb.errors import ParserError

Mutation = Callable[[bytes, random.Random], bytes]
REASONS = {
    "corrupt", "encrypted", "empty", "garbled", "memory", "needs-ocr", "no-pages", "not-a-pdf", "timeout",
    "too-many-pages", "truncated",
}
LIMITS = Limits(seconds=20, memory=1 << 30, pages=500)
MOST_RESIDENT = 600 * 2**20


def flipped(content: bytes, dice: random.Random) -> bytes:
    """Some bytes are others."""
    out = bytearray(content)
    for _ in range(dice.choice((1, 10, 100, 1000))):
        out[dice.randrange(len(out))] = dice.randrange(256)
    return bytes(out)


def cut(content: bytes, dice: random.Random) -> bytes:
    """The end is missing, or a part in the middle."""
    start = dice.randrange(len(content))
    return content[:start] + (content[start + dice.randrange(1, 5000):] if dice.random() < 0.5 else b"")


def spliced(content: bytes, dice: random.Random) -> bytes:
    """Objects stand in the place of others."""
    found = list(re.finditer(rb"\d+ 0 obj.*?endobj", content, re.DOTALL))
    out = content
    for _ in range(dice.randint(1, 4)):
        one, other = dice.choice(found).group(), dice.choice(found).group()
        out = out.replace(one, one.split(b" ", 1)[0] + b" " + other.split(b" ", 1)[1])
    return out


def swapped(content: bytes, dice: random.Random) -> bytes:
    """Streams stand in the place of others, or are something else."""
    found = [match.group(1) for match in re.finditer(rb"stream\r?\n(.*?)endstream", content, re.DOTALL)]
    one = dice.choice(found)
    other = dice.choice((dice.choice(found), b"", zlib.compress(b"q " * 10**6), zlib.compress(b"(A) Tj " * 10**5),
                         zlib.compress(b"0" * (64 << 20))))
    return content.replace(one, other + b"\n")


def enlarged(content: bytes, dice: random.Random) -> bytes:
    """Numbers are huge, negative or none."""
    found = list(re.finditer(rb"(?<=[ \[/])-?\d+(?:\.\d+)?(?=[ \]/>\n])", content))
    out = content
    for match in dice.sample(found, min(len(found), dice.choice((1, 5, 50)))):
        number = dice.choice((b"999999999999", b"-1", b"2147483647", b"-2147483648", b"1e30", b"0", b"nan"))
        out = out[:match.start()] + number + out[match.end():] if len(number) == len(match.group()) else (
            out.replace(b" " + match.group() + b" ", b" " + number + b" ", 1))
    return out


def nested(content: bytes, dice: random.Random) -> bytes:
    """Arrays, dictionaries, strings or graphics states lie in each other by the thousand."""
    deep = dice.choice((100, 3000, 100_000))
    opened, closed = dice.choice(((b"[", b"]"), (b"<</A ", b">>"), (b"(", b")"), (b"[<</K[", b"")))
    at = dice.choice([match.end() for match in re.finditer(rb"obj\s*<<", content)])
    return content[:at] + b"/Zz " + opened * deep + closed * deep + content[at:]


def lied(content: bytes, dice: random.Random) -> bytes:
    """The page tree tells another number of pages, or leads in a circle; lengths are wrong."""
    what = dice.choice((rb"/Count\s+\d+", rb"/Length\s+\d+", rb"/Kids\s*\[[^\]]*\]", rb"/Parent \d+ 0 R",
                        rb"/W\s*\[[^\]]*\]", rb"/MediaBox\s*\[[^\]]*\]", rb"/Resources \d+ 0 R", rb"/Contents \d+ 0 R"))
    number = dice.choice((b"0", b"-5", b"3", b"2147483647", b"99999999999999999999"))
    key = re.match(rb"/\w+", what).group()  # type: ignore[union-attr]
    refers = b" %d 0 R" % dice.randint(1, 30)
    value = {
        b"/Kids": b" [" + refers * dice.choice((1, 4, 5000)) + b"]", b"/Parent": refers, b"/Resources": refers,
        b"/Contents": b" [" + refers * 2000 + b"]", b"/W": b" [9 9 9]",
        b"/MediaBox": b" [0 0 " + number + b" " + number + b"]",
    }.get(key, b" " + number)
    return re.sub(what, lambda match: key + value, content, count=dice.choice((1, 0)))


MUTATIONS: Sequence[Mutation] = (flipped, cut, spliced, swapped, enlarged, nested, lied)


def mutant(originals: Sequence[bytes], number: int) -> bytes:
    """The mutant of that number: one or two faults in one of the originals."""
    dice = random.Random(number)
    content = originals[number % len(originals)]
    for mutation in (MUTATIONS[number % len(MUTATIONS)], *dice.sample(MUTATIONS, dice.randint(0, 1))):
        content = mutation(content, dice) if re.search(rb"obj\s*<<", content) else content
    return content


def outcome(child: ReadingChild, content: bytes) -> str:
    """What becomes of a mutant: `read`, or the reason why it is not."""
    try:
        document = child.parse(content)
    except ParserError as error:
        assert error.remedy and error.message
        return error.reason
    assert document.pages >= 1
    return "read"


@pytest.fixture(scope="module")
def typeset() -> list[bytes]:
    """Papers whose objects are written out, and ones with object streams, links, pictures and a password for owners."""
    import pymupdf
    from claimledger.ingest.samples.papers import PAPERS
    from claimledger.ingest.samples.typeset import typeset as paper

    out = []
    for at, sample in enumerate(PAPERS[:3]):
        with pymupdf.open(stream=paper(sample), filetype="pdf") as pdf:
            pdf.embfile_add("notes.txt", b"notes")
            if at == 2:
                picture = pymupdf.Pixmap(pymupdf.csRGB, (0, 0, 40, 40))
                pdf[0].insert_image((400, 700, 440, 740), pixmap=picture)
            out.append(pdf.tobytes(garbage=3, no_new_id=True, use_objstms=int(at == 1), deflate=at != 0))
    return out


def resident() -> int:
    """Bytes of memory that this process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def run_through(originals: Sequence[bytes], numbers: Iterable[int]) -> Counter[str]:
    """What becomes of the mutants of these numbers; a reason that is not known is told with the number."""
    ends: Counter[str] = Counter()
    with ReadingChild(LIMITS) as child:
        for number in numbers:
            end = outcome(child, mutant(originals, number))
            ends[end if end in {"read", *REASONS} else f"{end} (mutant {number})"] += 1
    return ends


def test_a_few_broken_papers_are_read_or_refused_for_a_known_reason(typeset: list[bytes]) -> None:
    ends = run_through(typeset, [*range(24), 34])
    assert set(ends) <= {"read", *REASONS}
    assert ends["read"] >= 3 and ends.total() - ends["read"] >= 3


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is told by /proc alone")
def test_five_hundred_broken_papers_are_read_or_refused_for_a_known_reason(typeset: list[bytes]) -> None:
    given = os.environ.get("CLAIMLEDGER_DATA")
    folder = Path(given) if given else Path(__file__).resolve().parents[2].parent / "shared" / "data"
    gold = sorted((folder / "papers" / "gold").glob("*.pdf"), key=lambda path: path.stat().st_size)[:4]
    originals = [*typeset, *(path.read_bytes() for path in gold)]
    ends = run_through(originals, range(500))
    assert set(ends) <= {"read", *REASONS}, ends
    assert ends["read"] >= 50 and ends.total() == 500
    assert resident() < MOST_RESIDENT
