#!/usr/bin/env python3
"""Connects to a device, prints "connected" and keeps the link until it is killed: holder.py HOST PORT ADDRESS."""
import asyncio, sys
from aioesphomeapi import APIClient


async def main(host, port, address):
    client, number, kinds, states = APIClient(host, int(port), None), int(address.replace(':', ''), 16), {}, []
    await client.connect(login=True)
    client.subscribe_bluetooth_le_raw_advertisements(
        lambda message: kinds.update((a.address, a.address_type) for a in message.advertisements))
    while number not in kinds:
        await asyncio.sleep(0.05)
    await client.bluetooth_device_connect(number, lambda *state: states.append(state), timeout=60, feature_flags=255,
                                          address_type=kinds[number])
    assert states[-1][0], states
    print('connected', flush=True)
    await asyncio.sleep(1e6)


asyncio.run(main(*sys.argv[1:]))
