"""Writes the names, versions and licences of installed packages: python third_party.py SITE > FILE."""

from __future__ import annotations

import re
import sys
from importlib.metadata import Distribution, distributions
from pathlib import PurePath

TEXT = re.compile(r"(LICEN[CS]E|COPYING|NOTICE|OFL|AUTHORS)", re.IGNORECASE)
"""Names of files with the text of a licence."""
RULE = "=" * 78


def describe(package: Distribution) -> str:
    """Returns a package's name, version and licence, and the texts of its licence files."""
    about = package.metadata.json
    licence = str(about.get("license_expression") or about.get("license") or "").split("\n")[0]
    classifiers = [str(it) for it in about.get("classifier", [])]
    classified = [it.rpartition(" :: ")[2] for it in classifiers if it.startswith("License ::")]
    head = f"{package.name} {package.version}\nLicence: {licence or ', '.join(classified) or 'see the text'}"
    files = [it for it in package.files or () if TEXT.match(PurePath(it).name) and "py" not in it.suffix]
    return "\n\n".join([f"{RULE}\n{head}", *(it.read_text("utf-8") for it in files)])


def main(arguments: list[str]) -> int:
    """Writes the list of the packages in some folders to stdout, by name; returns 1 if there are none."""
    found = sorted(distributions(path=arguments), key=lambda it: it.name.lower())
    sys.stdout.write("\n\n".join(map(describe, found)) + "\n")
    return int(not found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
