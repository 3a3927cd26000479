#!/usr/bin/env python3
"""Runs clang-tidy over the sources (not the tests), two at a time, with the release build's flags."""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def main():
    commands = (ROOT / "build/release/compile_commands.json").read_text()
    # clang-tidy reads the headers itself: a precompiled one of another compiler run only confuses it.
    commands = re.sub(r"-Xclang -include-pch -Xclang \S+", "", commands)
    commands = re.sub(r"-Winvalid-pch", "", commands)
    files = [str(path) for path in sorted((ROOT / "src").rglob("*.cc")) if not path.name.endswith("_test.cc")]
    if len(sys.argv) > 1:
        files = [name for name in files if any(part in name for part in sys.argv[1:])]
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "compile_commands.json").write_text(commands)

        def check(name):
            done = subprocess.run(["clang-tidy-19", "-p", folder, "--quiet", name], capture_output=True, text=True)
            return name, done.returncode, done.stdout

        bad = 0
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for name, status, text in pool.map(check, files):
                if status != 0:
                    bad += 1
                    print(text.replace(str(ROOT) + "/", ""))
    print(f"tidy: {len(files)} files, {bad} with findings")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
