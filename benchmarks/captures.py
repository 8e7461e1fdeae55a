#!/usr/bin/env python3
"""Compares the advertisements that this project and tshark read from the same captures.

  benchmarks/compare captures

Writes the same 300 advertisements in each format, and prints for each file how many both read, and how many differ in
address, AD types or name. Ends with 1 if any differ. A bug report, which tshark cannot open, is compared with the log in it.
"""
import gzip
import json
import os
import random
import struct
import subprocess
import sys
import tempfile
import zipfile
from collections import Counter

ACCESS = struct.pack('<I', 0x8E89BED6)  # the access address of advertising channels


def advertisements(count):
    """Address, advertising data, RSSI and time of made-up devices with random addresses."""
    pick = random.Random(5)

    def some(least, most):
        return bytes(pick.randrange(256) for _ in range(pick.randrange(least, most)))

    for i in range(count):
        data, kind = b'\x02\x01\x06', i % 4
        if kind in (0, 2):
            name = bytes(pick.choice(b'abcdefghij') for _ in range(pick.randrange(1, 9)))
            data += bytes([len(name) + 1, 0x09]) + name
        if kind in (1, 2):
            body = some(2, 12)
            data += bytes([len(body) + 1, 0xFF]) + body
        if kind == 3:
            body = some(2, 15)
            data += bytes([len(body) + 1, 0x16]) + body
        yield some(5, 6) + bytes([0xC0 | pick.randrange(64)]), data, -pick.randrange(30, 95), 1700000000 + i / 16


def event(address, data, rssi):
    """An HCI event, LE Advertising Report."""
    body = bytes([2, 1, 0, 1]) + address + bytes([len(data)]) + data + struct.pack('b', rssi)
    return bytes([0x3E, len(body)]) + body


def packet(address, data):
    """A packet of the link layer, ADV_IND with a random address, with its CRC."""
    pdu = bytes([0x40, 6 + len(data)]) + address + data
    register = 0xAAAAAA  # 0x555555, bit-reversed
    for byte in pdu:
        for bit in range(8):
            carry = (register ^ byte >> bit) & 1
            register = register >> 1 ^ (0xDA6000 if carry else 0)
    return ACCESS + pdu + register.to_bytes(3, 'little')


def pcap(link, rows):
    head = struct.pack('<IHHiIII', 0xA1B2C3D4, 2, 4, 0, 0, 65535, link)
    return head + b''.join(
        struct.pack('<IIII', int(t), int(t % 1 * 1e6), len(p), len(p)) + p for t, p in rows)


def pcapng(links, rows):
    def block(kind, body):
        body += bytes(-len(body) % 4)
        return struct.pack('<II', kind, len(body) + 12) + body + struct.pack('<I', len(body) + 12)

    out = block(0x0A0D0D0A, struct.pack('<IHHq', 0x1A2B3C4D, 1, 0, -1))
    out += b''.join(block(1, struct.pack('<HHI', link, 0, 65535)) for link in links)
    for interface, t, p in rows:
        time = int(t * 1e6)
        out += block(6, struct.pack('<IIIII', interface, time >> 32, time & 0xFFFFFFFF, len(p), len(p)) + p)
    return out


def btsnoop(link, rows):
    epoch = 0x00DCDDB30F2F8000  # 1970 in microseconds since the year 0
    return b'btsnoop\0' + struct.pack('>II', 1, link) + b''.join(
        struct.pack('>IIIIq', len(p), len(p), 3, 0, int(t * 1e6) + epoch) + p for t, p in rows)


def nordic(i, rssi, p):
    """nRF Sniffer, version 3: a header, then one of the radio, then the packet."""
    body = struct.pack('<BBBBHI', 10, 1, 37, -rssi, i, 0) + p
    return struct.pack('<BHBHB', 1, len(body), 3, i, 2) + body


def captures():
    """The content of each file by its name."""
    devices = list(advertisements(300))
    events = [(t, event(a, d, s)) for a, d, s, t in devices]
    packets = [(t, packet(a, d)) for a, d, s, t in devices]
    ethernet = b'\xff' * 12 + b'\x08\x00' + bytes(40)
    mixed = [(k, t, p) for (t, e), (_, l) in zip(events, packets)
             for k, p in ((0, ethernet), (1, b'\4' + e), (2, l))]
    files = {
        'pcap 187, HCI': pcap(187, [(t, b'\4' + e) for t, e in events]),
        'pcap 201, HCI with direction': pcap(201, [(t, b'\0\0\0\1\4' + e) for t, e in events]),
        'pcap 251, link layer': pcap(251, packets),
        'pcap 256, with a radio header': pcap(
            256, [(t, struct.pack('<BbbBIH', 0, s, 0, 0, 0x8E89BED6, 0x0C13) + p)
                  for (t, p), (_, _, s, _) in zip(packets, devices)]),
        'pcap 272, nRF Sniffer': pcap(272, [(t, nordic(i, -50, p)) for i, (t, p) in enumerate(packets)]),
        'pcap 192, PPI': pcap(192, [(t, struct.pack('<BBHI', 0, 0, 8, 251) + p) for t, p in packets]),
        'pcapng, three interfaces': pcapng((1, 187, 251), mixed),
        'btsnoop 1002, Android': btsnoop(1002, [(t, b'\4' + e) for t, e in events]),
        'btsnoop 2001, btmon': btsnoop(2001, events),
        'pklg, Apple': b''.join(struct.pack('>IIIB', len(e) + 9, int(t), int(t % 1 * 1e6), 1) + e for t, e in events),
        'hcidump': b''.join(
            struct.pack('<HBBII', len(e) + 1, 1, 0, int(t), int(t % 1 * 1e6)) + b'\4' + e for t, e in events),
    }
    files['pcap, gzip'] = gzip.compress(files['pcap 187, HCI'])
    return files


def bug_report(path, log):
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as archive:
        archive.writestr('main_entry.txt', 'bugreport.txt')
        archive.writestr('FS/data/misc/bluetooth/logs/btsnoop_hci.log', log)


def read_by_tshark(path):
    fields = ['bthci_evt.bd_addr', 'btle.advertising_address', 'btcommon.eir_ad.entry.type',
              'btcommon.eir_ad.entry.device_name']
    command = ['tshark', '-r', path, '-T', 'fields', '-E', 'separator=;']
    out = subprocess.run(command + [x for f in fields for x in ('-e', f)], capture_output=True, text=True, check=True)
    found = Counter()
    for line in out.stdout.splitlines():
        hci, link, types, name = line.split(';')
        if types:
            address = (hci or link).split(',')[0].upper()
            found[address, tuple(int(x, 16) for x in types.split(',')), name] += 1
    return found


def read_by_us(program, path):
    out = subprocess.run([program, 'advert', 'decode', '--json', '--file', path], capture_output=True, text=True, check=True)
    found = Counter()
    for line in out.stdout.splitlines():
        report = json.loads(line)
        fields = report['fields']
        found[report['address'], tuple(fields['types']), fields.get('name', '')] += 1
    return found


def main():
    program, differ = sys.argv[1], 0
    print('| Capture | tshark | accessory | differ |\n|---|---|---|---|')

    def compare(name, judge, ours):
        nonlocal differ
        wrong = sum(((judge - ours) + (ours - judge)).values())
        differ += wrong + (not judge)
        print('| %s | %d | %d | %d |' % (name, sum(judge.values()), sum(ours.values()), wrong), flush=True)

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'capture')
        for name, content in captures().items():
            with open(path, 'wb') as file:
                file.write(content)
            judge = read_by_tshark(path)
            compare(name, judge, read_by_us(program, path))
            if name.startswith('btsnoop 1002'):
                bug_report(path, content)
                compare('the same in a bug report', judge, read_by_us(program, path))
    sys.exit(differ > 0)


if __name__ == '__main__':
    main()
