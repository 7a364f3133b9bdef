"""Pages a second of the parser against MuPDF's plain text: `python tests/bench/bench_parse.py [FOLDER]`.

The folder holds PDF files; without one, that of the labelled papers beside the repository. Files that the parser
refuses are left out.
"""

import os
import sys
from pathlib import Path

import pymupdf
from claimledger.ingest.citations.cite import cite
from claimledger.ingest.parser.child import parse_file
from claimledger.ingest.parser.pymupdf_parser import PyMuPdfParser
from claimledger.kb.errors import ParserError
from timing import seconds


def plain(content: bytes) -> None:
    """The text of every page, as MuPDF gives it."""
    with pymupdf.open(stream=content, filetype="pdf") as pdf:
        for page in pdf:
            page.get_text()


def main(folder: Path) -> None:
    """Print pages a second, and ratios to plain text."""
    contents, documents = [], []
    for path in sorted(folder.glob("*.pdf")):
        content = path.read_bytes()
        try:
            documents.append(PyMuPdfParser().parse(content))
        except ParserError:
            continue
        contents.append(content)
    pages = sum(document.pages for document in documents)
    text = seconds(lambda: [plain(content) for content in contents])
    here = seconds(lambda: [PyMuPdfParser().parse(content) for content in contents])
    child = seconds(lambda: [parse_file(content) for content in contents])
    cited = seconds(lambda: [cite(document) for document in documents])
    print(f"{len(contents)} files, {pages} pages")
    print(f"plain text           {pages / text:8.1f} pages/s")
    for name, took in (("parser", here), ("parser in a child", child), ("citations", cited)):
        print(f"{name:<20} {pages / took:8.1f} pages/s, {took / text:6.1f} x plain text")


if __name__ == "__main__":
    beside = Path(os.environ.get("CLAIMLEDGER_DATA") or Path(__file__).parents[3] / "shared" / "data")
    main(Path(sys.argv[1]) if sys.argv[1:] else beside / "papers" / "gold")
