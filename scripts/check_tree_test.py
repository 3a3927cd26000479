#!/usr/bin/env python3
"""Proves that check_tree.py fails where it must: each test breaks one rule in a small tree of its own."""
import pathlib
import tempfile
import unittest

import check_tree

LAYERS = "base :\njson : base\nnet : base\ntools! : base json\ndispatch : base json\napp : *\n"
TOOL = '// t\nconst Tool& NAME() {\n  static const Tool tool{{.name = "NAME"}};\n  return tool;\n}\n'


class TreeTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        self.write("LAYERS", LAYERS)

    def tearDown(self):
        self.folder.cleanup()

    def write(self, name, text):
        path = self.root / "src" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def problems(self):
        return check_tree.check(self.root)[0]

    def test_an_allowed_include_is_fine(self):
        self.write("json/parse.h", '// Parse.\n#include "base/error.h"\n')
        self.assertEqual(self.problems(), [])

    def test_a_forbidden_include_fails(self):
        self.write("json/parse.h", '// Parse.\n#include "net/socket.h"\n')
        self.assertIn("json may not include net", self.problems()[0])

    def test_an_include_upwards_fails(self):
        self.write("base/error.h", '// Error.\n#include "json/parse.h"\n')
        self.assertIn("base may not include json", self.problems()[0])

    def test_tests_may_include_what_their_layer_stands_on_but_not_more(self):
        self.write("dispatch/x_test.cc", '#include "json/testing/fake.h"\n#include "net/socket.h"\n')
        found = self.problems()
        self.assertEqual(len(found), 1)
        self.assertIn("dispatch may not include net", found[0])

    def test_tools_may_not_include_each_other(self):
        self.write("tools/a/one.cc", "// Tested by: x\n" + TOOL.replace("NAME", "one") + '#include "tools/a/two.h"\n')
        self.assertIn("may not include each other", self.problems()[0])

    def test_a_tool_file_holds_the_tool_of_its_name(self):
        self.write("tools/a/one.cc", "// Tested by: x\n" + TOOL.replace("NAME", "other"))
        self.assertEqual(len(self.problems()), 2)

    def test_a_source_without_a_test_fails(self):
        self.write("json/parse.cc", "// Parse.\n")
        self.assertIn("no parse_test.cc beside it", self.problems()[0])

    def test_stdout_is_not_for_everyone(self):
        self.write("json/parse.cc", '// Tested by: x\nvoid f() { printf("x"); }\n')
        self.assertIn("stdout", self.problems()[0])
        self.write("json/parse.cc", '// Tested by: x\nvoid f() { snprintf(b, 1, "x"); }\n')
        self.assertEqual(self.problems(), [])

    def test_a_mutable_global_fails(self):
        self.write("json/parse.cc", "// Tested by: x\nnamespace oc {\nint counter = 0;\n}  // namespace oc\n")
        self.assertIn("namespace-scope variable", self.problems()[0])
        self.write("json/parse.cc", "// Tested by: x\nnamespace oc {\nconst int kCounter = 0;\n}  // namespace oc\n")
        self.assertEqual(self.problems(), [])

    def test_javascript_in_a_string_fails(self):
        self.write("tools/a/one.cc", "// Tested by: x\n" + TOOL.replace("NAME", "one") + 'auto s = "() => document.title";\n')
        self.assertIn("JavaScript in a string", self.problems()[0])

    def test_a_page_script_needs_a_test_page_and_a_comment(self):
        self.write("page/scripts/look.js", "function look() {}\n")
        found = self.problems()
        self.assertIn("no look_test.html", found[0])
        self.assertIn("must begin with a comment", found[1])

    def test_a_long_file_fails(self):
        self.write("json/parse.h", "// Parse.\n" + "\n" * 600)
        self.assertIn("at most 500", self.problems()[0])

    def test_layers_must_be_in_order(self):
        self.write("LAYERS", "json : base\nbase :\n")
        with self.assertRaises(SystemExit):
            check_tree.check(self.root)


if __name__ == "__main__":
    unittest.main()
