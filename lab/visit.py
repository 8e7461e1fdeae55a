# visit.py ADDRESS ADAPTER: bleak, over bluetoothd, visits the peripheral of lab/bluetooth.
import asyncio
import sys

from bleak import BleakClient, BleakScanner


def uuid(number):
    return f"0000{number:04x}-0000-1000-8000-00805f9b34fb"


async def visit(address, adapter):
    device = await BleakScanner.find_device_by_address(address, 20, bluez={"adapter": adapter})
    assert device, "not found"
    async with BleakClient(device, timeout=30, bluez={"adapter": adapter}) as client:
        assert bytes(await client.read_gatt_char(uuid(0xFFF1))) == b"hello"
        await client.write_gatt_char(uuid(0xFFF1), b"x" * 300, response=True)
        assert bytes(await client.read_gatt_char(uuid(0xFFF1))) == b"x" * 300
        news = asyncio.Queue()
        await client.start_notify(uuid(0xFFF3), lambda _, value: news.put_nowait(bytes(value)))
        assert await asyncio.wait_for(news.get(), 20) == b"news"
        for index in range(100):
            await client.write_gatt_char(uuid(0xFFF2), bytes([index]), response=False)
        await client.write_gatt_char(uuid(0xFFF2), b"done", response=False)
        await asyncio.sleep(1)


asyncio.run(visit(*sys.argv[1:]))
