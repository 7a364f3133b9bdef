"""Opening a ledger in PostgreSQL: what is made, what is refused, in one line, and never with a password."""

import logging
import os
import secrets
import subprocess
import sys
import traceback
from pathlib import Path

import psycopg
import pytest
from claimledger.kb.errors import ClaimLedgerError, LedgerError, NotALibrary, ReadOnlyLibrary, UsageError
from claimledger.kb.events.build import BuildSealed
from claimledger.kb.ledger import Append, NewEvent
from claimledger.kb.ledger.postgres import PostgresLedger
from claimledger.kb.ledger.postgres_layout import lock_key, schema_of
from sqlalchemy import make_url

SECRET = "s3cr3t!pass"


def add(ledger: PostgresLedger, *names: str) -> None:
    events = [NewEvent(BuildSealed(build=name, blob="b", pipeline="p")) for name in names]
    ledger.append([Append("a", events)], actor="human:ada")


def ask(url: str, *statements: str) -> list[tuple[object, ...]]:
    """Run statements as the superuser; rows of the last one."""
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in statements:
            cursor = connection.execute(statement)  # type: ignore[arg-type]
        return cursor.fetchall() if cursor.description else []


def as_user(url: str, user: str, password: str | None = None) -> str:
    return make_url(url).set(username=user, password=password).render_as_string(hide_password=False)


def refusal(url: str, schema: str = "claimledger_x", **options: bool) -> ClaimLedgerError:
    """The error of opening, which has one line and holds no secret, neither in itself nor in its traceback."""
    with pytest.raises(ClaimLedgerError) as caught:
        PostgresLedger(url, schema=schema, **options)
    error = caught.value
    assert "\n" not in str(error)
    assert error.remedy
    assert SECRET not in f"{error} {error!r} {''.join(traceback.format_exception(error))}"
    return error


@pytest.fixture
def schema() -> str:
    return f"claimledger_{secrets.token_hex(6)}"


@pytest.fixture
def guarded(postgres_url: str) -> str:
    """A user whose password the server asks for."""
    [(hba,)] = ask(postgres_url, "SHOW hba_file")
    rules = Path(str(hba))
    if "guarded" not in rules.read_text():
        ask(postgres_url, f"CREATE ROLE guarded LOGIN PASSWORD '{SECRET}'")
        rules.write_text(f"local all guarded scram-sha-256\n{rules.read_text()}")
        ask(postgres_url, "SELECT pg_reload_conf(), pg_sleep(0.3)")
    return "guarded"


def test_a_library_has_a_schema_named_after_its_id() -> None:
    assert schema_of("lib-abc234") == "claimledger_lib_abc234"
    for bad in ("", "Lib", "a b", 'a"; DROP SCHEMA public; --', "x" * 60, "é"):
        with pytest.raises(UsageError, match="schema"):
            schema_of(bad)


def test_two_libraries_in_one_database_know_nothing_of_each_other(postgres_url: str, schema: str) -> None:
    one, other = (PostgresLedger(postgres_url, schema=f"{schema}{part}") for part in "ab")
    add(one, "1", "2")
    add(other, "1")
    assert (one.verify().position, other.verify().position) == (2, 1)
    assert lock_key(f"{schema}a") != lock_key(f"{schema}b")
    one.close()
    other.close()


def test_a_server_that_is_not_there_is_named(schema: str) -> None:
    error = refusal(f"postgresql://ada:{SECRET}@127.0.0.1:1/papers", schema)
    assert isinstance(error, UsageError)
    assert "no connection to postgresql://ada@127.0.0.1:1/papers" in str(error)
    assert "that the server runs" in error.remedy


def test_a_wrong_or_missing_password_is_named_and_the_right_one_opens(
    postgres_url: str, schema: str, guarded: str
) -> None:
    for password in (f"{SECRET}-not", None):
        error = refusal(as_user(postgres_url, guarded, password), schema)
        assert "password" in error.message and "PGPASSWORD" in error.remedy
    ask(postgres_url, f"CREATE SCHEMA {schema} AUTHORIZATION {guarded}",
        f"GRANT CREATE ON DATABASE postgres TO {guarded}")
    ledger = PostgresLedger(as_user(postgres_url, guarded, SECRET), schema=schema)
    add(ledger, "1")
    ledger.close()


def test_a_password_is_taken_from_the_environment(
    postgres_url: str, schema: str, guarded: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    PostgresLedger(postgres_url, schema=schema).close()
    ask(postgres_url, f"GRANT USAGE ON SCHEMA {schema} TO {guarded}",
        f"GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO {guarded}")
    monkeypatch.setenv("PGPASSWORD", SECRET)
    ledger = PostgresLedger(as_user(postgres_url, guarded), schema=schema, read_only=True)
    assert ledger.head().position == 0
    ledger.close()


def test_a_database_and_a_user_that_are_not_there_are_named(postgres_url: str, schema: str) -> None:
    nowhere = make_url(postgres_url).set(database="nowhere").render_as_string()
    assert "nowhere" in refusal(nowhere, schema).message
    assert "nobody_at_all" in refusal(as_user(postgres_url, "nobody_at_all", SECRET), schema).message


@pytest.mark.parametrize(
    ("url", "words"),
    [
        (f"mysql://ada:{SECRET}@localhost/papers", "no ledger for URLs of 'mysql'"),
        (f"postgresql+asyncpg://ada:{SECRET}@localhost/papers", "asyncpg"),
        (f"ada:{SECRET}", "cannot be read"),
        (f"postgresql://ada:{SECRET}@more@localhost/papers", "more than one @"),
        (f"postgresql://ada:x@{SECRET}@localhost/papers", "more than one @"),
        (f"postgresql://ada@localhost:{SECRET}/papers", "cannot be read"),
        (f"postgresql://ada@127.0.0.1:1/papers?password={SECRET}", "no connection"),
        (f"postgresql://ada:{SECRET}@127.0.0.1:1/papers?no_such_option=1", "no_such_option"),
    ],
)
def test_a_bad_url_is_refused_without_repeating_its_password(url: str, words: str) -> None:
    assert words in str(refusal(url))


def test_no_password_reaches_a_log(
    postgres_url: str, schema: str, guarded: str, caplog: pytest.LogCaptureFixture
) -> None:
    PostgresLedger(postgres_url, schema=schema).close()
    ask(postgres_url, f"GRANT USAGE ON SCHEMA {schema} TO {guarded}",
        f"GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO {guarded}")
    with caplog.at_level(logging.DEBUG):
        ledger = PostgresLedger(as_user(postgres_url, guarded, SECRET), schema=schema, read_only=True)
        with pytest.raises(ReadOnlyLibrary):
            add(ledger, "1")
        ledger.close()
        refusal(as_user(postgres_url, guarded, f"{SECRET}-not"), schema)
    assert SECRET not in caplog.text
    assert SECRET not in repr(vars(ledger))


def test_a_user_without_the_right_to_make_a_schema_is_told(postgres_url: str, schema: str) -> None:
    ask(postgres_url, "DROP ROLE IF EXISTS guest", "CREATE ROLE guest LOGIN")
    error = refusal(as_user(postgres_url, "guest"), schema)
    assert isinstance(error, ReadOnlyLibrary)
    assert "permission denied for database" in error.message and "right" in error.remedy


def test_a_user_who_may_read_reads_and_is_told_that_he_may_not_write(postgres_url: str, schema: str) -> None:
    ledger = PostgresLedger(postgres_url, schema=schema)
    add(ledger, "1", "2")
    ledger.close()
    ask(postgres_url, f"CREATE ROLE {schema}_reader LOGIN", f"GRANT USAGE ON SCHEMA {schema} TO {schema}_reader",
        f"GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO {schema}_reader")
    url = as_user(postgres_url, f"{schema}_reader")
    assert isinstance(refusal(url, schema), ReadOnlyLibrary)
    reader = PostgresLedger(url, schema=schema, read_only=True)
    assert reader.verify().position == 2
    reader.close()


def test_reading_a_schema_that_is_not_there_makes_none(postgres_url: str, schema: str) -> None:
    for options in ({"read_only": True}, {"create": False}):
        assert isinstance(refusal(postgres_url, schema, **options), NotALibrary)
    assert ask(postgres_url, f"SELECT 1 FROM pg_namespace WHERE nspname = '{schema}'") == []


def test_a_newer_format_is_refused_with_the_cure(postgres_url: str, schema: str) -> None:
    PostgresLedger(postgres_url, schema=schema).close()
    ask(postgres_url, f"UPDATE {schema}.ledger SET format = 3")
    for options in ({}, {"read_only": True}):
        assert "format 3, newer than 2; upgrade" in str(refusal(postgres_url, schema, **options))


def test_a_database_that_does_not_store_unicode_is_refused(postgres_url: str, schema: str) -> None:
    if not ask(postgres_url, "SELECT 1 FROM pg_database WHERE datname = 'bytes'"):
        ask(postgres_url, "CREATE DATABASE bytes TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'")
    url = make_url(postgres_url).set(database="bytes").render_as_string()
    assert "SQL_ASCII" in refusal(url, schema).message


def test_a_server_that_does_not_wait_for_the_disk_is_made_to(postgres_url: str, schema: str) -> None:
    ask(postgres_url, f"CREATE ROLE {schema}_hasty LOGIN SUPERUSER",
        f"ALTER ROLE {schema}_hasty SET synchronous_commit = off",
        f"ALTER ROLE {schema}_hasty SET default_transaction_isolation = 'serializable'")
    ledger = PostgresLedger(as_user(postgres_url, f"{schema}_hasty"), schema=schema)
    with ledger._database.connected() as connection, connection.transaction():
        names = ("synchronous_commit", "transaction_isolation")
        shown = [connection.execute(f"SHOW {name}").fetchone() for name in names]
    assert shown == [("on",), ("read committed",)]
    ledger.close()


def test_without_the_driver_the_way_to_it_is_said(tmp_path: Path) -> None:
    asked = """
import sys
sys.modules["psycopg"] = None
from claimledger.cli import main
main(["init", "lib", "--ledger", "postgresql://ada@localhost/papers"])
"""
    environment = {**os.environ, "HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, cwd=tmp_path, env=environment)
    assert (done.returncode, done.stdout) == (2, "")
    needs = "error: a ledger in PostgreSQL needs the package psycopg; pip install 'claimledger[postgres]'\n"
    assert done.stderr == needs


def test_a_lock_that_another_keeps_is_waited_for_and_then_given_up(
    postgres_url: str, schema: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("claimledger.kb.ledger.postgres_database.PATIENCE", 0.2)
    ledger = PostgresLedger(postgres_url, schema=schema)
    with psycopg.connect(postgres_url) as holder:
        holder.execute("SELECT pg_advisory_xact_lock(%s)", (lock_key(schema),))
        with pytest.raises(LedgerError, match=r"another program has held the ledger .* for 0\.2 s"):
            add(ledger, "1")
    add(ledger, "1")
    assert ledger.verify().position == 1
    ledger.close()


def test_a_backup_is_left_to_the_tools_of_the_database(postgres_url: str, schema: str, tmp_path: Path) -> None:
    ledger = PostgresLedger(postgres_url, schema=schema)
    with pytest.raises(UsageError, match=f"pg_dump --format=custom --schema={schema}"):
        ledger.backup(tmp_path / "copy")
    ledger.close()
