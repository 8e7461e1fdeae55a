#!/usr/bin/env python3
"""Theengs gateway without a radio, on the advertisements that gateway.py gives ours: gateway_theengs.py PORT ROUNDS

Runs in a Python that has TheengsGateway. Feeds ROUNDS times 20 sensors, each round after 0.1 s, and prints JSON: CPU of
one advertisement from its callback to the publish, the resident memory, and how many were fed.
"""
import json, resource, struct, sys, time

port, rounds = int(sys.argv[1]), int(sys.argv[2])
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
    print(json.dumps({'cpu': used / fed, 'memory': memory, 'fed': fed}), flush=True)


main()
