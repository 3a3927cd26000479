#!/usr/bin/env python3
"""Writes the generated documents (docs/*.md) from the release binary. With --check: says which are not current."""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENTS = {"tools": "tools.md", "errors": "errors.md", "flags": "cli.md", "effects": "effects.md", "pipeline": "pipeline.md"}


def main():
    check = "--check" in sys.argv[1:]
    stale = []
    for topic, name in DOCUMENTS.items():
        text = subprocess.run([ROOT / "build/release/openchrome", "dump", topic], check=True, capture_output=True, text=True).stdout
        path = ROOT / "docs" / name
        if check and (not path.exists() or path.read_text() != text):
            stale.append(name)
        elif not check:
            path.write_text(text)
    for name in stale:
        print(f"docs/{name} is not current: run scripts/make_docs.py")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
