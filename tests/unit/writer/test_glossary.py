from claimledger.writer.glossary import abbreviations, definitions_for, genera, other_names, with_genera, with_species


def test_long_forms_are_found_before_the_brackets():
    known = abbreviations(
        ["Frost layer thickness (FLT) was read.", "Sodium chloride solution (NaCl) and sodium hypochlorite (NaOCl)."]
    )
    assert known["FLT"] == "Frost layer thickness"
    assert known["NaOCl"] == "sodium hypochlorite"


def test_only_used_abbreviations_are_defined():
    assert (
        definitions_for("FLT fell.", {"FLT": "frost layer thickness", "DP": "dew point"})
        == "frost layer thickness (FLT)."
    )


def test_common_and_species_names_become_one():
    names = other_names(["We fed holy basil (Ocimum sanctum L.) to hens."])
    assert names == {"holy basil": "Ocimum sanctum"}
    assert with_species("Holy basil oil was used.", names) == "Ocimum sanctum oil was used."


def test_an_abbreviated_genus_is_written_out_where_only_one_fits():
    known = genera(["Escherichia coli grew.", "E. coli died.", "E. faecalis lived."])
    assert with_genera("E. coli and E. faecalis", known) == "Escherichia coli and E. faecalis"
