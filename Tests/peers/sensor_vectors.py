#!/usr/bin/env python3
"""Tests the decoder with sensor vectors from other projects' test suites: sensor_vectors.py PROGRAM [FOLDER]

Runs `PROGRAM advert decode --loose` on the vectors in FOLDER (default: ../shared/facts/sensors) and fails unless every reading is
right, and unless 95 % of those without a key are read without --loose, too.
Vectors without a key are checked by the folder's own check.py; encrypted ones are decoded with a keys file made from the vectors."""
import json, os, subprocess, sys, tempfile

top = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
program = sys.argv[1]
folder = sys.argv[2] if len(sys.argv) > 2 else os.path.join(top, "..", "shared", "facts", "sensors")
# Values that the suites expect but no device sends: ble_monitor derives a voltage from PVVX's battery percentage; xiaomi-ble
# truncates a humidity of 46.7 %.
DERIVED = {("test_atc_custom_encrypted", "voltage"), ("test_Xiaomi_LYWSD03MMC_encrypted", "humidity", "xiaomi-ble")}
# the suites have different names for these quantities
SAME = {"opening": ("window", "door", "garage-door"), "window": ("opening",), "door": ("opening",)}


def address_of(vector):
    if "hci" in vector:
        return bytes.fromhex(vector["hci"])[7:13][::-1].hex(":").upper()
    return vector.get("mac", "00:00:00:00:00:01").replace("-", ":")


def event(vector):
    """The advertisement as a legacy advertising report, in hexadecimal digits."""
    if "hci" in vector:
        return vector["hci"]
    data = bytes.fromhex(vector["ad"])
    address = bytes.fromhex(address_of(vector).replace(":", ""))[::-1]
    report = bytes([2, 1, 0, 0]) + address + bytes([len(data)]) + data + b"\xc4"
    return (b"\x04\x3e" + bytes([len(report)]) + report).hex()


def value(measurement):
    for key in ("number", "on", "event", "text"):
        if key in measurement:
            return measurement[key]


def matches(expected, measurement):
    name = measurement["quantity"]
    if name != expected["quantity"] and name not in SAME.get(expected["quantity"], ()):
        return False
    got = value(measurement)
    if isinstance(got, str) or isinstance(expected["value"], str):
        return got == expected["value"]
    return abs(got - expected["value"]) <= expected.get("tolerance", 1e-6) + 1e-9


def is_derived(vector, expected):
    key = (vector.get("test"), expected["quantity"])
    return key in DERIVED or key + (vector["source"],) in DERIVED


def decode(vectors):
    keys = {}
    for vector in vectors:
        keys.setdefault(address_of(vector), []).append(vector["key"])
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:  # made with mode 0600
        json.dump(keys, file)
        file.flush()
        lines = "\n".join(map(event, vectors)) + "\n"
        run = subprocess.run([program, "advert", "decode", "--loose", "--json", "--keys", file.name, "-"], input=lines, capture_output=True, text=True)
    records = [json.loads(line) for line in run.stdout.splitlines()]
    records = [record for record in records if "data" in record]
    if len(records) != len(vectors):
        sys.exit(f"sensors: error: {len(vectors)} advertisements, {len(records)} records: {run.stderr.strip()}")
    return records


def check_encrypted(vectors):
    wrong = 0
    for vector, record in zip(vectors, decode(vectors)):
        measurements = record.get("sensor", {}).get("measurements", [])
        missing = [e for e in vector["expected"] if not is_derived(vector, e) and not any(matches(e, m) for m in measurements)]
        if missing:
            wrong += 1
            print(f"sensors: error: {vector['source']} {vector['model']} {event(vector)}: no", [(e["quantity"], e["value"]) for e in missing])
            print("    read:", [(m["quantity"], value(m)) for m in measurements])
    print(f"sensors: {len(vectors) - wrong} of {len(vectors)} encrypted vectors right")
    return wrong == 0


path = os.path.join(folder, "vectors-a.jsonl")
if not os.path.isfile(path):
    print(f"sensors: SKIPPED: no vectors in {os.path.normpath(folder)}")
    sys.exit(0)


def check(program, *options):
    """The output of the folder's own check, and its counts."""
    run = subprocess.run([sys.executable, os.path.join(folder, "check.py"), "--binary", program, *options, path], capture_output=True, text=True)
    if not run.stdout:
        sys.exit(f"sensors: error: check.py: {run.stderr.strip()}")
    return run.stdout, json.loads(run.stdout.splitlines()[-1])


with tempfile.NamedTemporaryFile("w", suffix=".sh", delete=False) as loose:  # a program of its own, as check.py passes no options
    loose.write(f'#!/bin/sh\nexec "{os.path.abspath(program)}" "$@" --loose\n')
os.chmod(loose.name, 0o755)
output, counts = check(loose.name, "--show", "20")
os.unlink(loose.name)
print(output)
plain_count = sum(counts["plain"].values())
strict = check(program)[1]
unread = counts["plain"].get("right", 0) - strict["plain"].get("right", 0)
print(f"sensors: {unread} of {plain_count} plain vectors are read with --loose only; {strict['wrong']} wrong without it")
print(f"sensors: {counts['plain'].get('right', 0)} of {plain_count} plain vectors right; of all {counts['counted']}, {counts['wrong']} wrong")
with open(path) as file:
    vectors = [json.loads(line) for line in file]
encrypted = check_encrypted([v for v in vectors if v["class"] == "encrypted" and v.get("key")])
sys.exit(0 if encrypted and unread <= plain_count // 20 and strict["wrong"] == 0 and counts["plain"].get("right") == plain_count and counts["wrong"] == 0 else 1)
