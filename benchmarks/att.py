#!/usr/bin/env python3
"""Measures ATT between two processes over a SOCK_SEQPACKET unix socket: att.py ATT-BENCH GATT-BEARER [TURNS]

Runs our GATT client and server and a plain C program that sends the same packets without a protocol, in turn. Also runs bumble's
client and server (../shared/peers/ble/bumble_att.py), if present. Each ratio is taken within one turn; the median of all turns
is printed. A second series runs all processes on one core, so that the kernel's choice of cores has no effect.
"ns" is the CPU time of both processes per operation.
Finally measures the CPU time of a notification at both ends with 100 subscribers; with TURNS 1, it sends fewer notifications."""
import json
import os
import statistics
import subprocess
import sys
import tempfile

top = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
floor, ours = sys.argv[1:3]
turns = int(sys.argv[3]) if len(sys.argv) > 3 else 5
NOTIFICATIONS = 1000000 if turns > 1 else 20000


def run(command):
    """Runs a program and returns the JSON objects that it prints, one per line."""
    shown = subprocess.run(command, capture_output=True, text=True, timeout=600)
    if shown.returncode:
        sys.exit(f"compare att: {command[0]} failed: {shown.stderr.strip()}")
    return [json.loads(line) for line in shown.stdout.splitlines()]


def run_ours(folder):
    path = os.path.join(folder, "bearer")
    server = subprocess.Popen([ours, "serve", path], stdout=subprocess.PIPE)
    try:
        server.stdout.readline()
        return run([ours, "bench", path])
    finally:
        server.terminate()
        server.wait()


def run_bumble():
    harness = os.path.join(top, "..", "shared", "peers", "ble", "bumble_att.py")
    python = os.path.join(top, "build", "venv", "bin", "python")
    if not (os.path.exists(harness) and os.path.exists(python)):
        return None
    shown = subprocess.run([python, harness, "selftest"], capture_output=True, text=True)
    if shown.returncode:
        return None
    found = json.loads(shown.stdout[: shown.stdout.rindex("}") + 1])
    return {"reads_per_second": found["read_roundtrips_s"], "writes_per_second": found["write_cmd_kB_s"] * 1000 / 244}


rows = {}
with tempfile.TemporaryDirectory() as folder:
    cores = os.sched_getaffinity(0)
    for place, where in (("", cores), (", one core", {max(cores)})) * turns:
        os.sched_setaffinity(0, where)
        base = run([floor])[0]
        found = {"the same packets in C, no protocol": base}
        for result in run_ours(folder):
            name = "SocketBearer.executor" if result["executor"] == "sockets" else "the system's executor"
            found["accessory, " + name] = result
        if not place:
            found["bumble"] = run_bumble()
        for name, result in found.items():
            if result:
                rows.setdefault(name + place, []).append((base, result))
    os.sched_setaffinity(0, cores)

print("| client and server | reads a second | of C | ns | 244-byte writes a second | of C | ns | one by one to the application | of C | ns |")
print("|---|---|---|---|---|---|---|---|---|---|")
for name, pairs in rows.items():
    cells = []
    for key in ("reads", "writes", "streamed"):
        rate, cost = key + "_per_second", key + "_ns"
        values = [(own[rate], base.get(rate, base["writes_per_second"]), own.get(cost, 0)) for base, own in pairs if rate in own]
        if values:
            own = statistics.median(value[0] for value in values)
            ratio = statistics.median(value[0] / value[1] for value in values)
            time = statistics.median(value[2] for value in values)
            cells += [f"{own:.0f}", f"{ratio:.2f}", f"{time:.0f}" if time else ""]
        else:
            cells += ["", "", ""]
    print(f"| {name} | " + " | ".join(cells) + " |")

print("\n| notifications to 100 centrals | sent | lost | ns each, both ends |\n|---|---|---|---|")
for found in run([ours, "fanout", str(NOTIFICATIONS)]):
    print(f"| over {found['carrier']} | {found['notifications']} | {found['lost']} | {found['nanoseconds']} |")
