#!/usr/bin/env python3
"""Checks the rules of the source tree that a compiler does not: who may include whom (src/LAYERS), file sizes, a test
for every file, where stdout may be written, no mutable namespace-scope variables, one tool per tool file.

Prints one line per problem, `file:line: what is wrong`, and exits 1 when there is any."""
import pathlib
import re
import sys

MAX_LINES = 500
WARN_LINES = 400
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"')
STDOUT = re.compile(r'\bstd::cout\b|\bprintf\s*\(|\bputs\s*\(|[^_]\bexit\s*\(|\bgetenv\s*\(')
MUTABLE_GLOBAL = re.compile(r'^(?:static |inline |thread_local )?(?:std::)?[A-Za-z_:<>,\* ]+ g?_?[a-z_]+(?: = .*| ?\{.*\})?;$')
GENERATED = {"all_tools.h", "all_tools.inc", "page_scripts.h"}


def read_layers(path):
    """Layer → (set of folders it may include, whether its files may include each other)."""
    layers = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        name, _, allowed = line.partition(":")
        name = name.strip()
        isolated = name.endswith("!")
        name = name.rstrip("!")
        allowed = allowed.split()
        if allowed == ["*"]:
            allowed = list(layers)
        unknown = [other for other in allowed if other not in layers]
        if unknown:
            raise SystemExit(f"{path}:{number}: {name} may not use {', '.join(unknown)}: not above it")
        layers[name] = (set(allowed), isolated)
    return layers


def reachable(layers, layer):
    """What a layer's tests may include: everything it stands on, directly or not."""
    found, todo = set(), list(layers[layer][0])
    while todo:
        other = todo.pop()
        if other not in found:
            found.add(other)
            todo += layers[other][0]
    return found


def check_includes(src, file, lines, layers, problems):
    layer = file.relative_to(src).parts[0]
    if layer not in layers:
        problems.append(f"{file}:1: folder {layer} is not in LAYERS")
        return
    allowed, isolated = layers[layer]
    is_test = file.name.endswith("_test.cc") or "testing" in file.parts
    if is_test:
        allowed = reachable(layers, layer)
    for number, line in enumerate(lines, 1):
        match = INCLUDE.match(line)
        if not match or match.group(1) in GENERATED:
            continue
        target = match.group(1)
        other = target.split("/")[0]
        if other == layer:
            own_header = pathlib.Path(target).stem == file.name.removesuffix("_test.cc").removesuffix(".cc")
            if isolated and not own_header and not is_test:
                problems.append(f"{file}:{number}: files of {layer} may not include each other ({target})")
        elif other not in layers:
            problems.append(f"{file}:{number}: {target} is not a path below src")
        elif other not in allowed:
            problems.append(f"{file}:{number}: {layer} may not include {other} ({target})")


def check_test_exists(file, lines, problems):
    if file.suffix != ".cc" or file.name.endswith("_test.cc") or "testing" in file.parts or "app/main.cc" in str(file):
        return
    has_test = file.with_name(file.stem + "_test.cc").exists()
    if not has_test and not any(line.startswith("// Tested by:") for line in lines):
        problems.append(f"{file}:1: no {file.stem}_test.cc beside it and no line '// Tested by: …'")


def check_words(src, file, lines, problems):
    place = str(file.relative_to(src))
    if place.startswith("app/") or place.startswith("transport/stdio_") or file.name.endswith("_test.cc"):
        return
    for number, line in enumerate(lines, 1):
        code = line.split("//")[0]
        if STDOUT.search(code) and "snprintf" not in code and "Tested" not in line:
            if place == "base/environment.cc" and "getenv" in code:
                continue  # the port through which everyone sees the environment
            problems.append(f"{file}:{number}: stdout, the environment and exit() belong to app and stdio_transport")


def check_globals(file, lines, problems):
    depth = 0
    for number, line in enumerate(lines, 1):
        code = line.split("//")[0].rstrip()
        # What stands in a namespace begins its line; an indented one goes on with the line before.
        if depth == 0 and not code.startswith(" ") and MUTABLE_GLOBAL.match(code):
            first = code.split()[0]
            if first not in ("using", "namespace", "return", "extern", "template", "class", "struct", "friend", "enum", "typedef", "static_assert") \
                    and "const" not in code and "(" not in code:
                problems.append(f"{file}:{number}: namespace-scope variable that can change: {code}")
        opens = code.count("{") - code.count("}")
        if re.match(r"^(inline )?namespace\b|^extern \"C\"", code) or code.startswith("}  // namespace") or code.strip() == "}":
            if depth > 0:
                depth = max(0, depth + opens)
            continue
        depth = max(0, depth + opens)


PAGE_CODE = re.compile(r'"(?:[^"\\]|\\.)*(?:\bdocument\.|=>|\bfunction\b\s*\()(?:[^"\\]|\\.)*"')


def check_page_code(src, file, lines, problems):
    """Page logic lives in src/page/scripts, not in C++ strings."""
    parts = file.relative_to(src).parts
    if parts[0] not in ("cdp", "browser", "page", "tools", "crawl") or file.name.endswith("_test.cc"):
        return
    if file.name in ("script_runner.cc", "evaluate.cc"):  # what wraps scripts and the caller's own code
        return
    for number, line in enumerate(lines, 1):
        if PAGE_CODE.search(line.split("//")[0]):
            problems.append(f"{file}:{number}: JavaScript in a string; put it into src/page/scripts")


def check_page_scripts(src, problems):
    folder = src / "page" / "scripts"
    for script in sorted(folder.glob("*.js")):
        if not script.with_name(script.stem + "_test.html").exists():
            problems.append(f"{script}:1: no {script.stem}_test.html beside it")
    for script in sorted(folder.rglob("*.js")):
        lines = script.read_text().splitlines()
        if len(lines) > MAX_LINES:
            problems.append(f"{script}:1: {len(lines)} lines, more than {MAX_LINES}")
        if not lines or not lines[0].startswith("//"):
            problems.append(f"{script}:1: must begin with a comment that says what it is")


def check_tool_file(src, file, lines, problems):
    parts = file.relative_to(src).parts
    if parts[0] != "tools" or file.suffix != ".cc" or file.name.endswith("_test.cc"):
        return
    text = "\n".join(lines)
    name = file.stem
    if not re.search(rf"^const Tool& {name}\(\) \{{", text, re.M):
        problems.append(f"{file}:1: must define `const Tool& {name}()`")
    if f'.name = "{name}"' not in text:
        problems.append(f"{file}:1: the tool must be called {name}, as its file")


def check(root):
    src = root / "src"
    layers = read_layers(src / "LAYERS")
    problems, warnings = [], []
    for file in sorted(src.rglob("*")):
        if file.suffix not in (".h", ".cc"):
            continue
        lines = file.read_text().splitlines()
        check_includes(src, file, lines, layers, problems)
        check_test_exists(file, lines, problems)
        check_words(src, file, lines, problems)
        check_globals(file, lines, problems)
        check_tool_file(src, file, lines, problems)
        check_page_code(src, file, lines, problems)
        if len(lines) > MAX_LINES:
            problems.append(f"{file}:1: {len(lines)} lines; one thing per file, at most {MAX_LINES}")
        elif len(lines) > WARN_LINES:
            warnings.append(f"{file}:1: warning: {len(lines)} lines")
        if not file.name.endswith("_test.cc") and not (lines and lines[0].startswith("//")) and file.suffix == ".h":
            problems.append(f"{file}:1: must begin with a comment that says what it is")
    check_page_scripts(src, problems)
    return problems, warnings


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent
    problems, warnings = check(root)
    for line in warnings + problems:
        print(line.replace(str(root) + "/", ""))
    print(f"tree: {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
