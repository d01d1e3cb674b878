"""`musbot complaints`: exports hands that players reported as badly played by an AI, without names."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from musbot.cli.database import chosen_database
from musbot.cli.language import words
from musbot.cli.shared import OK, create_file, print_line, report_os_errors
from musbot.service.choices.kept import Fact
from musbot.service.process.retention import ENDING
from musbot.store.checkup import load_notes
from musbot.store.copies import require_absent
from musbot.store.file import PRIVATE, PRIVATE_FOLDER
from musbot.store.open_store import read_database


def run(args: argparse.Namespace) -> int:
    """Writes an acta for each reported hand into a folder, readable only by its owner; returns 0.

    Creates the folder if it is missing, and prints the number of actas. Raises BadSetting, and MusError if
    the database cannot be read or a file cannot be written. If any file exists already, no file is written.
    """
    folder: Path = args.folder
    actas = read_database(chosen_database(args), partial(load_notes, kind=Fact.BADLY))
    kept = {folder / f"{name}{ENDING}": acta for name, acta in actas.items()}
    for file in kept:
        require_absent(file, overwrite=False)
    with report_os_errors(folder):
        folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    for file, acta in kept.items():
        with create_file(file, PRIVATE) as write:
            write(acta.encode())
    print_line(words()("cli-quejas-made", count=len(kept), folder=str(folder)))
    return OK
