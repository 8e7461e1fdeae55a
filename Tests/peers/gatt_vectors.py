#!/usr/bin/env python3
"""Tests the decoder with values from another project's test suite: gatt_vectors.py PROGRAM [FOLDER]

Runs `PROGRAM gatt decode - --json` on the vectors in FOLDER (default: ../shared/facts/gatt) with the folder's check.py, and fails
unless the differences are those below. They contradict the specifications, which win."""
import os, re, subprocess, sys

top = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
program = sys.argv[1]
folder = sys.argv[2] if len(sys.argv) > 2 else os.path.join(top, "..", "shared", "facts", "gatt")
DIFFERENCES = {
    "IEEE 11073 numbers have a signed exponent": [
        "2A18 071500e80706140800005a001e8011", "2A18 0fff00e8070704102d14ecff7380332000", "2A1C 0080d03b7b",
        "2A1C 042075387b01", "2A1C 07900b0f7ce7070c190e1e2d02", "2A1E 00d0b1377b", "2A34 011500013280",
        "2A34 40ff000780", "2A35 0110800b800c80", "2A35 04788050805a804880", "2A35 18788050805a80050300",
        "2A36 007880ff07ff07", "2A5E 0062804880", "2A5F 016280488061804b80", "2AA7 0a0378801e0002805f80",
        "2AA7 0de396803c000f030101806280", "2B21 3c5a648000", "2B23 ffff006480000000", "2B34 0110800b800d80",
        "2B35 7e8280e80300004880010500d0070000", "2BCF 0a80", "2BD0 0130", "2BD1 0280", "2BD2 c880", "2BD3 6480",
        "2BD4 3280", "2BD5 3280", "2BD6 3280", "2BD7 3280", "2BD8 1480", "2BD9 0180",
        "2BF0 3f058004800a80148003800880",
    ],
    'all ones are "value is not known"': [
        "2AE1 ffff00", "2AEF ffffffff",
    ],
    "addresses are little-endian": [
        "2A03 010203040506",
    ],
    "the accuracy has steps of 1/8 s, the chain weight of 1 g, the length of 0.1 µm": [
        "2A14 02010112", "2A66 08f401", "2C0A 40420f00",
    ],
    "bit 0, bits 1 to 3 and bits 4 to 6 are three fields": [
        "2AB4 35", "2AB4 59",
    ],
    "only the first segment has an opcode": [
        "2B33 82dd",
    ],
    "the layout is that of the Electronic Shelf Label Service": [
        "2BFA 01c800c80003", "2BFB 034001f00007", "2BFD 0207",
    ],
    "a UUID is text, a unit has its symbol, an offset is in quarters of an hour; sums and lists of bits are no fields": [
        "2C0D 0100192a", "2A9D 0f543de7070c190e1e2d03f500a802", "2A0F 0804", "2A51 0304", "2B06 000000000000000000",
        "2B06 fdfffffdfffffdffff",
    ],
    "no call is no field": [
        "2BB9",
    ],
}

path = os.path.join(folder, "vectors-a.jsonl")
if not os.path.isfile(path):
    print(f"gatt: SKIPPED: no vectors in {os.path.normpath(folder)}")
    sys.exit(0)
command = f"{program} gatt decode - --json"
run = subprocess.run([sys.executable, os.path.join(folder, "check.py"), "--show", "1000", "--command", command, path], capture_output=True, text=True)
lines = run.stdout.splitlines()
if not lines or not lines[-1].startswith("{"):
    sys.exit(f"gatt: error: {run.stderr.strip()[-300:]}")
found = {" ".join(line.split(" expected ")[0].split()[1:]): line for line in lines[:-1]}
known = {value for values in DIFFERENCES.values() for value in values}
for value in sorted(set(found) - known):
    print("gatt: error:", found[value])
for value in sorted(known - set(found)):
    print("gatt: error:", value, "is right, and listed as a difference")
right = re.search(r"'right': (\d+)", lines[-1]).group(1)
print(f"gatt: {right} vectors right, {len(found)} of {len(found) + int(right)} differ, {len(known)} for known reasons")
sys.exit(0 if set(found) == known else 1)
