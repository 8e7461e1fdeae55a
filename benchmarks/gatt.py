#!/usr/bin/env python3
"""Compares the decoder of characteristics' values with the Python package bluetooth-sig, in one run: gatt.py BENCH PYTHON

BENCH is gatt-bench; PYTHON has the package. The values are the vectors in ../shared/facts/gatt; both sides decode all that the
package decodes without an error."""
import json, os, subprocess, sys, tempfile

top = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
vectors = os.path.join(top, "..", "shared", "facts", "gatt", "vectors-a.jsonl")
PEER = r'''
import logging, resource, statistics, sys
from bluetooth_sig import BluetoothSIGTranslator
from bluetooth_sig.gatt.characteristics.registry import CharacteristicRegistry
from bluetooth_sig.types.uuid import BluetoothUUID
logging.disable()
translator = BluetoothSIGTranslator()
found = []
for line in open(sys.argv[1]):
    uuid, text = line.split()
    value = bytearray.fromhex(text)
    try:
        translator.parse_characteristic(uuid, value)
        one = CharacteristicRegistry.get_characteristic(BluetoothUUID(uuid))
        one.parse_value(value)
    except Exception:
        continue
    found.append((uuid, text, one, value))
with open(sys.argv[1], "w") as file:
    file.writelines(f"{uuid} {text}\n" for uuid, text, _, _ in found)
def measure(label, work):
    times = []
    for _ in range(5):
        start = resource.getrusage(resource.RUSAGE_SELF).ru_utime
        for _ in range(10):
            for item in found:
                work(item)
        times.append((resource.getrusage(resource.RUSAGE_SELF).ru_utime - start) * 1e9 / 10 / len(found))
    print(f"RESULT\t{label}\t{statistics.median(times):.1f}\t{min(times):.1f}\t{len(found)}")
measure("bluetooth-sig, by UUID", lambda item: translator.parse_characteristic(item[0], item[3]))
measure("bluetooth-sig, by class", lambda item: item[2].parse_value(item[3]))
'''
if not os.path.isfile(vectors):
    sys.exit("compare gatt: no vectors in " + os.path.normpath(vectors))
rows = []
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "values")
    with open(path, "w") as file:
        for vector in map(json.loads, open(vectors)):
            if vector["hex"]:
                file.write(f"{vector['uuid']} {vector['hex']}\n")
    # the package first: it leaves the values that it decodes
    for command in ([sys.argv[2], "-c", PEER, path], [sys.argv[1], path]):
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode:
            sys.exit(f"compare gatt: {run.stderr.strip()[-400:]}")
        rows += [line.split("\t")[1:] for line in run.stdout.splitlines() if line.startswith("RESULT\t")]
peer = float(rows[0][1])
print(f"{rows[0][3]} values\n\n| | ns a value (median) | best | of bluetooth-sig by UUID |\n|---|---|---|---|")
for label, median, best, _ in rows:
    print(f"| {label} | {float(median):.0f} | {float(best):.0f} | {float(median) / peer:.4f} |")
