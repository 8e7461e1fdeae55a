"""A real Home Assistant as the client: what its entities show, and how often its events fire."""
import json, os, random, shutil, subprocess, time
from air import Air
from harness import Process, Skip, free_port, wait_for
from parts import HERE, Gateway, Mosquitto, Subscriber, bthome, presses, start_rooms


class HomeAssistant:
    """Home Assistant in the chroot of `gateway/Tests/venv homeassistant`."""

    def __init__(self, folder, port):
        cache = os.environ.get('XDG_CACHE_HOME', os.path.expanduser('~/.cache'))
        self.root = os.path.join(cache, 'swift-accessories/homeassistant')
        if not os.path.exists(self.root + '/complete') or os.geteuid():
            raise Skip('Home Assistant is not installed (gateway/Tests/venv homeassistant)')
        self.place = f'/tmp/test-{os.getpid()}'
        os.makedirs(self.root + self.place)
        shutil.copy(os.path.join(HERE, 'home_assistant.py'), self.root + self.place)
        self.log, self.port, self.process = folder + '/home-assistant.log', port, None

    def start(self):
        self.process = Process(['chroot', self.root, '/venv/bin/python', self.place + '/home_assistant.py', str(self.port),
                                self.place + '/config', str(free_port())], self.log)
        count = len(self.lines('started'))
        wait_for('Home Assistant', lambda: len(self.lines('started')) > count)
        return self

    def stop(self):
        self.process.stop()

    def remove(self):
        self.stop()
        shutil.rmtree(self.root + self.place)

    def lines(self, member):
        found = []
        for line in open(self.log, errors='replace'):
            if line.startswith('{') and line.endswith('}\n') and member in (one := json.loads(line)):
                found.append(one)
        return found

    def states(self, ending):
        """The states that an entity has had."""
        return [one['state'] for one in self.lines('entity') if one['entity'].endswith(ending)]

    def events(self, device):
        """The number of events that have fired for a button. The state is the time of the last one, also when it is available again."""
        return len({one['state'] for one in self.lines('entity')
                    if one['event'] == 'press' and one['state'] != 'unavailable' and device in one['entity']})

    def received(self, address):
        """The messages with a press that the MQTT client has received."""
        return [one['payload'] for one in self.lines('topic')
                if one['topic'].endswith(address) and '"button":"press"' in one['payload']]


class Presses:
    """The presses of one button, and what has arrived of them. One comes before the others, for the discovery."""

    def __init__(self, home, subscriber, history, number, count):
        self.home, self.subscriber, self.history, self.count = home, subscriber, history, count + 1
        self.value = 0xA4C138000010 + number
        self.address = f'{self.value:012X}'

    def first(self):
        # the name makes the entity's id
        name = f'knob{self.address[-2:].lower()}'.encode()
        return [(self.value, bytes([7, 9]) + name), (self.value, bthome(b'\x00\xff', b'\x3a\x01'))]

    def is_discovered(self):
        return any(f'knob{self.address[-2:].lower()}_button' in one['entity'] for one in self.home.lines('entity'))

    def frames(self):
        # the RSSI tells the presses of one millisecond apart; each has 20 frames
        return [(self.value, data, -60 - at // 20 % 30) for at, data in enumerate(presses(self.count - 1))]

    def of(self, subscriber):
        """The times in the presses that have arrived."""
        return [json.loads(m[2])['ts'] for m in subscriber.once()
                if m[1].endswith(self.address) and '"button":"press"' in m[2]]

    def settled(self, is_whole=True):
        """Waits until all have arrived as events or as history; returns the numbers of both, and of the fired events.

        `is_whole`: whether Home Assistant, which has no session, has received all."""
        def arrived():
            live, late = self.of(self.subscriber), self.of(self.history)
            # several may have the same millisecond
            return len(live) + len(late) >= self.count and (live, late)
        live, late = wait_for('all presses', arrived)
        wait_for('Home Assistant', lambda: not is_whole or len(self.home.received(self.address)) >= len(live))
        time.sleep(1)
        live, late, heard = self.of(self.subscriber), self.of(self.history), self.home.received(self.address)
        fired = self.home.events(self.address[-2:].lower())
        assert len(heard) == len(set(heard)) and len(heard) <= self.count, f'{len(heard)} of {self.count} presses'
        assert fired <= len(heard), f'{fired} events of {len(heard)} presses'
        # the first one comes before Home Assistant has read the discovery, and events of one millisecond are one
        assert fired > 0, f'{fired} events of {self.count} presses'
        assert len(live) + len(late) == self.count, f'{len(live)} and {len(late)} of {self.count} presses'
        return len(live), len(late), fired


class Home:
    def __init__(self, program, folder, long):
        self.program, self.folder, self.count = program, folder, 1000 if long else 50
        # the states of one device are refused
        self.broker = Mosquitto(folder, f'acl_file {folder}/rules\n')
        with open(folder + '/rules', 'w') as out:
            out.write('topic readwrite #\ntopic deny accessory/devices/A4C1380000FF\n')
        os.chmod(folder + '/rules', 0o600)
        self.broker.start()
        self.home = HomeAssistant(folder, self.broker.port).start()
        self.subscriber = Subscriber(self.broker.port, 'accessory/devices/#')
        self.history = Subscriber(self.broker.port, 'accessory/+/history/#', 'history')
        self.number, self.chance = 0, random.Random(6)

    def gateway(self, name, extra=''):
        where = os.path.join(self.folder, name)
        os.makedirs(where)
        gateway = Gateway(self.program, where, [self.broker.port], extra)
        gateway.rewrite('adapters: []\nthrottle: {interval: 0s}', 'adapters: [virtual]')
        return gateway

    def presses(self):
        self.number += 1
        return Presses(self.home, self.subscriber, self.history, self.number, self.count)

    def single(self, name, disturb=None, pause=(1, 3), others=()):
        """All presses over one gateway; `disturb` is called with its process at random, and returns the next one."""
        gateway, presses = self.gateway(name), self.presses()
        frames = []
        for at, frame in enumerate(presses.frames()):
            frames.append(frame)
            if others and at % 20 == 0:
                frames.append((others[0], bthome(b'\x02' + (2000 + at % 1000).to_bytes(2, 'little'))))
        air = Air(gateway.folder, presses.first(), 500)
        process = gateway.run(environment=air.environment)
        wait_for('the discovery', presses.is_discovered)
        time.sleep(2)
        air.sent, air.reports, air.is_scanning = 0, iter(frames), True
        while air.sent < len(frames):
            time.sleep(self.chance.uniform(*pause))
            if disturb and air.sent < len(frames):
                process = disturb(gateway, process, air)
        wait_for('the rest', lambda: gateway.metric('spool_messages') == 0)
        found = presses.settled(is_whole=name != 'stopped')
        assert process.stop() == 0, process.text()
        air.stop()
        return f'{name} {found[0]} + {found[1]} late, {found[2]} fired'

    def rotation(self):
        return self.single('rotation', pause=(0.1, 0.1))

    def birth(self):
        """Home Assistant's birth message, and a restart of it at the end, after which it receives no press again."""
        def disturb(gateway, process, air):
            subprocess.run(['mosquitto_pub', '-p', str(self.broker.port), '-t', 'homeassistant/status', '-m', 'online'], check=True)
            return process
        result = self.single('birth', disturb, (0.2, 0.6))
        count = len(self.home.lines('topic'))
        self.home.stop()
        self.home.start()
        time.sleep(5)
        again = [one for one in self.home.lines('topic')[count:] if '"button"' in one['payload']]
        assert not again, again
        return result

    def stopped(self):
        """The broker ends, and saves its sessions. What it loses when it is killed, no client can know."""
        # with an ACL file, mosquitto 2.0.11 queues nothing for the saved session of a client that is not back yet
        with open(self.broker.configuration) as file:
            lines = [line for line in file if not line.startswith('acl_file')]
        with open(self.broker.configuration, 'w') as file:
            file.writelines(lines)
        self.broker.stop()
        self.broker.start()

        def disturb(gateway, process, air):
            self.broker.stop()
            time.sleep(self.chance.uniform(0, 1))
            self.broker.start()
            wait_for('the gateway', lambda: gateway.metric('mqtt_up'))
            return process
        return self.single('stopped', disturb, (0.7, 3))

    def refused(self):
        """The broker refuses another device's states, and ends the connection each time."""
        return self.single('refused', others=[0xA4C1380000FF])

    def restarted(self):
        def disturb(gateway, process, air):
            assert process.stop() == 0, process.text()
            process = gateway.run(environment=air.environment)
            wait_for('the scan', lambda: gateway.metric('adapter_up{adapter="virtual"}'))
            return process
        return self.single('restarted', disturb, (0.1, 2))

    def two(self):
        """Two gateways of a group, which receive different frames of each press."""
        presses = self.presses()
        folder = os.path.join(self.folder, 'two')
        os.makedirs(folder)
        rooms = start_rooms(self.program, folder, 2 * [[self.broker.port]], ['attic', 'kitchen'], hold='1s')
        for room in rooms:
            for frame in presses.first():
                room.send(*frame)
        wait_for('the discovery', presses.is_discovered)
        time.sleep(2)
        for at, frame in enumerate(presses.frames()):
            for room in {self.chance.choice(rooms)} | {room for room in rooms if self.chance.random() < 0.5}:
                room.send(*frame)
            if at % 20 == 19:  # both rooms hear a press at the same time
                wait_for('the frames', lambda: not any(room.queue for room in rooms))
        wait_for('the rest', lambda: all(room.is_done() for room in rooms))
        found = presses.settled()
        for room in rooms:
            assert room.process.stop() == 0, room.process.text()
            room.air.stop()
        return f'two gateways {found[0]} + {found[1]} late, {found[2]} fired'

    def constant(self):
        """A sensor whose value does not change is available at once, and when its discovery grows."""
        gateway = self.gateway('constant')
        frame = 0xA4C1380000EE, b'\x07\x09steady' + bthome(b'\x02\xd0\x07')[3:]
        air = Air(gateway.folder, [], 100)
        air.reports = iter(lambda: frame, None)
        process = gateway.run(environment=air.environment)

        def is_there():
            states = self.home.states('steady_temperature')
            return states and states[-1] == '20'
        began = time.monotonic()
        wait_for('the temperature', is_there)
        first = time.monotonic() - began
        count = len(self.home.states('steady_temperature'))
        battery = frame[0], b'\x07\x09steady' + bthome(b'\x01\x32')[3:]
        air.reports = iter([battery, *[frame] * 1_000_000])
        wait_for('the battery', lambda: self.home.states('steady_battery')[-1:] == ['50'])
        time.sleep(3)
        assert is_there(), self.home.states('steady_temperature')
        lost = self.home.states('steady_temperature')[count:].count('unavailable')
        assert process.stop() == 0, process.text()
        air.stop()
        assert first < 60, f'{first:.0f} s'
        return f'a constant sensor is there after {first:.0f} s, {lost} times unavailable since'


def home(program, folder, long):
    """Each of 50 or (--long) 1000 presses fires once at most in Home Assistant, and arrives at a subscriber with a session, under six
    disturbances; a constant sensor is available."""
    all = Home(program, folder, long)
    results = [step() for step in (all.constant, all.rotation, all.two, all.birth, all.refused, all.restarted, all.stopped)]
    all.subscriber.stop()
    all.history.stop()
    all.home.remove()
    all.broker.stop()
    return f'of {all.count} presses each: ' + '; '.join(results)
