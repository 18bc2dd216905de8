#!/usr/bin/env python3
"""Prints the results of the conformance tests by SIG, from the JUnit files of a folder.

Usage: table.py FOLDER --plane coxswain|go --nodes N [--document FILE]
With --document it also replaces the section of this control plane in the file.
"""
import argparse
import glob
import os
import re
import xml.etree.ElementTree as xml

SIG = re.compile(r"\[(sig-[a-z-]+)\]")


def results(folder):
    """Names of passed and failed tests; those that were not selected are left out."""
    passed, failed = set(), set()
    for file in glob.glob(os.path.join(folder, "junit*.xml")):
        for case in xml.parse(file).getroot().iter("testcase"):
            name = case.get("name", "")
            if not SIG.search(name) or case.find("skipped") is not None:
                continue
            broken = case.find("failure") is not None or case.find("error") is not None
            (failed if broken else passed).add(name)
    return passed - failed, failed


def table(passed, failed):
    sigs = sorted({SIG.search(name).group(1) for name in passed | failed})
    lines = ["| SIG | passed | failed |", "|---|---|---|"]
    for sig in sigs:
        count = [sum(1 for name in group if f"[{sig}]" in name) for group in (passed, failed)]
        lines.append(f"| {sig} | {count[0]} | {count[1]} |")
    lines.append(f"| all | {len(passed)} | {len(failed)} |")
    return lines


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--plane", required=True)
    parser.add_argument("--nodes", required=True)
    parser.add_argument("--document")
    wanted = parser.parse_args()
    passed, failed = results(wanted.folder)
    lines = table(passed, failed)
    print("\n".join(lines))
    for name in sorted(failed):
        print("failed: " + name)
    if not wanted.document:
        return
    begin, end = f"<!-- {wanted.plane} -->", f"<!-- end of {wanted.plane} -->"
    section = [begin, f"With {wanted.nodes} nodes:", ""] + lines
    if failed:
        section += ["", "Failed:", ""] + ["- " + name for name in sorted(failed)]
    section = "\n".join(section + [end])
    with open(wanted.document, encoding="utf-8") as file:
        text = file.read()
    if begin in text and end in text:
        text = text[: text.index(begin)] + section + text[text.index(end) + len(end):]
    else:
        text = text.rstrip("\n") + "\n\n" + section + "\n"
    with open(wanted.document, "w", encoding="utf-8") as file:
        file.write(text)


main()
