from claimledger.writer.rewrite import rewrites


def test_a_hedge_goes_to_the_verb_of_the_main_clause():
    assert "Copper may lower frost." in list(rewrites("Copper lowers frost.", "", (), ["hedge-dropped"]))


def test_a_clause_that_hangs_on_another_is_not_hedged_in_its_place():
    proposals = list(rewrites("Builders advise copper before one learns welding.", "", (), ["hedge-dropped"]))
    assert all("may learn" not in proposal for proposal in proposals)
