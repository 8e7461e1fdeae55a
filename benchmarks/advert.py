#!/usr/bin/env python3
"""Compares our advertisement parser with peers from PyPI, on one corpus in one run: advert.py BENCH...

Runs each BENCH program and each peer. The peers and the corpus are in ../shared/peers/ble (see its README.md). The sensors'
advertisements are the plain vectors of ../shared/facts/sensors. To install the peers: pip install bluetooth-data-tools bumble
TheengsDecoder. A peer that is not installed is left out."""
import importlib.util, json, os, subprocess, sys, tempfile

top = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
peers = os.path.join(top, "..", "shared", "peers", "ble")
corpus = os.path.join(peers, "corpus")
if not os.path.isdir(corpus):
    sys.exit("compare advert: no corpus in " + os.path.normpath(corpus))

rows, notes = [], []
def run(command):
    shown = subprocess.run(command, capture_output=True, text=True)
    if shown.returncode:
        notes.append(f"{os.path.basename(command[0])} failed: " + (shown.stderr.strip().split("\n") or [""])[-1])
    for line in shown.stdout.split("\n"):
        if line.startswith("RESULT\t"):
            _, label, median, best, _ = line.split("\t")
            rows.append((float(median), float(best), label))
        elif line.strip():
            notes.append(line.strip())

def sensors(path):
    """Writes the advertisements of the plain sensor vectors, each after its length (u16, little-endian). False if there are none."""
    vectors = os.path.join(top, "..", "shared", "facts", "sensors", "vectors-a.jsonl")
    if not os.path.isfile(vectors):
        return False
    with open(vectors) as source, open(path, "wb") as out:
        for vector in map(json.loads, source):
            if vector["class"] != "plain":
                continue
            event = bytes.fromhex(vector.get("hci", ""))
            data = event[14:14 + event[13]] if event else bytes.fromhex(vector["ad"])
            out.write(len(data).to_bytes(2, "little") + data)
    return True

data = [os.path.join(corpus, name) for name in ("adv.bin", "adv.kind", "hci.bin")]
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "sensor.bin")
    more = [path] if sensors(path) else []
    for program in sys.argv[1:]:
        run([program] + data + more)
for peer, module in (("bdt", "bluetooth_data_tools"), ("bumble", "bumble"), ("theengs", "TheengsDecoder")):
    if importlib.util.find_spec(module):
        run([sys.executable, os.path.join(peers, "bench_py.py"), peer])
    else:
        notes.append(f"{module} is not installed: pip install {module.replace('_', '-')}")

peer = next((median for median, _, label in rows if "_uncached_parse" in label), None)
print("| parser | ns/report (median) | best | against bluetooth-data-tools uncached |\n|---|---|---|---|")
for median, best, label in sorted(rows):
    print(f"| {label} | {median:.1f} | {best:.1f} | {f'{peer / median:.1f} times as fast' if peer else '-'} |")
for note in notes:
    print(note)
