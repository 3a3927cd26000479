#!/usr/bin/env python3
"""Runs every fuzz target of tests/fuzz for some seconds on its committed corpus, two at a time.

A finding is left in build/fuzz/<target>/ with the command that repeats it; exit 1 then."""
import argparse
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def run(target, seconds):
    binary = ROOT / "build" / "asan" / target
    seeds = ROOT / "tests" / "fuzz" / "corpus" / target.removesuffix("_fuzz")
    work = ROOT / "build" / "fuzz" / target
    shutil.rmtree(work, ignore_errors=True)
    (work / "corpus").mkdir(parents=True)
    command = [str(binary), str(work / "corpus"), str(seeds), f"-max_total_time={seconds}", "-timeout=10", "-rss_limit_mb=2048",
               "-max_len=16384", f"-artifact_prefix={work}/", "-print_final_stats=1", "-verbosity=0"]
    with open(work / "log", "w") as log:
        status = subprocess.run(command, stdout=log, stderr=subprocess.STDOUT, env={**os.environ, "ASAN_OPTIONS": "detect_leaks=1"}).returncode
    text = (work / "log").read_text()
    runs = next((line.split()[-1] for line in text.splitlines() if "number_of_executed_units" in line), "?")
    return target, status, runs, work


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("target", nargs="*")
    options = parser.parse_args()
    targets = options.target or sorted(path.stem for path in (ROOT / "tests" / "fuzz").glob("*_fuzz.cc"))
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for target, status, runs, work in pool.map(lambda name: run(name, options.seconds), targets):
            print(f"{target}: {'ok' if status == 0 else 'FOUND SOMETHING'}, {runs} inputs in {options.seconds} s")
            if status != 0:
                failed += 1
                print((work / "log").read_text()[-3000:])
                print(f"repeat: build/asan/{target} build/fuzz/{target}/<crash file>")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
