import json
from pathlib import Path

import pytest
from claimledger.kb.exported.layout import read_manifest
from rocrate.rocrate import ROCrate


@pytest.fixture(scope="module")
def crate(exported: Path) -> ROCrate:
    return ROCrate(exported)


def entity(crate: ROCrate, name: str) -> dict[str, object]:
    found = crate.dereference(name)
    assert found is not None, name
    return dict(found.properties())


def test_the_metadata_conform_to_ro_crate_1_2(exported: Path, crate: ROCrate) -> None:
    value = json.loads((exported / "ro-crate-metadata.json").read_text(encoding="utf-8"))
    assert value["@context"] == "https://w3id.org/ro/crate/1.2/context"
    descriptor = next(part for part in value["@graph"] if part["@id"] == "ro-crate-metadata.json")
    assert descriptor["conformsTo"] == {"@id": "https://w3id.org/ro/crate/1.2"}
    assert descriptor["about"] == {"@id": "./"} and descriptor["@type"] == "CreativeWork"
    assert crate.version == "1.2"
    assert crate.name == "one" and "5 papers" in crate.root_dataset["description"]


def test_the_root_has_what_the_specification_asks_for(crate: ROCrate, exported: Path) -> None:
    root = entity(crate, "./")
    assert root["@type"] == "Dataset" and root["name"] and root["description"]
    assert root["datePublished"] == read_manifest(exported).snapshot.time
    assert root["license"] == {"@id": "#licences-of-the-works"}


def test_every_file_is_described_with_type_size_and_digest(exported: Path, crate: ROCrate) -> None:
    manifest = read_manifest(exported)
    described = {part.id: part for part in crate.data_entities}
    assert set(described) - {"claimledger-export.json"} == set(manifest.files) - {"ro-crate-metadata.json"}
    for name, part in described.items():
        assert part["description"] and part["encodingFormat"], name
        if name in manifest.files:
            assert part["sha256"] == manifest.files[name].sha256
            assert part["contentSize"] == str(manifest.files[name].bytes)


def test_snapshot_software_licences_and_people_are_entities(exported: Path, crate: ROCrate) -> None:
    state = read_manifest(exported).snapshot
    snapshot = entity(crate, f"urn:claimledger:{state.snapshot}")
    assert snapshot["identifier"] == state.snapshot and state.root in str(snapshot["description"])
    assert entity(crate, "#owner")["name"] == "Ada Keeper"
    assert entity(crate, "#claimledger")["@type"] == "SoftwareApplication"
    for pipeline in state.pipelines:
        assert entity(crate, f"#pipeline-{pipeline}")["identifier"] == pipeline
    by = entity(crate, "https://creativecommons.org/licenses/by/4.0/")
    assert by["name"] == "CC BY 4.0" and "by 2 of 5" in str(by["description"])
    closed = [part for part in crate.contextual_entities if part.get("name") == "All rights reserved"]
    assert len(closed) == 1 and "1 of 5 print none" in entity(crate, "#licences-of-the-works")["description"]


def test_every_reference_leads_to_an_entity(exported: Path) -> None:
    graph = json.loads((exported / "ro-crate-metadata.json").read_text(encoding="utf-8"))["@graph"]
    names = [part["@id"] for part in graph]
    assert len(names) == len(set(names))
    pointed = {
        value["@id"] for part in graph for values in part.values()
        for value in (values if isinstance(values, list) else [values]) if isinstance(value, dict)
    }
    assert pointed <= {*names, "https://w3id.org/ro/crate/1.2"}
