#!/usr/bin/env python3
"""Tests the gateway's Bluetooth proxy and page with their clients, on the virtual air.

test.py GATEWAY ACCESSORY [--long] [SCENARIO...]

Needs a Python environment with aioesphomeapi, bleak-esphome and habluetooth. `check` runs client.py, and the harness in ../shared
if it is present. A scenario that cannot run prints SKIPPED, and the exit code is 75.
"""
import asyncio, http.client, importlib.util, json, os, random, re, resource, shutil, signal, socket, subprocess, sys, time, urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
HARNESS = os.path.join(HERE, '../../../../shared/peers/gateway/check_proxy.py')
sys.path.insert(0, os.path.dirname(HERE))
from harness import HANG, Leashed, Process, Skip, answers, free_port, run, wait_for

HELLO, PING = b'\0\x05\x01\x0a\x03abc', b'\0\0\x07'


def need_module(name):
    if not importlib.util.find_spec(name):
        raise Skip(f'{name} is not installed')


def need_browser():
    need_module('websockets')
    from browser import chromium
    if not chromium():
        raise Skip('chromium is not installed')


class Setup:
    """A gateway and a simulated SensorTag on a separate virtual air."""

    def __init__(self, programs, folder, extra='', page_host='127.0.0.1', proxy_host='127.0.0.1'):
        self.folder, self.port, self.page, self.metrics_port = folder, free_port(), free_port(), free_port()
        self.processes = []
        self.environment = dict(os.environ, XDG_RUNTIME_DIR=folder)
        with open(os.path.join(folder, 'gateway.yaml'), 'w') as out:
            out.write(f'name: attic\nstate: {folder}/state\nadapters: [virtual]\nmetrics: 127.0.0.1:{self.metrics_port}\n'
                      f'page: {{listen: "{page_host}:{self.page}"}}\nproxy:\n  listen: {proxy_host}:{self.port}\n{extra}')
        self.program = programs[0]
        self.start_gateway()
        self.start('tag', programs[1], 'simulate', 'sensortag', '--adapter', 'virtual')
        self.address = wait_for('the tag', lambda: re.search(r' as (\S+) on', self.text('tag'))).group(1)

    def start_gateway(self):
        self.gateway = self.start('gateway', self.program, 'run', os.path.join(self.folder, 'gateway.yaml'))
        wait_for('the proxy', lambda: answers(self.port) and answers(self.page))

    def start(self, name, *arguments):
        with open(os.path.join(self.folder, name + '.log'), 'wb') as out:
            process = Leashed(arguments, stdout=out, stderr=out, stdin=subprocess.DEVNULL, env=self.environment)
        self.processes.append(process)
        Process.all.append(process)
        return process

    def text(self, name):
        return open(os.path.join(self.folder, name + '.log'), errors='replace').read()

    def key(self):
        path = os.path.join(self.folder, 'state/proxy.key')
        assert os.stat(path).st_mode & 0o777 == 0o600, oct(os.stat(path).st_mode)
        return open(path).read().strip()

    def memory(self):
        """Anonymous resident memory, kB."""
        status = open(f'/proc/{self.gateway.pid}/status').read()
        return int(re.search(r'RssAnon:\s+(\d+)', status).group(1))

    def processor_time(self):
        """CPU time of the gateway in seconds."""
        fields = open(f'/proc/{self.gateway.pid}/stat').read().rsplit(')', 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')

    def metrics(self):
        with urllib.request.urlopen(f'http://127.0.0.1:{self.page}/api/state', timeout=HANG) as answer:
            return {name + labels: value for name, labels, value, _ in json.load(answer)['metrics']}

    def close(self):
        while self.processes:
            process = self.processes.pop()
            process.terminate()
            assert process.wait(HANG) in (0, 130, -15), (process.args, process.returncode)


def check(programs, folder, long):
    """Runs Home Assistant's libraries against the proxy, with and without encryption."""
    need_module('bleak_esphome')
    report = []
    for name, extra in (('plaintext', '  encryption: false\n'), ('Noise', '')):
        where = os.path.join(folder, name)
        os.makedirs(where)
        setup = Setup(programs, where, extra)
        key = [] if extra else [setup.key()]
        own = [os.path.join(HERE, 'client.py'), '127.0.0.1', str(setup.port), setup.address] + key
        commands = [own]
        if os.path.exists(HARNESS):
            base = '0451-4000-b000-000000000000'
            commands += [[HARNESS, f'127.0.0.1:{setup.port}', '--device', setup.address, '--two', '--ha', '--pair', '--write',
                       f'f000aa02-{base}=01', '--notify', f'f000aa01-{base}'] + (['--psk'] + key if key else [])]
        for command in commands:
            result = subprocess.run([sys.executable, *command], capture_output=True, text=True, timeout=5 * HANG)
            assert result.returncode == 0, result.stdout + result.stderr
        report.append(f'{name} {result.stdout.strip().splitlines()[-1]}')
        setup.close()
    return ', '.join(report)


def answers_ping(port):
    with socket.create_connection(('127.0.0.1', port), HANG) as s:
        s.settimeout(HANG)
        s.sendall(HELLO + PING)
        got = b''
        while b'\0\0\x08' not in got:
            more = s.recv(4096)
            assert more, 'closed'
            got += more
    return True


def messages(data):
    """The types of the complete plaintext messages in `data`."""
    at, types = 0, []
    while at + 3 <= len(data):
        numbers, next = [], at + 1
        for _ in range(2):
            number = shift = 0
            while next < len(data):
                byte, next = data[next], next + 1
                number |= (byte & 0x7f) << shift
                shift += 7
                if byte < 0x80:
                    break
            numbers.append(number)
        if next + numbers[0] > len(data):
            break
        types.append(numbers[1])
        at = next + numbers[0]
    return types


class Client:
    """A plaintext client that reads its answers."""

    def __init__(self, port, *requests):
        self.socket, self.data = socket.create_connection(('127.0.0.1', port), HANG), b''
        self.socket.settimeout(HANG)
        self.send(HELLO, *requests)

    def send(self, *requests):
        self.socket.sendall(b''.join(requests))

    def receive(self, condition):
        while not condition(types := messages(self.data)):
            more = self.socket.recv(1 << 20)
            assert more, 'closed'
            self.data += more
        return types


def flood(setup):
    """Four clients flood the gateway. Returns the maximum number of one client's requests answered before a fifth client's request."""
    pings, subscribe, set_mode = 20000, b'\0\x02\x42\x08\x01', b'\0\x02\x7f\x08\x01'
    crowd = [Client(setup.port, subscribe) for _ in range(4)]
    polite = Client(setup.port, subscribe)
    for client in (*crowd, polite):
        client.receive(lambda types: 126 in types)
    # the gateway is stopped, so that all requests are in the kernel when it continues
    setup.gateway.send_signal(signal.SIGSTOP)
    for client in crowd:
        client.send(PING * pings)
    polite.send(set_mode)
    setup.gateway.send_signal(signal.SIGCONT)
    # the report of the mode change (type 126) lies between the answers (type 8) of each client
    before = []
    for client in crowd:
        types = client.receive(lambda types: types.count(8) == pings)
        before.append(types[:len(types) - types[::-1].index(126) - 1].count(8))
        client.socket.close()
    polite.socket.close()
    assert max(before) <= 2 * 1024 // len(PING), f'{before} requests of other clients were answered first'
    return max(before)


def half_requests(port, path):
    """300 half requests leave an HTTP server usable, and are closed. Returns the time until then."""
    crowd = []
    for _ in range(300):
        crowd.append(socket.create_connection(('127.0.0.1', port), HANG))
        crowd[-1].sendall(b'GET / HTTP/1.1\r\nHost: local')
    began = time.monotonic()
    with urllib.request.urlopen(f'http://127.0.0.1:{port}{path}', timeout=HANG) as answer:
        assert answer.status == 200
    took = time.monotonic() - began
    for one in crowd:
        try:
            assert one.recv(1) == b''
        except ConnectionResetError:
            pass
        one.close()
    return took


def hostile(programs, folder, long):
    """Random bytes, oversized frames, half requests, slow clients, a flood and 1000 connections: memory stays bounded, and other
    clients are served."""
    setup = Setup(programs, folder, '  encryption: false\n')
    before, source = setup.memory(), random.Random(22)
    frames = [b'', b'\0', b'\1', b'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n', HELLO, b'\0\xff\xff\x03\x07']
    for _ in range(3000 if long else 300):
        for port in (setup.port, setup.page):
            with socket.create_connection(('127.0.0.1', port), HANG) as s:
                try:
                    s.sendall(source.choice(frames) + source.randbytes(source.randrange(3000)))
                except OSError:
                    pass  # the gateway has already closed the connection
    assert answers_ping(setup.port)
    for port, path in (setup.page, '/api/state'), (setup.metrics_port, '/metrics'):
        # not after the time in which a half request is closed
        assert (took := half_requests(port, path)) < 4, f'{took:.1f} s'
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))
    crowd = []
    for _ in range(1000):
        s = socket.create_connection(('127.0.0.1', setup.port), HANG)
        s.setblocking(False)
        crowd.append(s)
    assert answers_ping(setup.port)
    for s in crowd:
        s.close()
    # clients that send many requests and read no answers
    slow = [socket.create_connection(('127.0.0.1', setup.port), HANG) for _ in range(20)]
    for s in slow:
        s.settimeout(0.2)
        try:
            s.sendall(HELLO + b'\0\x02\x42\x08\x01')
            s.sendall(PING * 2000)
        except OSError:
            pass
    assert answers_ping(setup.port)
    for s in slow:
        s.close()
    most = flood(setup)
    metrics = wait_for('the crowd to go', lambda: (m := setup.metrics())['proxy_clients'] <= 1 and m)
    assert metrics['proxy_links'] == 0
    after = setup.memory()
    assert after < before + 40000, f'{before} kB before, {after} kB after'
    setup.close()
    return f'{before // 1000} MB before, {after // 1000} MB after, at most {most} requests of a flood answered before another client\'s'


def crowd(programs, folder, long):
    """Clients that connect and disappear leave no link behind, and memory does not grow."""
    need_module('aioesphomeapi')
    from aioesphomeapi import APIClient
    setup = Setup(programs, folder, '  encryption: false\n')
    tags = [setup.address]
    for number in range(7):
        name = f'tag{number}'
        setup.start(name, programs[1], 'simulate', 'sensortag', '--adapter', 'virtual')
        tags.append(wait_for(name, lambda: re.search(r' as (\S+) on', setup.text(name))).group(1))
    seconds, source, links, memory, failures = (600 if long else 15), random.Random(8), [0], [], []

    async def client(end):
        while time.monotonic() < end:
            one = APIClient('127.0.0.1', setup.port, None)
            await one.connect(login=True)
            address, kinds, states = int(source.choice(tags).replace(':', ''), 16), {}, []
            one.subscribe_bluetooth_le_raw_advertisements(
                lambda message: kinds.update((a.address, a.address_type) for a in message.advertisements))
            try:
                while address not in kinds:
                    await asyncio.sleep(0.02)
                await one.bluetooth_device_connect(address, lambda *s: states.append(s), timeout=30, feature_flags=255, address_type=kinds[address])
                if states and states[-1][0]:
                    links[0] += 1
                    await one.bluetooth_gatt_get_services(address)
                    await asyncio.sleep(source.random())
            except Exception as error:
                failures.append(repr(error))  # the device may be in use by another client, or lost; only the remaining links matter
            await one.disconnect(force=source.random() < 0.7)

    async def run():
        end = time.monotonic() + seconds
        tasks = [asyncio.create_task(client(end)) for _ in range(20)]
        while time.monotonic() < end:
            await asyncio.sleep(seconds / 10)
            memory.append(setup.memory())
        await asyncio.gather(*tasks)

    asyncio.run(run())
    metrics = wait_for('all links to end', lambda: (m := setup.metrics())['proxy_links'] == 0 and m['proxy_clients'] == 0 and m)
    assert links[0] > 0, failures[:5]
    assert memory[-1] < memory[len(memory) // 3] * 1.25 + 3000, memory
    setup.close()
    return f'{links[0]} links, none left; RssAnon {min(memory) // 1000} to {max(memory) // 1000} MB'


def vanished(programs, folder, long):
    """The link of a client whose machine has lost its network is released."""
    need_module('aioesphomeapi')
    from aioesphomeapi import APIClient
    name, command = f'vanished{os.getpid()}', os.path.join(HERE, 'holder.py')
    host, there = f'g{os.getpid() % 10000}a', f'g{os.getpid() % 10000}b'

    def ip(*arguments):
        return subprocess.run(['ip', *arguments], capture_output=True, text=True)

    if ip('netns', 'add', name).returncode:
        raise Skip('network namespaces need root')
    setup = None
    try:
        ip('link', 'add', host, 'type', 'veth', 'peer', 'name', there, 'netns', name)
        ip('addr', 'add', '198.18.22.1/24', 'dev', host)
        ip('-n', name, 'addr', 'add', '198.18.22.2/24', 'dev', there)
        for arguments in (('link', 'set', host, 'up'), ('-n', name, 'link', 'set', there, 'up')):
            assert not ip(*arguments).returncode, arguments
        setup = Setup(programs, folder, '  encryption: false\n', proxy_host='0.0.0.0')
        setup.start('holder', 'ip', 'netns', 'exec', name, sys.executable, command, '198.18.22.1', str(setup.port), setup.address)
        wait_for('the link', lambda: 'connected' in setup.text('holder'))

        async def watch():
            client, held = APIClient('127.0.0.1', setup.port, None), []
            await client.connect(login=True)
            client.subscribe_bluetooth_connections_free(lambda free, limit, addresses: held.append(list(addresses)))
            while not held:
                await asyncio.sleep(0.01)
            assert held[-1], 'the link is not held'
            ip('link', 'set', host, 'down')
            begin = time.monotonic()
            while held[-1]:
                await asyncio.sleep(0.01)
                assert time.monotonic() < begin + HANG, 'the link is still held'
            await client.disconnect()
            return time.monotonic() - begin

        took = asyncio.run(watch())
        setup.processes.pop().kill()
        setup.close()
    finally:
        ip('netns', 'del', name)
    # the kernel's keep-alive timers take 9 s; ESPHome takes 150 s
    assert took < 15, f'{took:.1f} s'
    return f'freed after {took:.1f} s'


def luminance(color):
    parts = [int(v) / 255 for v in re.findall(r'\d+', color)[:3]]
    return sum(w * (v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4) for w, v in zip((0.2126, 0.7152, 0.0722), parts))


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


# returns the text and background colours of each visible element
CONTRAST = """[...document.querySelectorAll('h1, h2, a, th, td, small, em, code, p, label, button, dt, dd, #count, li, time, figcaption, output')]
    .filter(e => e.offsetParent && e.textContent.trim()).map(e => { let b = e; const none = 'rgba(0, 0, 0, 0)';
    while (b && getComputedStyle(b).backgroundColor === none) b = b.parentElement;
    return [getComputedStyle(e).color, b ? getComputedStyle(b).backgroundColor : 'rgb(255, 255, 255)']; })"""


def page(programs, folder, long):
    """Uses the page in Chromium: sorts, filters, opens a device, waits for a reading; by keyboard, in dark mode and on a phone. Checks
    the contrast of all texts."""
    need_browser()
    from browser import Browser
    setup = Setup(programs, folder, 'throttle: {interval: 0s}\n')
    bthome = '020106' + '0a16d2fc4002{}03bf13' + '0709' + b'Attic1'.hex()
    advertise = lambda name, value: setup.start(
        name, programs[1], 'advertise', 'raw', '--adapter', 'virtual', bthome.format(value))
    advertise('one', 'ca09')
    url, pictures, seen = f'http://127.0.0.1:{setup.page}/', os.environ.get('PICTURES'), []

    async def look(browser, name):
        least = min(contrast(*pair) for pair in await browser.evaluate(CONTRAST))
        assert least >= 4.5, f'{name}: a contrast of {least:.1f}'
        seen.append(least)
        if pictures:
            await browser.screenshot(os.path.join(pictures, name + '.png'))

    async def targets(b):
        """Nothing to press is smaller than 40 points."""
        small = await b.evaluate("""[...document.querySelectorAll('a, button, input[type=search], .bar label')].filter(e => e.offsetParent)
            .map(e => [e.textContent || e.id, e.getBoundingClientRect()]).filter(([, r]) => r.height < 40).map(([t, r]) => t + ' ' + r.height)""")
        assert not small, small

    async def operators(b):
        """The sentence, the devices that need attention, the order of names, and readings without a trend."""
        assert await b.evaluate("document.querySelector('#summary').textContent") == '2 sensors.'
        await targets(b)
        await b.evaluate("""for (const [a, n, age, battery] of [['0A', 'Room 10', 0, 80], ['0B', 'room 2', 3599e3, 15], ['0C', 'Room 1', 3601e3, 14]])
            take({ a: '0000000000' + a, n, p: 'x', t: Date.now() + offset - age, s: [], v: [['battery', battery, '%']] }); order(); summary()""")
        rows = """[...document.querySelectorAll('#rows tr')].filter(r => r.dataset.address.startsWith('0000000000'))"""
        await b.until("document.querySelectorAll('#rows tr.alert').length === 1")
        texts = await b.evaluate(rows + ".map(r => r.querySelector('a').textContent + ':' + r.querySelector('em').textContent + ':' + r.cells[1].colSpan)")
        assert texts == ['Room 1:silent for 1 h, battery weak:2', 'room 2::2', 'Room 10::2'], texts
        sentence = await b.evaluate("document.querySelector('#summary').textContent")
        assert sentence == '1 sensor silent; 1 battery weak; 5 sensors.', sentence
        for change, words in (
                ("['mqtt_up', '', 0, ''], ['mqtt_changed_milliseconds', '', Date.now() + offset - 245e3, ''], ['spool_messages', '', 2061, '']",
                 'Broker down for 4 min, 2,061 messages waiting; 1 sensor silent; 1 battery weak; 5 sensors.'),
                ("['mqtt_up', '', 1, ''], ['spool_messages', '', 0, ''], ['dropped_total', '{reason=\"age\"}', 3, '']",
                 '3 messages lost; 1 sensor silent; 1 battery weak; 5 sensors, all delivered.'),
                ("['adapter_up', '{adapter=\"hci1\"}', 0, ''], ['spool_messages', '', 1, ''], ['mqtt_up', '', 1, '']",
                 'Adapter hci1 does not scan; 1 sensor silent; 1 battery weak; 5 sensors, 1 message on the way.')):
            found = await b.evaluate('{ const kept = latest; latest = { metrics: [' + change + '] }; summary(); latest = kept; }'
                                     "document.querySelector('#summary').textContent")
            assert found == words, found
        await look(b, 'attention')
        await b.evaluate(rows + ".forEach(r => { devices.delete(r.dataset.address); r.remove(); }); order(); summary()")

    async def many(b):
        """35060 addresses: only the rows near the visible part are in the document."""
        await b.evaluate("""accept({ lines: [], devices: Array.from({ length: 35060 }, (_, i) => (
            { a: (0xD00000000000 + i).toString(16).toUpperCase(), p: 'x', t: Date.now() + offset, s: [], v: [] })) }); order()""")
        for place, address in (0, None), ('document.documentElement.scrollHeight', 'D000000088F3'):
            await b.evaluate(f'scrollTo(0, {place})')
            if address:
                await b.until(f"document.querySelector('#rows tr:last-child').dataset.address === '{address}'")
            nodes = await b.evaluate("document.querySelectorAll('*').length")
            assert nodes < 2000, f'{nodes} nodes'
        # by keyboard from the last one to the one before, and from the first one
        await b.evaluate("document.querySelector('#rows tr:last-child a').focus()")
        await b.key('ArrowUp')
        assert await b.evaluate("document.activeElement.closest('tr').dataset.address") == 'D000000088F2'
        await b.evaluate('document.activeElement.blur(); scrollTo(0, 0)')
        await b.key('ArrowDown')
        assert await b.evaluate("document.activeElement.closest('tr') === document.querySelector('#rows tr')")
        await b.evaluate("accept({ lines: [], devices: [], forgotten: [...devices.keys()].filter(a => a.startsWith('D0000')) }); order()")
        await b.until("document.querySelectorAll('#rows tr').length === 3")

    async def again(b):
        """What is missed is loaded, and a restart of the gateway is noticed: no line of the log is left out, and no device stays."""
        ghost = "take({ a: '00000000000F', n: 'Ghost', p: 'x', t: Date.now(), s: [], v: [] }); order()"
        gone = "![...document.querySelectorAll('#rows tr')].some(r => r.textContent.includes('Ghost'))"
        await b.evaluate(ghost)
        assert not await b.evaluate(gone)
        await b.evaluate('lastEvent -= 2')
        await b.until(gone)
        await b.evaluate(ghost + "; lastLine = 1e6")
        setup.close()
        await b.until("document.querySelector('#link').textContent.startsWith('Connection lost')")
        setup.start_gateway()
        await b.until("document.querySelector('#link').textContent === 'Live'")
        await b.until(gone)
        assert await b.evaluate("lastLine < 1e6 && document.querySelector('#lines').textContent.includes('127.0.0.1')")

    async def wide():
        async with Browser() as b:
            await b.call('Page.navigate', url=url)
            await b.until("document.querySelectorAll('#rows tr').length === 2")
            await b.until("document.querySelector('#rows').textContent.includes('25.06 °C')")
            first = "document.querySelector('#rows tr a').textContent"
            for _ in range(2):
                await b.evaluate("document.querySelector('th[data-sort=name] button').click()")
                seen.append(await b.evaluate(first))
            assert seen[-1] != seen[-2], seen
            assert await b.evaluate("document.querySelector('th[data-sort=name]').ariaSort") == 'ascending'
            advertise('two', '3408')
            await b.until("document.querySelector('#rows').textContent.includes('21 °C')")
            assert await b.evaluate("document.querySelectorAll('#rows tr').length") == 3
            await look(b, 'devices')
            await operators(b)
            await many(b)
            # with the keyboard: filter, move down, open, go back
            await b.key('/')
            await b.call('Input.insertText', text='tag')
            await b.until("document.querySelectorAll('#rows tr').length === 1")
            await b.key('Escape')
            await b.until("document.querySelectorAll('#rows tr').length === 3")
            await b.key('ArrowDown')
            await b.evaluate("document.activeElement.blur()")
            await b.key('ArrowDown')
            await b.key('Enter', '\r')
            await b.until("location.hash.startsWith('#/device/') && !document.querySelector('#device').hidden")
            await b.until("document.querySelector('#charts').textContent.includes('temperature')", 30)
            # a new device's time axis begins at its first sample
            assert await b.evaluate('period().end - period().begin < 600000'), 'an axis longer than the device is known'
            await look(b, 'device')
            await b.key('Escape')
            await b.until("!document.querySelector('#devices').hidden")
            # the focus returns to the device, and is never on a hidden element
            assert await b.evaluate("document.activeElement.closest('tr').dataset.address === document.querySelector('#rows tr').dataset.address")
            for name in ('health', 'log'):
                await b.evaluate(f"location.hash = '#/{name}'")
                await b.until(f"!document.querySelector('#{name}').hidden && document.querySelector('#{name}').textContent.includes('virtual')")
                await look(b, name)
                await targets(b)
            assert await b.evaluate("document.activeElement !== document.body && !!document.activeElement.offsetParent"), 'the focus is lost'
            # words with the metric beside
            found = await b.evaluate("[...document.querySelectorAll('#sinks tr')].map(r => r.textContent).find(t => t.includes('adapter_up'))")
            assert found == 'The adapter scans: virtualadapter_up{adapter="virtual"}yes', found
            assert not await b.evaluate("[...document.querySelectorAll('#sinks tr')].some(r => !r.querySelector('code').textContent)")
            await b.call('Emulation.setEmulatedMedia', features=[{'name': 'prefers-color-scheme', 'value': 'dark'}])
            for name in ('devices', 'health'):
                await b.evaluate(f"location.hash = '#/{name.replace('devices', '')}'")
                await asyncio.sleep(1)
                await look(b, name + '-dark')
            assert not b.errors, b.errors

    async def phone():
        async with Browser(390, 800) as b:
            await b.call('Page.navigate', url=url)
            await b.until("document.querySelectorAll('#rows tr').length === 3")
            assert await b.evaluate('document.documentElement.scrollWidth <= innerWidth'), 'wider than the phone'
            await targets(b)
            await look(b, 'phone')
            await b.call('Emulation.setEmulatedMedia', features=[{'name': 'prefers-color-scheme', 'value': 'dark'}])
            await asyncio.sleep(1)
            await look(b, 'phone-dark')
            assert not b.errors, b.errors

    async def restarted():
        async with Browser() as b:
            await b.call('Page.navigate', url=url)
            await b.until("document.querySelectorAll('#rows tr').length === 3")
            await again(b)

    asyncio.run(wide())
    asyncio.run(phone())
    asyncio.run(restarted())
    setup.close()
    return f'least contrast {min(v for v in seen if not isinstance(v, str)):.1f}, no console error'


def token(programs, folder, long):
    """Other machines need the page's token, no request changes anything, and a page of another site cannot read it."""
    setup = Setup(programs, folder, page_host='0.0.0.0')
    path = os.path.join(folder, 'state/page.token')
    assert os.stat(path).st_mode & 0o777 == 0o600, oct(os.stat(path).st_mode)
    key = open(path).read().strip()

    def ask(path, method='GET', port=setup.page, **headers):
        connection = http.client.HTTPConnection('127.0.0.1', port, timeout=HANG)
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.headers

    paths = ('/', '/page.js', '/page.css', '/api/state', '/api/history/020000000001', '/events')
    for path in paths:
        assert ask(path)[0] == 401, path
        assert ask(path, Authorization='Bearer ' + key[:-1] + 'x')[0] == 401, path
        assert ask(path, Cookie='accessory_gateway=')[0] == 401, path
        assert ask(path, Authorization='Bearer ' + key)[0] == 200, path
    assert ask('/?token=' + key[::-1])[0] == 401
    # connections without the token do not keep out those with it
    crowd = [http.client.HTTPConnection('127.0.0.1', setup.page, timeout=HANG) for _ in range(200)]
    for one in crowd:
        one.request('GET', '/events')
    assert ask('/api/state', Authorization='Bearer ' + key)[0] == 200
    for one in crowd:
        one.close()
    status, headers = ask('/?token=' + key)
    cookie = headers['Set-Cookie'].split(';')[0]
    assert status == 303 and 'HttpOnly' in headers['Set-Cookie'] and key not in headers['Location']
    assert ask('/api/state', Cookie=cookie)[0] == 200
    for method in ('POST', 'PUT', 'DELETE', 'PATCH'):
        for path in paths:
            assert ask(path, method, Authorization='Bearer ' + key)[0] in (404, 405), (method, path)
    setup.close()
    local = Setup(programs, folder)
    assert ask('/', port=local.page)[0] == 200
    assert ask('/', port=local.page, Host='gateway.example')[0] == 403
    local.close()
    return 'only with the token; no request changes anything'


async def load_page(url):
    """Chromium's CPU time for 500 devices with 60 changes/s, as a share of one core."""
    from browser import Browser
    async with Browser() as b:
        await b.call('Page.navigate', url=url)
        await b.until("document.querySelector('#link')?.textContent === 'Live'")
        await b.evaluate("""(() => { let n = 0;
            const one = i => ({a: (0xC00000000000 + i).toString(16).toUpperCase(), n: 'Sensor ' + i, m: 'Xiaomi LYWSD03MMC', f: 'bthome', p: 'hci0',
                r: -40 - Math.floor(Math.random() * 50), t: Date.now(), v: [['temperature', 20 + Math.random(), '°C'], ['humidity', 40 + n % 20, '%']],
                s: Array.from({length: 40}, Math.random)});
            accept(JSON.parse(JSON.stringify({devices: Array.from({length: 500}, (_, i) => one(i)), lines: []})));
            setInterval(() => { const text = JSON.stringify({devices: Array.from({length: 30}, () => one(n++ % 500)), lines: []}); accept(JSON.parse(text)); }, 500); })()""")
        await asyncio.sleep(3)
        before, start = await b.metric('TaskDuration'), time.monotonic()
        await asyncio.sleep(10)
        return ((await b.metric('TaskDuration')) - before) / (time.monotonic() - start)


def figures(programs, folder, long):
    """Prints the page's CPU time in the browser. It has no limit."""
    need_browser()
    setup = Setup(programs, folder)
    share = asyncio.run(load_page(f'http://127.0.0.1:{setup.page}/'))
    setup.close()
    return f'500 devices, 60 changes/s: {100 * share:.1f} % of a core'


# devices with trends, of which one is silent and one has a weak battery
EXAMPLE = """(() => {
  follow = load = () => {};
  const now = Date.now() + offset, wave = (mean, size) => Array.from({ length: 40 }, (_, i) => mean + size * Math.sin(i / 6));
  const one = (a, n, m, p, r, age, v, s) => ({ a, n, m, p, r, t: now - age * 1000, v, s });
  devices.clear();
  accept({ lines: [], devices: [
    one('A4C138000001', 'Attic', 'Xiaomi LYWSD03MMC', 'hci0', -67, 2, [['temperature', 24.6, '°C'], ['humidity', 41, '%'], ['battery', 87, '%']], wave(24, 1)),
    one('A4C138000002', 'Bath', 'Shelly BLU H&T', 'hci0', -58, 4, [['temperature', 22.1, '°C'], ['humidity', 63, '%'], ['battery', 9, '%']], wave(60, 8)),
    one('A4C138000003', 'Front door', 'Shelly BLU Door/Window', 'hci1', -74, 31, [['window', false, ''], ['illuminance', 120, 'lx'], ['battery', 76, '%']], wave(110, 20)),
    one('A4C138000004', 'Greenhouse', 'Ruuvi RuuviTag', 'hci1', -88, 7530, [['temperature', 17.3, '°C'], ['humidity', 78, '%'], ['pressure', 1013.2, 'hPa']], wave(17, 2)),
    one('A4C138000005', 'Sensor 2', 'BTHome sensor', 'hci0', -81, 9, [['co2', 612, 'ppm']], []),
    one('A4C138000006', 'Sensor 10', 'BTHome sensor', 'hci0', -79, 6, [['moisture', 34, '%']], wave(34, 1)),
    one('E6D0A3B21C09', undefined, undefined, 'hci0', -91, 1, [], wave(-90, 4))] });
  latest = { metrics: [['mqtt_up', '', 1, ''], ['spool_messages', '', 0, '']] };
  document.querySelector('#gateway').textContent = 'Gateway attic';
  order(); summary(); document.activeElement.blur();
})()"""


def pictures(programs, folder, long):
    """Draws the page's pictures for the documents, into the folder PICTURES if it is given."""
    need_browser()
    from browser import Browser
    target = os.environ.get('PICTURES', folder)
    setup = Setup(programs, folder)

    async def draw(width, height):
        async with Browser(width, height) as b:
            await b.call('Page.navigate', url=f'http://127.0.0.1:{setup.page}/')
            await b.until("document.querySelector('#link')?.textContent === 'Live'")
            await b.evaluate(EXAMPLE)
            for scheme in 'light', 'dark':
                await b.call('Emulation.setEmulatedMedia', features=[{'name': 'prefers-color-scheme', 'value': scheme}])
                await asyncio.sleep(1)
                await b.screenshot(os.path.join(target, f'page-{width}-{scheme}.png'))
    for size in (1280, 620), (390, 800):
        asyncio.run(draw(*size))
    setup.close()
    return '4 pictures'


SCENARIOS = [check, hostile, crowd, vanished, page, token]
PROGRAMS = [os.path.abspath(path) for path in sys.argv[1:3]]

run(SCENARIOS, [figures, pictures], [PROGRAMS], sys.argv[3:])
