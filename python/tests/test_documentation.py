"""The examples in docstrings are true."""

import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("quoridor", "Board"),
        ("quoridor", "Engine"),
        ("quoridor", "Match"),
        ("quoridor", "SelfPlay"),
        ("quoridor", "Store"),
        ("quoridor", "VecEnv"),
        ("quoridor", "selfplay"),
        ("quoridor.environments", "OpponentEnv"),
        ("quoridor.environments", "env"),
        ("quoridor.open_spiel", "to_state"),
        ("quoridor.protocol", "serve"),
    ],
)
def test_examples_are_true(module, name):
    names = vars(import_module(module))
    examples = doctest.DocTestParser().get_doctest(
        names[name].__doc__,
        dict(names),
        name,
        None,
        None,
    )
    assert examples.examples
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    assert runner.run(examples).failed == 0
