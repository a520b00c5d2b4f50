#!/usr/bin/python3
"""Cuts Manrope (Debian's fonts-manrope, OFL) down to the letters the page uses: Latin, Latin
Extended-A and Cyrillic, as woff2. Writes src/app/fonts/manrope-WEIGHT.woff2 next to the styles;
made at build time, never committed and never fetched."""

import os
import sys

SOURCE = "/usr/share/fonts/truetype/manrope"
WEIGHTS = {"500": "Manrope-Medium.ttf", "600": "Manrope-SemiBold.ttf", "700": "Manrope-Bold.ttf"}
TARGET = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "src", "app", "fonts")
LETTERS = "U+0020-007E,U+00A0-017F,U+0400-045F,U+0490-0491,U+2010-2014,U+2018-201E,U+2022,U+2026,U+2039-203A,U+2116,U+2190-2193,U+2212,U+00D7"


def main():
    try:
        import brotli  # noqa: F401 - woff2 needs it
        from fontTools import subset
    except ImportError as missing:
        sys.exit(f"fonts: {missing.name} is missing: install python3-fonttools and python3-brotli")
    os.makedirs(TARGET, exist_ok=True)
    for weight, name in WEIGHTS.items():
        source = os.path.join(SOURCE, name)
        target = os.path.join(TARGET, f"manrope-{weight}.woff2")
        if not os.path.exists(source):
            sys.exit(f"fonts: {source} is missing: install fonts-manrope")
        newest = max(os.path.getmtime(source), os.path.getmtime(__file__))
        if os.path.exists(target) and os.path.getmtime(target) >= newest:
            continue
        part = target + ".part"
        subset.main([source, f"--unicodes={LETTERS}", "--flavor=woff2", f"--output-file={part}",
                     "--layout-features=kern,liga,calt,tnum,locl,mark,ccmp", "--no-hinting", "--desubroutinize"])
        os.replace(part, target)
        print(f"fonts: {os.path.relpath(target)} {os.path.getsize(target)} bytes")


main()
