#!/usr/bin/env python3
"""Runs Theengs gateway without a radio, on the same advertisements as gateway.py: gateway_theengs.py PORT ROUNDS [CORPUS]

Needs a Python environment with TheengsGateway. Passes advertisements of 20 sensors to the gateway, ROUNDS times, 0.1 s apart.
Prints a JSON object: `cpu`, CPU seconds per advertisement from the callback to the publish; `memory`, resident memory in MiB;
`fed`, number of advertisements; `corpus`, CPU seconds per advertisement of the folder CORPUS.
"""
import json, resource, struct, sys, time

port, rounds = int(sys.argv[1]), int(sys.argv[2])
folder = sys.argv[3] if len(sys.argv) > 3 else None
sys.argv = sys.argv[:1]

from bleak.backends.device import BLEDevice
from bleak.backends.scanner import AdvertisementData
from TheengsGateway.config import DEFAULT_CONFIG
from TheengsGateway.discovery import DiscoveryGateway

BTHOME = '0000fcd2-0000-1000-8000-00805f9b34fb'


def advertisement(number):
    value = bytes([0x40, 0x02]) + struct.pack('<h', 2000 + number % 5000) + bytes([0x03]) + \
        struct.pack('<H', 5000 + number % 100) + bytes([0x3E]) + struct.pack('<I', number)
    return AdvertisementData(local_name=None, manufacturer_data={}, service_data={BTHOME: value}, service_uuids=[],
                             tx_power=None, rssi=-60, platform_data=())


def fields(data):
    """Converts advertising data to bleak's type."""
    at, name, makers, services = 0, None, {}, {}
    while at + 1 < len(data) and data[at] and at + 1 + data[at] <= len(data):
        kind, value = data[at + 1], data[at + 2:at + 1 + data[at]]
        if kind in (8, 9):
            name = value.decode('utf-8', 'replace')
        elif kind == 0x16 and len(value) >= 2:
            services['0000%04x-0000-1000-8000-00805f9b34fb' % (value[0] | value[1] << 8)] = value[2:]
        elif kind == 0xFF and len(value) >= 2:
            makers[value[0] | value[1] << 8] = value[2:]
        at += 1 + data[at]
    return AdvertisementData(local_name=name, manufacturer_data=makers, service_data=services, service_uuids=[],
                             tx_power=None, rssi=-60, platform_data=())


def corpus():
    """The first 600 advertisements of the corpus, each from a different device."""
    data, records, at = open(folder + '/adv.bin', 'rb').read(), [], 0
    while at < len(data):
        length, = struct.unpack_from('<H', data, at)
        records.append(data[at + 2:at + 2 + length])
        at += 2 + length
    return [(BLEDevice('C0:00:00:00:%02X:%02X' % (at >> 8, at & 255), None, {}), fields(record))
            for at, record in enumerate(records[:600])]


def cpu():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def main():
    settings = dict(DEFAULT_CONFIG)
    settings.update(host='127.0.0.1', port=port, user='', gateway_id='peer', **{'pass': ''})
    gateway = DiscoveryGateway(settings)
    gateway.connect_mqtt()
    gateway.client.loop_start()
    time.sleep(1)
    devices = [BLEDevice('A4:C1:38:00:01:%02X' % at, 'x', {}) for at in range(20)]
    for at, device in enumerate(devices):
        gateway.detection_callback(device, advertisement(at))
    print('ready', flush=True)
    used, fed = 0, 0
    for _ in range(rounds):
        before = cpu()
        for device in devices:
            fed += 1
            gateway.detection_callback(device, advertisement(1000 + fed))
        used += cpu() - before
        time.sleep(0.1)
    time.sleep(5)
    memory = int(open('/proc/self/status').read().split('VmRSS:')[1].split()[0]) / 1024
    given = corpus() if folder else []
    before = cpu()
    for device, one in given:
        gateway.detection_callback(device, one)
    spent = (cpu() - before) / len(given) if given else 0
    print(json.dumps({'cpu': used / fed, 'memory': memory, 'fed': fed, 'corpus': spent}), flush=True)


main()
