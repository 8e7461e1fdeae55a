#!/usr/bin/env python3
"""Our parser beside the peers from PyPI, on one corpus in one run: advert.py BENCH... runs each program with the corpus.

The peers and the corpus lie in ../shared/peers/ble (README.md there); the peers need: pip install bluetooth-data-tools bumble."""
import os, subprocess, sys

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

data = [os.path.join(corpus, name) for name in ("adv.bin", "adv.kind", "hci.bin")]
for program in sys.argv[1:]:
    run([program] + data)
driver = "import sys; sys.argv = ['bench_py.py', 'bdt', 'bumble']; __file__ = %r; exec(compile(open(__file__).read().replace(\"z = open(d+'/zipf.idx','rb').read()\", \"z = open(d+'/zipf.idx','rb').read() if os.path.exists(d+'/zipf.idx') else bytes(2)\"), __file__, 'exec'))" % os.path.join(peers, "bench_py.py")
run([sys.executable, "-c", driver])

peer = next((median for median, _, label in rows if "_uncached_parse" in label), None)
print("| parser | ns/report (median) | best | against bluetooth-data-tools uncached |\n|---|---|---|---|")
for median, best, label in sorted(rows):
    print(f"| {label} | {median:.1f} | {best:.1f} | {f'{peer / median:.1f} times as fast' if peer else '-'} |")
for note in notes:
    print(note)
