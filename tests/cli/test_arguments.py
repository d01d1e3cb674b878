"""What we use of argparse without its promise: each test names what a new Python has broken."""

from __future__ import annotations

import argparse

import pytest

from musbot.cli.arguments import add_aliases, list_all_arguments, list_arguments


@pytest.fixture
def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser()
    parser.add_argument("--hands", type=int)
    below = parser.add_subparsers().add_parser("below")
    below.add_argument("--seed")
    return parser


def test_argparse_lists_its_arguments_where_it_did(parser: argparse.ArgumentParser) -> None:
    assert [it.dest for it in list_arguments(parser)] == ["help", "hands", "==SUPPRESS=="]
    assert "seed" in [it.dest for it in list_all_arguments(parser)]


def test_argparse_finds_options_by_their_names_where_it_did(parser: argparse.ArgumentParser) -> None:
    add_aliases(parser, {"--hands": "--manos"})
    assert parser.parse_args(["--manos", "3"]).hands == 3
    assert "manos" not in parser.format_help()
