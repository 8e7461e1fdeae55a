#!/usr/bin/env python3
"""How long the walks through the rooms are: walk.py WALK-BENCH WALK-BENCH-SWIFT [--quick] [--turns N]

Reports: recorded HCI events of 10 000 devices (../shared/peers/ble/corpus) go into a socket pair; at the other end a bare C
reader with one recv a packet, the parser and the table of devices, and the whole walk from BlueZRadio to BeaconBrowser. In the
same run by turns, first on all cores, then all processes on one. "ns" is CPU time of the receiving process for one report."""
import argparse
import json
import os
import socket
import statistics
import subprocess
import sys

top = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
corpus = os.path.join(top, "..", "shared", "peers", "ble", "corpus", "hci.bin")
parser = argparse.ArgumentParser()
parser.add_argument("floor")
parser.add_argument("ours")
parser.add_argument("--turns", type=int, default=5)
parser.add_argument("--quick", action="store_true", help="one turn, fewer reports")
options = parser.parse_args()
turns = 1 if options.quick else options.turns
REPORTS = 200_000 if options.quick else 2_000_000


def run(command, files=()):
    """What a program prints: one JSON object."""
    shown = subprocess.run(command, capture_output=True, text=True, timeout=600, pass_fds=files)
    if shown.returncode:
        sys.exit(f"compare walk: {command[0]} failed: {shown.stderr.strip()}")
    return json.loads(shown.stdout)


def walk(reader, *fresh):
    """One feeder, one reader."""
    far, near = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with far, near:
        feeder = subprocess.Popen(
            [options.floor, "feed", str(far.fileno()), corpus, str(REPORTS), *fresh], pass_fds=[far.fileno()])
        try:
            return run([*reader, str(near.fileno()), *([str(REPORTS)] if reader[0] == options.ours else [])],
                       [near.fileno()])
        finally:
            feeder.kill()
            feeder.wait()


def reports():
    cores, rows = os.sched_getaffinity(0), {}
    for _ in range(turns):
        for place, where in (("", cores), (", one core", {max(cores)})):
            os.sched_setaffinity(0, where)
            for data, fresh in (("", ()), (", data new each time", ("fresh",))):
                base = walk([options.floor, "read"], *fresh)
                own = walk([options.ours, "reports"], *fresh)
                rows.setdefault("C, one recv a packet" + data + place, []).append((base, base))
                rows.setdefault("socket to browser" + data + place, []).append((base, own))
    os.sched_setaffinity(0, cores)
    print("| reports of 10 000 devices | reports/s | of C | ns a report | of C | lost |\n|---|---|---|---|---|---|")
    for name, pairs in rows.items():
        rate, cost = (statistics.median(own[key] for _, own in pairs) for key in ("reports_per_second", "ns"))
        of_c, cost_of_c = (statistics.median(own[key] / base[key] for base, own in pairs)
                           for key in ("reports_per_second", "ns"))
        lost = sum(own.get("lost", 0) for _, own in pairs)
        print(f"| {name} | {rate:.0f} | {of_c:.2f} | {cost:.0f} | {cost_of_c:.2f} | {lost} |")


if not os.path.isfile(corpus):
    sys.exit("compare walk: no corpus in " + os.path.normpath(corpus))
reports()
