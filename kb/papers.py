"""Lists and statistics of a library's papers, from a view."""

from __future__ import annotations

from typing import Any

from .view import View

LIST = """
SELECT p.id, p.title, p.year, p.venue, p.doi, p.arxiv, p.pmid, p.licence, p.reliability, p.flags, a.build,
       any_value(s.name) AS source, any_value(s.blob) AS blob,
       any_value(q.grade) AS grade, any_value(q.language) AS language,
       coalesce((SELECT list(u.name ORDER BY u.ordinal) FROM authors u WHERE u.build = p.authors_build), []) AS authors,
       (SELECT count(*) FROM claims c WHERE c.build = a.build) AS claims,
       (SELECT count(*) FROM chunks k WHERE k.build = a.build) AS chunks
FROM papers p JOIN active_builds a ON a.work = p.id AND a.part = 'main' LEFT JOIN sources s ON s.build = a.build
LEFT JOIN quality q ON q.build = a.build
GROUP BY ALL ORDER BY p.year NULLS LAST, p.title, p.id
"""
OUT_OF_VIEW = """
SELECT coalesce(d.standing, 'quarantined') AS k, count(DISTINCT s.build) AS n FROM sealed s LEFT JOIN (
    SELECT build, arg_max(standing, position) AS standing FROM standings GROUP BY build
) d ON d.build = s.build
WHERE s.build NOT IN (SELECT build FROM visible_builds) AND s.build NOT IN (SELECT build FROM purged_builds) GROUP BY 1
"""
"""Complete builds that are not visible, by standing; those below the quality gates are quarantined."""


def list_papers(view: View) -> list[dict[str, Any]]:
    """One row a work, with the metadata that are shown."""
    return view.rows(LIST)


def statistics(view: View) -> dict[str, Any]:
    """Counts, and shares as `a of b`."""
    def count(sql: str) -> int:
        return int(view.rows(sql)[0]["n"])

    def groups(sql: str) -> dict[str, int]:
        return {str(row["k"]): int(row["n"]) for row in view.rows(sql)}

    papers, claims = count("SELECT count(*) AS n FROM works"), count("SELECT count(*) AS n FROM claims")
    # Of the active builds: the same list stands in other builds of a work, too, and in what services say of it.
    listed = "reference_entries e JOIN active_builds a ON a.build = e.build"
    references = count(f"SELECT count(*) AS n FROM {listed}")
    resolved = count(f"SELECT count(*) AS n FROM {listed} JOIN resolutions r ON r.reference = e.id")
    markers = count("SELECT count(*) AS n FROM citations")
    hidden = groups(OUT_OF_VIEW)
    linked = count("SELECT count(*) AS n FROM citations WHERE len(\"references\") > 0")
    return {
        "position": view.position,
        "papers": papers,
        "builds": count("SELECT count(*) AS n FROM visible_builds"),
        "quarantined_builds": hidden.get("quarantined", 0),
        "withdrawn_builds": hidden.get("withdrawn", 0),
        "failed_builds": count(
            "SELECT count(DISTINCT build) AS n FROM failures WHERE build NOT IN (SELECT build FROM sealed)"),
        "papers_with_doi": f"{count('SELECT count(*) AS n FROM works WHERE doi IS NOT NULL')} of {papers}",
        "sentences": count("SELECT count(*) AS n FROM sentences"),
        "chunks": count("SELECT count(*) AS n FROM chunks"),
        "assets": groups("SELECT kind AS k, count(*) AS n FROM assets GROUP BY 1 ORDER BY 1"),
        "claims": claims,
        "claims_by_kind": groups("SELECT kind AS k, count(*) AS n FROM claims GROUP BY 1 ORDER BY 2 DESC, 1"),
        "own_claims": f"{count('SELECT count(*) AS n FROM claims WHERE own')} of {claims}",
        "packets_by_strength": groups("SELECT strength AS k, count(*) AS n FROM packets GROUP BY 1 ORDER BY 2 DESC, 1"),
        "references": references,
        "references_in_library": f"{resolved} of {references}",
        "citation_markers_linked": f"{linked} of {markers}",
        "hidden_passages": count("SELECT count(*) AS n FROM hidden_text"),
        "snapshots": count("SELECT count(DISTINCT snapshot) AS n FROM snapshots"),
        "recorded_answers": count("SELECT count(*) AS n FROM retrievals"),
    }
