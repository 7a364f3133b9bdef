"""Purges while other processes read: no reader fails, none sees a purged paper again, and what waits is completed."""

import json
import subprocess
import sys
from pathlib import Path

from claimledger.ingest.run import ingest
from claimledger.kb.forgetting.purge import pending, purge, resume
from claimledger.kb.index.index import SearchIndex
from claimledger.kb.library import Library
from claimledger.kb.papers import list_papers

# Reads in every way until it is told to stop; a view is asked again after others were at work.
READER = """
import sys, threading
from claimledger.kb.library import Library
from claimledger.kb.papers import list_papers
from claimledger.kb.retrieval import search

stop = threading.Event()
threading.Thread(target=lambda: (sys.stdin.read(), stop.set()), daemon=True).start()
rounds = 0
while not stop.is_set():
    with Library.open(sys.argv[1]) as library, library.view() as view:
        texts = view.rows("SELECT count(*) AS n FROM sentences")
        shown = {row["id"] for row in list_papers(view)}
        found = search(library, "the valley", k=20, record=rounds % 3 == 0)
        assert {hit.paper for hit in found.hits} <= shown, "a paper that was gone came back"
        assert view.rows("SELECT count(*) AS n FROM sentences") == texts
        library.view(max(1, library.ledger.head().position - 3)).close()
    rounds += 1
    print(rounds, flush=True)
"""
PAPERS = 12


def test_readers_never_fail_while_papers_are_purged(tmp_path: Path) -> None:
    root = tmp_path / "library"
    Library.create(root, owner="x").close()
    settings = root / "claimledger.toml"
    settings.write_text(settings.read_text().replace('embedder = "minilm"', 'embedder = "none"'))
    (tmp_path / "refs.json").write_text(json.dumps([
        {"id": f"p{number}", "title": f"The valley and its weather in year {number}",
         "abstract": f"The valley froze {number} times. Nobody had counted before.",
         "author": [{"family": f"Smith{number}", "given": "Ada"}], "issued": {"date-parts": [[1900 + number]]}}
        for number in range(PAPERS)
    ]))
    with Library.open(root) as library:
        ingest(library, [tmp_path / "refs.json"])
        SearchIndex(library).update()
        with library.view() as view:
            works = [row["id"] for row in list_papers(view)]
        readers = [
            subprocess.Popen([sys.executable, "-c", READER, str(root)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, text=True)
            for _ in range(2)
        ]
        for reader in readers:
            assert reader.stdout is not None and reader.stdout.readline() == "1\n"
        for start in range(0, 8, 2):
            purge(library, works[start:start + 2], "asked to")
        for reader in readers:
            out, error = reader.communicate(timeout=300)
            assert reader.returncode == 0, error
            assert out.strip()
        assert resume(library).whole and pending(library) == []
        library.ledger.verify()
        with library.view() as view:
            assert [row["id"] for row in list_papers(view)] == works[8:]
        assert len(list((root / "index").glob("generation-*/"))) == 1
