"""Generations of the index: which one is in force, and what goes when."""

import subprocess
import sys
import threading
from pathlib import Path

from claimledger.kb.index.generations import Generations

READER = """
import sys
from pathlib import Path
from claimledger.kb.index.generations import Generations
number, lease = Generations(Path(sys.argv[1])).hold()
print(number, flush=True)
sys.stdin.read()
"""


def reader(root: Path) -> subprocess.Popen[str]:
    child = subprocess.Popen(
        [sys.executable, "-c", READER, str(root)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "1\n"
    return child


def made(root: Path, number: int) -> Generations:
    generations = Generations(root)
    generations.place(number).mkdir(parents=True)
    (generations.place(number) / "file").write_text("text")
    return generations


def test_the_first_generation_is_in_force_before_there_is_any(tmp_path: Path) -> None:
    assert Generations(tmp_path / "absent").hold()[0] == 1


def test_a_generation_that_another_process_reads_stays_until_it_is_done(tmp_path: Path) -> None:
    generations = made(tmp_path, 1)
    with reader(tmp_path) as child:
        made(tmp_path, 2).put_in_force(2)
        assert not generations.sweep()
        assert (generations.place(1) / "file").read_text() == "text"
        child.communicate("")
    assert generations.sweep()
    assert not generations.place(1).exists() and generations.place(2).exists()


def test_a_reader_that_was_killed_keeps_nothing(tmp_path: Path) -> None:
    generations = made(tmp_path, 1)
    with reader(tmp_path) as child:
        made(tmp_path, 2).put_in_force(2)
        child.kill()
    assert generations.sweep()


def test_what_was_never_put_in_force_goes_before_the_next_is_made(tmp_path: Path) -> None:
    made(tmp_path, 1)
    generations = made(tmp_path, 2)
    assert generations.next() == 2 and not generations.place(2).exists()


def test_readers_who_open_while_generations_are_swapped_find_their_files(tmp_path: Path) -> None:
    generations = made(tmp_path, 1)
    wrong: list[object] = []
    done = threading.Event()

    def read() -> None:
        own = Generations(tmp_path)
        while not done.is_set():
            number, lease = own.hold()
            if not (own.place(number) / "file").exists():
                wrong.append(number)
            lease.close()

    threads = [threading.Thread(target=read) for _ in range(3)]
    for thread in threads:
        thread.start()
    for number in range(2, 60):
        made(tmp_path, number).put_in_force(number)
        generations.sweep()
    done.set()
    for thread in threads:
        thread.join()
    assert wrong == []
