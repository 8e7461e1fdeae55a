#!/usr/bin/env python3
"""Measures the Bluetooth proxy and the page of accessory-gateway under load: compare proxy [ROW...]

proxy.py GATEWAY ACCESSORY [ROW...] needs a Python environment with aioesphomeapi and websockets. Rows: advertisements, connect,
page, memory. `advertisements` and `page` are the minimum of three runs, `connect` is the median of 15 connections, and `memory`
is the maximum of one run.
"""
import asyncio, json, os, re, shutil, subprocess, sys, tempfile, threading, time, urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.join(HERE, '..', 'gateway', 'Tests')
sys.path.insert(0, os.path.join(TESTS, 'proxy'))
CLIENT, SERVICE, VALUE = os.path.abspath(__file__), '180F', '2A19'


def capture(folder, name, *arguments):
    path = os.path.join(folder, name)
    if not os.path.exists(path):
        subprocess.run([sys.executable, os.path.join(TESTS, 'broker', 'capture.py'), path, *map(str, arguments)], check=True)
    return path


class Gateway:
    """A gateway that replays a recording in real time."""

    def __init__(self, program, folder, source=None, sections='', encrypted=True):
        from gateway import free_port
        self.folder = tempfile.mkdtemp(dir=folder)
        self.port, self.page, self.metrics_port = free_port(), free_port(), free_port()
        self.environment = dict(os.environ, XDG_RUNTIME_DIR=self.folder)
        path = os.path.join(self.folder, 'gateway.yaml')
        with open(path, 'w') as out:
            out.write(f'name: bench\nstate: {self.folder}/state\nlog: error\nadapters: [virtual]\nmetrics: 127.0.0.1:{self.metrics_port}\n'
                      f'page: {{listen: "127.0.0.1:{self.page}"}}\n{sections}'
                      f'proxy: {{listen: "127.0.0.1:{self.port}", encryption: {str(encrypted).lower()}}}\n')
        replay = ['--source', source, '--speed', '1'] if source else []
        self.process = subprocess.Popen([program, 'run', path, *replay], stdout=subprocess.DEVNULL, env=self.environment)
        while not self.answers():
            time.sleep(0.05)
        self.key = open(f'{self.folder}/state/proxy.key').read().strip() if encrypted else ''

    def answers(self):
        try:
            return self.metrics()
        except OSError:
            return None

    def metrics(self):
        with urllib.request.urlopen(f'http://127.0.0.1:{self.metrics_port}/metrics') as answer:
            lines = [line.rsplit(' ', 1) for line in answer.read().decode().splitlines() if not line.startswith('#')]
        return {name: float(value) for name, value in lines}

    def sum(self, prefix):
        return sum(value for name, value in self.metrics().items() if name.startswith('accessory_gateway_' + prefix))

    def cpu(self):
        """CPU seconds of all threads."""
        total = 0
        for task in os.listdir(f'/proc/{self.process.pid}/task'):
            with open(f'/proc/{self.process.pid}/task/{task}/schedstat') as file:
                total += int(file.read().split()[0])
        return total / 1e9

    def memory(self, field):
        with open(f'/proc/{self.process.pid}/status') as file:
            return int(re.search(field + r':\s+(\d+)', file.read()).group(1)) / 1024

    def close(self):
        self.process.terminate()
        self.process.wait()


def clients(gateway, count):
    """Starts processes with Home Assistant's client library that count advertisements."""
    started = []
    for _ in range(count):
        process = subprocess.Popen([sys.executable, CLIENT, '--client', str(gateway.port), gateway.key],
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert process.stdout.readline() == 'ready\n'
        started.append(process)
    return started


async def client(port, key):
    from aioesphomeapi import APIClient
    api, count = APIClient('127.0.0.1', port, None, noise_psk=key or None), [0]
    await api.connect(login=True)

    def note(message):
        count[0] += len(message.advertisements)

    api.subscribe_bluetooth_le_raw_advertisements(note)
    print('ready', flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    print(count[0], flush=True)
    os._exit(0)


def row(name, *values):
    print(f'{name:66}' + ''.join(f' {value:>12}' for value in values), flush=True)


def advertisements(programs, folder):
    """Measures the CPU time of the whole gateway per advertisement for each number of clients, and the number dropped."""
    for rate in (5000, 50000):
        source = capture(folder, f'rate{rate}', '--devices', 100, '--reports', rate * 12, '--rate', rate)
        for name, encrypted, count in (('no client', False, 0), ('two clients, plaintext', False, 2), ('two clients, Noise', True, 2)):
            runs = []
            for _ in range(3):
                gateway = Gateway(programs[0], folder, source, encrypted=encrypted)
                crowd = clients(gateway, count)
                time.sleep(1)
                cpu, reports = gateway.cpu(), gateway.sum('reports_total')
                time.sleep(5)
                runs.append((gateway.cpu() - cpu) / (gateway.sum('reports_total') - reports) * 1e6)
                dropped = gateway.sum('dropped_total')
                for process in crowd:
                    process.kill()
                    process.wait()
                gateway.close()
            row(f'CPU an advertisement at {rate}/s, {name}, us; dropped', f'{min(runs):.2f}', int(dropped))


def peripheral(programs, gateway):
    """Starts a peripheral that notifies every 5 ms. Returns its process and address."""
    path = os.path.join(gateway.folder, 'peripheral.json')
    with open(path, 'w') as out:
        json.dump({'name': 'Bench', 'services': [{'uuid': SERVICE, 'characteristics': [
            {'uuid': VALUE, 'properties': ['read', 'notify'], 'value': '64'}]}]}, out)
    process = subprocess.Popen([programs[1], 'peripheral', path, '--updates', '--adapter', 'virtual'], env=gateway.environment,
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    address = None
    while not address:
        line = process.stdout.readline()
        assert line, 'the peripheral ended'
        match = re.search(r'([0-9A-F]{2}:){5}[0-9A-F]{2}', line)
        address = match and match.group(0)
    threading.Thread(target=process.stdout.read, daemon=True).start()

    def pump():
        value = 0
        while process.poll() is None:
            value = (value + 1) % 100
            try:
                process.stdin.write(f'{VALUE} {value:02x}\n')
                process.stdin.flush()
            except OSError:
                return
            time.sleep(0.005)

    threading.Thread(target=pump, daemon=True).start()
    return process, address


async def first_notification(gateway, address, turns):
    """Milliseconds from each connect request to the first notification."""
    from aioesphomeapi import APIClient
    number, uuid = int(address.replace(':', ''), 16), f'0000{VALUE.lower()}-0000-1000-8000-00805f9b34fb'
    api, kinds, took = APIClient('127.0.0.1', gateway.port, None, noise_psk=gateway.key or None), {}, []
    await api.connect(login=True)
    api.subscribe_bluetooth_le_raw_advertisements(lambda m: kinds.update((a.address, a.address_type) for a in m.advertisements))
    while number not in kinds:
        await asyncio.sleep(0.01)
    for _ in range(turns):
        arrived, states = asyncio.Event(), []
        begin = time.monotonic()
        cancel = await api.bluetooth_device_connect(number, lambda *s: states.append(s), timeout=20, feature_flags=255, address_type=kinds[number])
        assert states[-1][0], states
        services = (await api.bluetooth_gatt_get_services(number)).services
        found = next(c for s in services for c in s.characteristics if c.uuid == uuid)
        await api.bluetooth_gatt_start_notify(number, found.handle, lambda *_: arrived.set(), 20)
        await api.bluetooth_gatt_write_descriptor(number, next(d.handle for d in found.descriptors if '2902' in d.uuid), b'\1\0', 20)
        await arrived.wait()
        took.append(1000 * (time.monotonic() - begin))
        await api.bluetooth_device_disconnect(number, 20)
        cancel()
        await api.bluetooth_device_clear_cache(number, 20)
    await api.disconnect()
    return took


def command_line(programs, gateway, address, turns):
    took = []
    for _ in range(turns):
        begin = time.monotonic()
        process = subprocess.Popen([programs[1], 'gatt', address, 'notify', VALUE, '--count', '1', '--adapter', 'virtual'],
                                   env=gateway.environment, stdout=subprocess.PIPE, text=True)
        assert process.stdout.readline(), 'no notification'
        took.append(1000 * (time.monotonic() - begin))
        process.communicate()
    return took


def connect(programs, folder):
    gateway = Gateway(programs[0], folder)
    process, address = peripheral(programs, gateway)
    median = lambda values: sorted(values)[len(values) // 2]
    ours = median(asyncio.run(first_notification(gateway, address, 15)))
    direct = median(command_line(programs, gateway, address, 15))
    row('connect to first notification, ms: proxy, accessory gatt notify', f'{ours:.0f}', f'{direct:.0f}', f'{ours / direct:.2f} x')
    process.kill()
    process.wait()
    gateway.close()


async def task_duration(url):
    from browser import Browser
    async with Browser() as browser:
        await browser.call('Page.navigate', url=url)
        await browser.until("document.querySelectorAll('#rows tr').length >= 500")
        before, start = await browser.metric('TaskDuration'), time.monotonic()
        await asyncio.sleep(20)
        return (await browser.metric('TaskDuration') - before) / (time.monotonic() - start)


def page(programs, folder):
    from browser import chromium
    if not chromium():
        row('page: SKIPPED: no Chromium (apt install chromium)')
        return
    source = capture(folder, 'page', '--devices', 500, '--reports', 60 * 60, '--rate', 60)
    shares = []
    for _ in range(3):
        gateway = Gateway(programs[0], folder, source, sections='throttle: {interval: 0s}\n')
        shares.append(100 * asyncio.run(task_duration(f'http://127.0.0.1:{gateway.page}/')))
        gateway.close()
    row('page, 500 devices, 60 updates/s: TaskDuration, % of a core', f'{min(shares):.1f}')


def memory(programs, folder):
    """Prints the maximum over 55 s with 1000 devices, a broker, two proxy clients and an open page."""
    from gateway import Mosquitto
    broker = Mosquitto(folder)
    source = capture(folder, 'memory', '--devices', 1000, '--reports', 60 * 500, '--rate', 500)
    gateway = Gateway(programs[0], folder, source, sections=f'mqtt: {{brokers: [mqtt://127.0.0.1:{broker.port}]}}\n')
    crowd = clients(gateway, 2)
    events = urllib.request.urlopen(f'http://127.0.0.1:{gateway.page}/events')
    threading.Thread(target=lambda: [None for _ in events], daemon=True).start()
    most = {'RssAnon': 0, 'VmRSS': 0}
    for _ in range(110):
        for field in most:
            most[field] = max(most[field], gateway.memory(field))
        time.sleep(0.5)
    row('1000 devices, all sinks, page open, MB: RssAnon, RSS', *(f'{value:.1f}' for value in most.values()))
    for process in crowd:
        process.kill()
        process.wait()
    gateway.close()
    broker.stop()


ROWS = [advertisements, connect, page, memory]


def main():
    if sys.argv[1] == '--client':
        return asyncio.run(client(int(sys.argv[2]), sys.argv[3]))
    programs, names = [os.path.abspath(path) for path in sys.argv[1:3]], sys.argv[3:]
    folder = tempfile.mkdtemp(prefix='proxy-')
    os.chmod(folder, 0o755)
    try:
        for one in ROWS:
            if not names or one.__name__ in names:
                one(programs, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


main()
