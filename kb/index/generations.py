"""The generations of the index: one is in force, and one that a reader still holds stays where it is.

Generation N lies in `generation-N`. Readers share the lock `generation-N.lock` beside it; who removes a generation must
have that lock to himself. `generation` holds the number in force and is swapped whole.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from ..locks import Lease, if_free, shared
from ..swapping import swap_text

IN_FORCE = "generation"
_PREFIX = "generation-"


class Generations:
    """The generations below `root`. Only who holds the lock of the index changes anything here."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def in_force(self) -> int:
        """The number in force; 1 before there is any."""
        try:
            return int((self._root / IN_FORCE).read_text(encoding="ascii"))
        except (FileNotFoundError, ValueError):
            return 1

    def place(self, number: int) -> Path:
        """The folder of a generation."""
        return self._root / f"{_PREFIX}{number}"

    def hold(self, number: int | None = None) -> tuple[int, Lease]:
        """The generation in force (or the one that is asked for), and a lease: its files stay while that is held."""
        while True:
            wanted = number or self.in_force()
            lease = shared(_lock_beside(self.place(wanted)))
            # Between reading the number and taking the lease it may have been swapped and removed.
            if lease is not None and wanted == (number or self.in_force()):
                return wanted, lease

    def next(self) -> int:
        """The number of the next generation; what one that was never put in force left there goes."""
        number = self.in_force() + 1
        shutil.rmtree(self.place(number), ignore_errors=True)
        return number

    def put_in_force(self, number: int) -> None:
        """Whoever opens the index from now on opens this generation."""
        swap_text(self._root / IN_FORCE, str(number))

    def sweep(self) -> bool:
        """Remove every generation that is not in force and that nobody reads. False while a reader holds one."""
        kept = self.place(self.in_force())
        gone = True
        for path in self._root.glob(f"{_PREFIX}*"):
            if path != kept and path.is_dir():
                gone = _remove(path) and gone
        return gone

    def is_unread(self, number: int) -> bool:
        """Whether nobody holds a lease on a generation. Whoever takes one from now on sees what is in force now."""
        with if_free(_lock_beside(self.place(number))) as free:
            return free


def _remove(place: Path) -> bool:
    with if_free(_lock_beside(place)) as free:
        if free:
            shutil.rmtree(place, ignore_errors=True)
    return not place.exists()


def _lock_beside(place: Path) -> Path:
    return place.with_name(f"{place.name}.lock")
