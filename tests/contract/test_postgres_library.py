"""A library whose ledger lies in PostgreSQL is a library like any other."""

import json
import secrets
import stat
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest
from claimledger import cli
from claimledger.ingest.run import ingest
from claimledger.kb.errors import ReadOnlyLibrary
from claimledger.kb.ledger.postgres import PostgresLedger
from claimledger.kb.library import Library
from claimledger.snapshots.freeze import freeze
from sqlalchemy import make_url

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line: exit code, output, errors."""

    def run(*arguments: str) -> tuple[int, str, str]:
        code = cli.run(arguments)
        return (code, *capsys.readouterr())

    return run


def test_a_library_in_postgres_has_the_snapshot_id_of_one_in_sqlite(
    tmp_path: Path, sample_papers: Path, postgres_url: str
) -> None:
    ids = []
    for name, url in (("sqlite", ""), ("postgres", postgres_url)):
        with Library.create(tmp_path / name, owner="x", ledger_url=url) as library:
            report = ingest(library, [sample_papers])
            assert [outcome.status for outcome in report.outcomes] == ["sealed"] * 5
            ids.append(freeze(library).frozen.snapshot)
            assert library.ledger.verify() == library.ledger.head()
    assert ids[0] == ids[1]
    assert not (tmp_path / "postgres" / "ledger.db").exists()
    with Library.open(tmp_path / "postgres") as library:
        assert library.position_of(ids[1]) is not None
        assert [outcome.status for outcome in ingest(library, [sample_papers]).outcomes] == ["unchanged"] * 5


def test_the_command_line_makes_fills_and_checks_a_library_in_postgres(
    tmp_path: Path, sample_papers: Path, postgres_url: str, run: Run
) -> None:
    root = tmp_path / "lib"
    code, out, error = run("init", str(root), "--ledger", postgres_url, "--json")
    assert (code, error) == (0, "")
    schema = f"claimledger_{json.loads(out)['library'].replace('-', '_')}"
    assert run("-L", str(root), "ingest", "--jobs", "1", str(sample_papers / "aubert2021.pdf"))[0] == 0
    with psycopg.connect(postgres_url) as connection:
        [count] = connection.execute(f"SELECT count(*) FROM {schema}.events").fetchone() or [0]  # type: ignore[arg-type]
    assert count > 8
    code, out, error = run("-L", str(root), "verify")
    assert (code, f"{count} events" in out) == (0, True), error
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"DROP SCHEMA {schema} CASCADE")  # type: ignore[arg-type]
    code, out, error = run("-L", str(root), "papers")
    assert (code, out) == (2, "")
    assert f"has no ledger {schema}" in error


def test_a_file_with_a_password_concerns_nobody_else(tmp_path: Path, postgres_url: str, run: Run) -> None:
    secret = secrets.token_hex(8)
    url = make_url(postgres_url).set(password=secret).render_as_string(hide_password=False)
    commands = [("init", str(tmp_path / "lib"), "--ledger", url)]
    commands += [("-L", str(tmp_path / "lib"), command) for command in ("papers", "stats", "log", "verify")]
    for command in commands:
        code, out, error = run(*command)
        assert code == 0
        assert secret not in out + error
    assert stat.S_IMODE((tmp_path / "lib" / "claimledger.toml").stat().st_mode) == 0o600


def test_a_user_who_may_only_read_opens_the_library_read_only(tmp_path: Path, postgres_url: str) -> None:
    root = tmp_path / "lib"
    with Library.create(root, owner="x", ledger_url=postgres_url) as library:
        schema = f"claimledger_{library.id.replace('-', '_')}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(  # type: ignore[call-overload]
            f"CREATE ROLE {schema}_guest LOGIN; GRANT USAGE ON SCHEMA {schema} TO {schema}_guest;"
            f"GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO {schema}_guest"
        )
    settings = root / "claimledger.toml"
    settings.write_text(settings.read_text().replace("//postgres:@", f"//{schema}_guest@"))
    with Library.open(root) as library:
        assert library.read_only
        assert library.ledger.verify().position == 1
        with pytest.raises(ReadOnlyLibrary):
            library.append([])


@pytest.fixture
def user_who_is_locked_out(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int], str]]:
    """Makes a user whom the server throws out, and never lets in again, after so many appends; returns his URL."""
    user, appends, real = f"leaver_{secrets.token_hex(4)}", count(1), PostgresLedger.append

    def url(after: int) -> str:
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            connection.execute(f"CREATE ROLE {user} LOGIN SUPERUSER")  # type: ignore[arg-type]

        def append(self: PostgresLedger, *arguments: Any, **options: Any) -> Any:
            if next(appends) > after:
                with psycopg.connect(postgres_url, autocommit=True) as connection:
                    connection.execute(f"ALTER ROLE {user} NOLOGIN")  # type: ignore[arg-type]
                    ends = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = %s"
                    connection.execute(ends, [user])
            return real(self, *arguments, **options)

        monkeypatch.setattr(PostgresLedger, "append", append)
        return make_url(postgres_url).set(username=user).render_as_string(hide_password=False)

    yield url
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"ALTER ROLE {user} NOLOGIN")  # type: ignore[arg-type]


def test_a_run_whose_database_goes_away_is_partly_done_and_lists_what_came_in(
    tmp_path: Path, user_who_is_locked_out: Callable[[int], str], run: Run
) -> None:
    refs, lib = tmp_path / "refs", ["-L", str(tmp_path / "lib")]
    refs.mkdir()
    for number in range(4):
        entry = {"id": f"p{number}", "title": f"On oaks {number}", "abstract": f"Oaks {number} grow."}
        (refs / f"{number}.json").write_text(json.dumps([entry]))
    # The first append makes the library; each file of one entry is another.
    assert run("init", str(tmp_path / "lib"), "--ledger", user_who_is_locked_out(3))[0] == 0
    code, out, error = run(*lib, "ingest", "--jobs", "1", "--json", str(refs))
    found = json.loads(out)
    assert code == 3 and [Path(outcome["file"]).name for outcome in found["outcomes"]] == ["0.json#p0", "1.json#p1"]
    assert found["position"] > 1
    assert error.startswith("error: ") and error.count("\n") == 1 and "what was stored is safe" in error


def test_a_run_whose_database_is_away_from_the_start_changed_nothing(
    tmp_path: Path, user_who_is_locked_out: Callable[[int], str], run: Run
) -> None:
    (tmp_path / "refs.json").write_text('[{"id": "a", "title": "On oaks", "abstract": "Oaks grow."}]')
    assert run("init", str(tmp_path / "lib"), "--ledger", user_who_is_locked_out(1))[0] == 0
    code, out, error = run("-L", str(tmp_path / "lib"), "ingest", "--jobs", "1", str(tmp_path / "refs.json"))
    assert (code, out) == (2, "") and error.startswith("error: ") and error.count("\n") == 1
