#!/usr/bin/env python3
"""Measures the cost of data's whole path through the modules: walk.py WALK-BENCH WALK-BENCH-SWIFT ACCESSORY [--quick] [--turns N]

Reports: recorded HCI events of 10 000 devices (../shared/peers/ble/corpus) are sent through a socket pair. The receiver is, in
turn, a plain C program (one recv per packet, the parser and the device table) and the path from BlueZRadio to BeaconBrowser;
first on all cores, then with all processes on one. "ns" is the CPU time of the receiving process per report.
Scan: CPU time of `accessory scan --json --source` per report of a capture of the same devices.
Exchange: CPU time and allocations of exchanges of 4 KiB over the virtual cable, without the modem's share. An audio block must not
allocate, so ten times as many blocks must need no more allocations.
Update: CPU time of a firmware update of 1 MiB over the virtual air: sender, air and simulated device together.
`compare att` measures reads and writes of attributes."""
import argparse
import json
import os
import resource
import socket
import statistics
import struct
import subprocess
import sys
import tempfile

top = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
corpus = os.path.join(top, "..", "shared", "peers", "ble", "corpus", "hci.bin")
parser = argparse.ArgumentParser()
parser.add_argument("floor")
parser.add_argument("ours")
parser.add_argument("accessory")
parser.add_argument("--turns", type=int, default=5)
parser.add_argument("--quick", action="store_true", help="one turn, fewer reports")
options = parser.parse_args()
turns = 1 if options.quick else options.turns
REPORTS = 200_000 if options.quick else 2_000_000
SCANNED = 100_000 if options.quick else 400_000
DEVICES = 10_000


def run(command, files=()):
    """Runs a program and returns the JSON object that it prints."""
    shown = subprocess.run(command, capture_output=True, text=True, timeout=600, pass_fds=files)
    if shown.returncode:
        sys.exit(f"compare walk: {command[0]} failed: {shown.stderr.strip()}")
    return json.loads(shown.stdout)


def walk(reader, *fresh):
    """Runs a feeder and a reader, and returns the reader's result."""
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


def events():
    """The recorded legacy reports, as H4 packets."""
    data = open(corpus, "rb").read()
    found, at = [], 0
    while at + 2 <= len(data):
        length = struct.unpack_from("<H", data, at)[0]
        event = data[at + 2:at + 2 + length]
        at += 2 + length
        if length > 16 and event[3] == 0x02:
            found.append(event)
    return found


def write_capture(path, is_fresh):
    """Writes a btsnoop file. Each device repeats one report, or with `is_fresh` changes a byte of it each time."""
    recorded = events()
    with open(path, "wb") as out:
        out.write(b"btsnoop\0" + struct.pack(">II", 1, 1002))
        for number in range(SCANNED):
            device = number % DEVICES
            event = bytearray(recorded[device % len(recorded)])
            event[7:13] = struct.pack("<I", device) + b"\x5A\xC0"
            if is_fresh:
                event[-2] ^= number // DEVICES & 255
            # microseconds since the year 0; 0x00DCDDB30F2F8000 is 1970
            time = 0x00DCDDB30F2F8000 + 1_700_000_000_000_000 + number * 100
            out.write(struct.pack(">IIIIQ", len(event), len(event), 1, 0, time) + event)


def cpu_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def scans():
    print("\n| `scan --json --source`, 10 000 devices | us a report |\n|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name, is_fresh in (("each device repeats its data", False), ("data new each time", True)):
            path = os.path.join(folder, "capture")
            write_capture(path, is_fresh)
            command = [options.accessory, "scan", "--json", "--source", path]
            cost = statistics.median(cpu_seconds(command) for _ in range(turns))
            print(f"| {name} | {cost / SCANNED * 1e6:.1f} |")


def exchanges():
    cores, allocated = os.sched_getaffinity(0), {}
    print("\n| exchange of 4 KiB there and back | blocks | allocations | CPU ms/KiB | of it the modem | the rest |\n|---|---|---|---|---|---|")
    for place, where in (("", cores), (", one core", {max(cores)})):
        os.sched_setaffinity(0, where)
        for block in (480, 48):
            found = [run([options.ours, "exchange", str(block), "1" if options.quick else "5"]) for _ in range(turns)]
            blocks, allocations, total, modem, rest = (
                statistics.median(result[key] for result in found)
                for key in ("blocks", "allocations", "cpu_ms_per_kib", "modem_ms_per_kib", "walk_ms_per_kib"))
            print(f"| blocks of {block}{place} | {blocks:.0f} | {allocations:.0f} | {total:.2f} | {modem:.2f} | {rest:.2f} |")
            allocated[block, place] = blocks, allocations
        (few, first), (many, second) = allocated[480, place], allocated[48, place]
        # with several cores the runtime allocates when two threads contend for an actor
        if place and (second - first) / (many - few) > 0.02:
            sys.exit("compare walk: an audio block allocates memory")
    os.sched_setaffinity(0, cores)


def updates():
    print("\n| update of 1 MiB on the virtual air | CPU ms |\n|---|---|")
    for block, mtu in ((65535, 498), (240, 247)):
        command = [options.ours, "update", str(block), str(mtu)]
        cost = statistics.median(run(command)["cpu_ms_per_mib"] for _ in range(turns))
        print(f"| blocks of {block}, MTU {mtu} | {cost:.1f} |")


if not os.path.isfile(corpus):
    sys.exit("compare walk: no corpus in " + os.path.normpath(corpus))
reports()
scans()
exchanges()
updates()
