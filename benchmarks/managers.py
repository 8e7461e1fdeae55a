#!/usr/bin/env python3
"""Measures CoreBluetooth's managers beside `Peripheral`: managers.py GATT-BEARER

Both use the same server over a SOCK_SEQPACKET unix socket, on one core and on all. "ns" is the CPU time of both ends for a read,
a notification of 20 bytes and a write without response of 244 bytes (a thousand in a row, with back-pressure).
Then the CPU time of `didDiscover` at 50,000 advertisements/s of 1,000 devices, and the memory after 10,000 connections."""
import json
import os
import statistics
import subprocess
import sys
import tempfile

ours = sys.argv[1]


def run(*command):
    shown = subprocess.run([ours, *command], capture_output=True, text=True, timeout=900)
    if shown.returncode:
        sys.exit(f"compare managers: {command} failed: {shown.stdout[-200:]} {shown.stderr.strip()[-400:]}")
    return [json.loads(line) for line in shown.stdout.splitlines()]


def visit(command):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "bearer")
        server = subprocess.Popen([ours, "serve", path], stdout=subprocess.PIPE)
        try:
            server.stdout.readline()
            found = run(command, path)
            with open(f"/proc/{server.pid}/statm") as memory:
                pages = int(memory.read().split()[1])
            return found, pages * os.sysconf("SC_PAGE_SIZE") // 1024
        finally:
            server.terminate()
            server.wait()


cores = os.sched_getaffinity(0)
print("| | read, ns | notification, ns | command, ns |\n|---|---|---|---|")
for place, where in (("one core", {max(cores)}), ("all cores", cores)):
    os.sched_setaffinity(0, where)
    rows, _ = visit("managers")
    keys = ("reads_ns", "notifications_ns", "commands_ns")
    found = {way: [statistics.median(row[key] for row in rows if row["way"] == way) for key in keys]
             for way in ("Peripheral", "CoreBluetooth")}
    for way, values in found.items():
        print(f"| {way}, {place} | " + " | ".join(f"{value:.0f}" for value in values) + " |")
    print("| ratio | " + " | ".join(f"{b / a:.2f}" for a, b in zip(*found.values())) + " |")
os.sched_setaffinity(0, {max(cores)})
for found in run("discoveries", "500000"):
    print(f"\ndidDiscover on one core: {found['received']} of {found['reports']} reports, {found['us']} µs of CPU time each")
rows, server = visit("connects")
for found in rows:
    print(f"{found['connects']} connections: {found['kilobytes']} kB resident")
print(f"the server, after them: {server} kB resident")
