"""The parts of the scenarios: brokers, a subscriber, gateways, and what sensors advertise."""
import http.client, os, re, shutil, sqlite3, subprocess, sys, threading, urllib.request
from harness import HANG, Leashed, Process, answers, free_port, need, secret, wait_for
from rooms import Room

HERE = os.path.dirname(os.path.abspath(__file__))


class Mosquitto:
    def __init__(self, folder, extra='', name=''):
        need('mosquitto', 'mosquitto_sub', 'mosquitto_pub')
        folder = os.path.join(folder, name)
        os.makedirs(folder, exist_ok=True)
        self.folder, self.port, self.process = folder, free_port(), None
        self.configuration = os.path.join(folder, 'mosquitto.conf')
        os.chmod(folder, 0o755)
        with open(self.configuration, 'w') as out:
            out.write(f'listener {self.port} 127.0.0.1\nallow_anonymous true\npersistence true\nuser root\n'
                      f'persistence_location {folder}/\nmax_queued_messages 0\nmax_inflight_messages 0\n{extra}')

    def start(self):
        program = shutil.which('mosquitto') or '/usr/sbin/mosquitto'
        self.process = Process([program, '-c', self.configuration], os.path.join(self.folder, 'mosquitto.log'))
        wait_for('mosquitto', lambda: answers(self.port))
        return self

    def stop(self):
        self.process.stop()


class Nats:
    def __init__(self, folder):
        need('nats-server', 'mosquitto_sub')
        self.folder, self.nodes = folder, [None] * 3
        self.ports = [free_port() for _ in range(3)]
        self.routes = [free_port() for _ in range(3)]
        routes = ', '.join(f'nats://127.0.0.1:{port}' for port in self.routes)
        for at in range(3):
            os.makedirs(f'{folder}/n{at}', exist_ok=True)
            with open(f'{folder}/n{at}/nats.conf', 'w') as out:
                out.write(f'server_name: n{at}\nlisten: 127.0.0.1:{free_port()}\n'
                          f'jetstream {{ store_dir: {folder}/n{at}/js, max_file: 512MB, max_mem: 64MB }}\n'
                          f'cluster {{ name: gw, listen: 127.0.0.1:{self.routes[at]}, routes: [ {routes} ] }}\n'
                          f'mqtt {{ listen: 127.0.0.1:{self.ports[at]}, ack_wait: "5s", max_ack_pending: 1000, '
                          f'stream_replicas: 3 }}\n')

    def start(self, at):
        program = shutil.which('nats-server') or '/usr/sbin/nats-server'
        self.nodes[at] = Process([program, '-c', f'{self.folder}/n{at}/nats.conf'], f'{self.folder}/n{at}/log')
        wait_for('nats-server', lambda: answers(self.ports[at]))

    def stop(self):
        for node in self.nodes:
            node.kill()


class Subscriber:
    """mosquitto_sub with a session that survives a restart of the broker."""

    def __init__(self, port, topic, name='sub', version='311', form='%r %t %p', qos=1):
        self.lines, self.lock = [], threading.Lock()
        # the places of messages that the broker sends for the second time, as the first one was not acknowledged
        self.repeated = set()
        self.process = Leashed(
            ['stdbuf', '-oL', 'mosquitto_sub', '-p', str(port), '-h', '127.0.0.1', '-q', str(qos), '-i', name, '-c', '-V', version, '-k',
             '5', '-t', topic, '-F', form, '-d'], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        Process.all.append(self.process)
        self.ready = threading.Event()
        threading.Thread(target=self.read, daemon=True).start()
        assert self.ready.wait(HANG), 'the subscriber could not connect'

    def read(self):
        is_repeated = False
        for line in self.process.stdout:
            if 'SUBACK' in line:
                self.ready.set()
            elif 'received PUBLISH (d' in line:
                is_repeated = 'received PUBLISH (d1' in line
            elif not line.startswith(('Client', 'Connection', 'Subscribed')):
                with self.lock:
                    if is_repeated:
                        self.repeated.add(len(self.lines))
                    self.lines.append(line.rstrip('\n'))

    def messages(self):
        with self.lock:
            return [line.split(' ', 2) for line in self.lines]

    def once(self):
        """The messages without those that the broker has sent for the second time."""
        kept, payloads = [], set()
        for at, message in enumerate(self.messages()):
            # a form may put the time before the payload
            what = message[1], message[2][message[2].index('{'):] if '{' in message[2] else message[2]
            if at not in self.repeated or what not in payloads:
                kept.append(message)
            payloads.add(what)
        return kept

    def numbers(self):
        found = set()
        for _, _, payload in self.messages():
            match = re.search(r'"count":(\d+)', payload)
            if match:
                found.add(int(match.group(1)))
        return found

    def stop(self):
        self.process.kill()
        self.process.wait()


class Gateway:
    def __init__(self, program, folder, ports, extra=''):
        self.program, self.folder, self.runs = program, folder, 0
        self.metrics_port = free_port()
        self.configuration = os.path.join(folder, 'gateway.yaml')
        brokers = ', '.join(f'mqtt://127.0.0.1:{port}' for port in ports)
        with open(self.configuration, 'w') as out:
            out.write(f'name: test\nstate: {folder}/state\nadapters: []\nthrottle: {{interval: 0s}}\n'
                      f'metrics: 127.0.0.1:{self.metrics_port}\nmqtt:\n  brokers: [{brokers}]\n{extra}')

    @property
    def spool(self):
        return os.path.join(self.folder, 'state', 'mqtt.sqlite')

    def run(self, *arguments, prefix=(), environment=None):
        self.runs += 1
        return Process([*prefix, self.program, 'run', self.configuration, *arguments],
                       os.path.join(self.folder, f'gateway-{self.runs}.log'), environment)

    def rewrite(self, old, new):
        with open(self.configuration) as file:
            text = file.read()
        assert old in text, old
        with open(self.configuration, 'w') as out:
            out.write(text.replace(old, new))

    def spooled(self):
        """The numbers of the readings on disk after the gateway was killed."""
        with sqlite3.connect(self.spool) as database:
            rows = database.execute('SELECT payload FROM message').fetchall()
        database.close()
        return {int(m.group(1)) for (p,) in rows if (m := re.search(rb'"count":(\d+)', bytes(p)))}

    def metric(self, name):
        """The value of a metric; None until the gateway serves it."""
        try:
            text = urllib.request.urlopen(f'http://127.0.0.1:{self.metrics_port}/metrics', timeout=10).read().decode()
        except (OSError, http.client.HTTPException):  # it may end meanwhile
            return None
        match = re.search(r'^accessory_gateway_' + re.escape(name) + r' (\S+)$', text, re.M)
        return float(match.group(1)) if match else None


def capture(folder, reports, first=0, devices=10, rate=1000, options=()):
    path = os.path.join(folder, f'capture-{first}.btsnoop')
    subprocess.run([sys.executable, os.path.join(HERE, 'capture.py'), path, '--devices', str(devices), '--reports',
                    str(reports), '--first', str(first), '--rate', str(rate), *options], check=True)
    return path


def finished(process):
    code = process.process.wait(HANG)
    assert code == 0, f'ended with {code}:\n' + process.text()[-2000:]


def bthome(*objects):
    """Advertising data with BTHome objects."""
    data = b'\x40' + b''.join(objects)
    return bytes([2, 1, 6, len(data) + 3, 0x16, 0xD2, 0xFC]) + data


def presses(count, first=0):
    """The frames of a button that is pressed `count` times. It sends each press five times, among three other frames."""
    beacon = bytes([26, 0xFF, 0x4C, 0, 2, 21]) + bytes(21)
    for press in range(first, first + count):
        for _ in range(5):
            yield bthome(bytes([0, press & 0xFF]), b'\x3a\x01')
            yield bthome(bytes([0, press + 128 & 0xFF]), b'\x02' + (2000 + press).to_bytes(2, 'little'))
            yield beacon
            yield b'\x06\x09Knobs'


def pressed(subscriber):
    return sum('"button":"press"' in m[2] for m in subscriber.once())


def retained(broker, topic):
    """The retained messages that a client started now receives: payloads by topic."""
    text = subprocess.run(['mosquitto_sub', '-p', str(broker.port), '-t', topic, '-F', '%r %t %p', '-W', '1'],
                          capture_output=True, text=True).stdout
    return {one.split(' ', 2)[1]: one.split(' ', 2)[2] for one in text.splitlines() if one.startswith('1 ')}


def start_rooms(program, folder, ports, names, extra='', hold='2s'):
    """Starts the gateways of a group.

    `ports`: for each of them, the ports of its brokers."""
    key, rooms = os.path.join(folder, 'gateways.key'), []
    with open(key, 'w') as out:
        out.write(secret('0123456789abcdef' * 4) + '\n')
    os.chmod(key, 0o600)
    for name, brokers in zip(names, ports):
        os.makedirs(os.path.join(folder, name))
        gateway = Gateway(program, os.path.join(folder, name), brokers, extra)
        rooms.append(Room(gateway, os.path.join(folder, name), key, names, name, hold).start())
    wait_for('the gateways', lambda: all(room.is_up() for room in rooms))
    return rooms
