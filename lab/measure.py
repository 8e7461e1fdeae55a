# measure.py ADDRESS ADAPTER [HOLD]: measures the peripheral of `BluetoothLab offer` with bleak, like `BluetoothLab measure`.
# With HOLD, only stays connected for that many seconds.
import asyncio
import sys
import time

from bleak import BleakClient, BleakScanner
from bleak.exc import BleakError


def uuid(number):
    return f"0000{number:04x}-0000-1000-8000-00805f9b34fb"


VALUE, COMMANDS, NEWS, COUNT = (uuid(0xFFE0 + number) for number in (1, 2, 3, 4))
ALL = 1000


def tell(name, count, began):
    print(f"bleak: {name}: {int(count / (time.monotonic() - began))} a second", flush=True)


async def measure(client):
    began = time.monotonic()
    for _ in range(300):
        await client.read_gatt_char(VALUE)
    tell("reads", 300, began)
    began = time.monotonic()
    for index in range(ALL):
        await client.write_gatt_char(COMMANDS, index.to_bytes(2, "little") + bytes(18), response=False)
    arrived = unchanged = 0
    while arrived < ALL and unchanged < 10:
        now = int.from_bytes(await client.read_gatt_char(COUNT), "little")
        unchanged = unchanged + 1 if now == arrived else 0
        arrived = now
        await asyncio.sleep(0.1 if unchanged else 0)
    tell("commands", ALL, began)
    print(f"bleak: {arrived} of {ALL} commands arrived", flush=True)
    got = []
    await client.start_notify(NEWS, lambda _, value: got.append(bytes(value)))
    began = time.monotonic()
    try:
        await client.write_gatt_char(COMMANDS, b"\xff" + ALL.to_bytes(2, "little"), response=True)
    except BleakError as error:
        # bluetoothd may lose the answer between notifications
        print(f"bleak: the write is not answered: {error}", flush=True)
    for _ in range(200):
        last = len(got)
        await asyncio.sleep(0.1)
        if len(got) in (ALL, last) and got:
            break
    tell("notifications", len(got), began)
    print(f"bleak: {len(got)} of {ALL} notifications arrived", flush=True)


async def main(address, adapter, hold=None):
    began = time.monotonic()
    device = await BleakScanner.find_device_by_address(address, 20, bluez={"adapter": adapter})
    client = BleakClient(device, timeout=30, bluez={"adapter": adapter})
    await client.connect()
    await client.read_gatt_char(VALUE)
    print(f"bleak: first byte after {time.monotonic() - began:.1f} s", flush=True)
    if hold:
        await asyncio.sleep(float(hold))
    else:
        await measure(client)
    await client.disconnect()


asyncio.run(main(*sys.argv[1:]))
