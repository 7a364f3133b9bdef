"""A library whose ledger lies in PostgreSQL is a library like any other."""

import json
import secrets
import stat
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
from claimledger import cli
from claimledger.ingest.run import ingest
from claimledger.kb.errors import ReadOnlyLibrary
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
