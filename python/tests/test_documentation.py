"""The examples in the docstrings of the native classes."""

import doctest

import pytest

import quoridor


NAMES = ["Board", "Engine", "SelfPlay", "VecEnv", "selfplay", "Match", "Store"]


@pytest.mark.parametrize("name", NAMES)
def test_examples_are_true(name):
    examples = doctest.DocTestParser().get_doctest(
        getattr(quoridor, name).__doc__, vars(quoridor).copy(), name, None, None
    )
    assert examples.examples
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    assert runner.run(examples).failed == 0
