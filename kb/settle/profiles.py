"""What tells a build from others, made ready for comparing: each key is computed once, however often it is compared."""

from __future__ import annotations

from dataclasses import dataclass

from .facts import BuildFacts
from .keys import IDENTIFIERS, identifier_keys, identity_keys
from .names import family_key, title_key, year_number
from .roles import Role, own_identifiers, role_of


@dataclass(frozen=True, slots=True)
class Profile:
    """A build, its title as printed and as a key, its first author's key (None without authors), its year.

    `at` is the year as a number, where it is one; `identifiers` are normalised, by name. A supplement and a notice
    have none that are those of the paper which they are about.
    """

    facts: BuildFacts
    title: str
    words: str
    first: str | None
    year: str | None
    at: int | None
    identifiers: dict[str, str]
    role: Role

    @property
    def build(self) -> str:
        """The build's id."""
        return self.facts.build

    @property
    def order(self) -> tuple[str, str]:
        """Builds are compared, grouped and shown in this order: by content, never by position."""
        return self.facts.blob, self.facts.build

    def blocks(self) -> list[tuple[str, str]]:
        """The blocks in which the build is compared with others."""
        found = identity_keys(self.facts.blob, self.title, self.first, self.year, self.identifiers)
        attached = (("blob", blob) for blob in sorted(self.facts.attached))
        return list(dict.fromkeys([*found, *self.role.blocks(), *attached]))


def profile(facts: BuildFacts) -> Profile:
    """The profile of a build."""
    title, year = facts.value("title") or "", facts.value("year")
    role = role_of(facts.assertions)
    return Profile(
        facts, title, title_key(title), family_key(facts.authors[0][0]) if facts.authors else None, year,
        year_number(year), own_identifiers(identifier_keys(*(facts.value(name) for name in IDENTIFIERS)), role), role,
    )
