# visit.py ADDRESS ADAPTER [COUNT]: reads and writes the peripheral of lab/bluetooth with bleak, through bluetoothd. With COUNT,
# sends that many commands to its TxRx device.
import asyncio
import sys

from bleak import BleakClient, BleakScanner
from bleak.exc import BleakError


def uuid(number):
    return f"0000{number:04x}-0000-1000-8000-00805f9b34fb"


# Tertium's TxRx profile
RX, TX = (f"d708000{number}-052c-46c4-9978-c0977bebf328" for number in (2, 3))


async def visit(client):
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


async def converse(client, count):
    answers = asyncio.Queue()
    await client.start_notify(TX, lambda _, value: answers.put_nowait(bytes(value)))
    for index in range(count):
        command = f"command {index}\r\n".encode()
        await client.write_gatt_char(RX, command, response=True)
        assert await asyncio.wait_for(answers.get(), 20) == command
    assert answers.empty()


async def connect(address, adapter):
    device = await BleakScanner.find_device_by_address(address, 20, bluez={"adapter": adapter})
    assert device, "not found"
    client = BleakClient(device, timeout=30, bluez={"adapter": adapter})
    await client.connect()
    return client


async def main(address, adapter, count=None):
    for tries_left in (2, 1, 0):
        try:
            client = await connect(address, adapter)
            break
        except BleakError:
            # bluetoothd sometimes mistakes a new link for the previous one
            if not tries_left:
                raise
    await (converse(client, int(count)) if count else visit(client))
    await client.disconnect()


asyncio.run(main(*sys.argv[1:]))
