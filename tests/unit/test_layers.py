import ast
from collections.abc import Iterator
from pathlib import Path

import claimledger

ROOT = Path(claimledger.__file__).parent
MAY_IMPORT = {
    "kb": {"kb"},
    "ingest": {"ingest", "kb"},
    "evidence": {"evidence", "kb"},
    "snapshots": {"snapshots", "kb"},
    "writer": {"writer", "evidence", "kb"},
    "cli": {"cli", "kb", "ingest", "evidence", "snapshots", "writer"},
}


def modules() -> list[Path]:
    files = [path for layer in MAY_IMPORT for path in (ROOT / layer).rglob("*.py")]
    return sorted([*files, ROOT / "cli.py"])


def imported_layers(path: Path) -> Iterator[tuple[int, str]]:
    package = ["claimledger", *path.relative_to(ROOT).with_suffix("").parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[list[str]] = []
        if isinstance(node, ast.Import):
            names = [alias.name.split(".") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            target = base + (node.module.split(".") if node.module else [])
            names = [target] if len(target) > 1 else [[*target, alias.name] for alias in node.names]
        for name in names:
            if name[0] == "claimledger" and len(name) > 1 and name[1] in MAY_IMPORT:
                yield getattr(node, "lineno", 0), name[1]


def test_layers_import_only_downwards() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {layer}"
        for path in modules()
        for line, layer in imported_layers(path)
        if layer not in MAY_IMPORT[path.relative_to(ROOT).parts[0].removesuffix(".py")]
    ]
    assert wrong == []


def test_the_layer_check_sees_imports_of_other_layers() -> None:
    assert "kb" in {layer for _, layer in imported_layers(ROOT / "ingest" / "run.py")}
    assert "writer" in {layer for _, layer in imported_layers(ROOT / "writer" / "judge" / "command.py")}


def test_imports_inside_the_package_are_relative() -> None:
    absolute = [
        str(path.relative_to(ROOT))
        for path in modules()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.level == 0 and (node.module or "").split(".")[0] == "claimledger"
    ]
    assert absolute == []
