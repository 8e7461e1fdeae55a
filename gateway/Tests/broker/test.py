#!/usr/bin/env python3
"""Runs accessory-gateway against real brokers and counts every reading end to end.

test.py PROGRAM [--long] [SCENARIO...]

Each scenario starts and stops its own brokers on loopback. If a broker is not installed, its scenarios print SKIPPED and the exit
code is 75. Needs only the standard library, mosquitto with its clients, and nats-server.
"""
import json, os, random, re, signal, socket, sqlite3, subprocess, sys, threading, time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path += [HERE, os.path.dirname(HERE)]
from air import Air, reports
from harness import HANG, Process, Skip, free_port, need, run, secret, wait_for
from parts import Gateway, Mosquitto, Nats, Subscriber, bthome, capture, finished, pressed, presses, retained, start_rooms
from home import home
from mishaps import mishaps
from walk import walk, walk_nats


def restart(program, folder, long):
    """Stops the broker for two seconds, once or (--long) twenty times."""
    broker = Mosquitto(folder).start()
    subscriber = Subscriber(broker.port, 'accessory/devices/#')
    gateway = Gateway(program, folder, [broker.port])
    count, rounds = 20_000, 20 if long else 1
    for at in range(rounds):
        process = gateway.run('--source', capture(folder, count, at * count))
        wait_for('the first readings', lambda: len(subscriber.numbers()) > at * count + count // 20)
        broker.stop()
        time.sleep(2)
        broker.start()
        finished(process)
        wanted = set(range((at + 1) * count))
        wait_for('all readings', lambda: subscriber.numbers() >= wanted or None)
    subscriber.stop()
    broker.stop()
    return f'{rounds * count} readings, {rounds} restarts, 0 lost'


def kills(program, folder, long):
    """Kills the gateway (SIGKILL) at random moments, 8 times or (--long) 50 times."""
    broker = Mosquitto(folder).start()
    subscriber = Subscriber(broker.port, 'accessory/devices/#')
    gateway = Gateway(program, folder, [broker.port])
    chance, rounds, count = random.Random(7), 50 if long else 8, 5000
    committed = set()
    for at in range(rounds):
        process = gateway.run('--source', capture(folder, count, at * count))
        wait_for('the first readings', lambda: any(n >= at * count for n in subscriber.numbers()))
        time.sleep(chance.uniform(0, 0.3))
        process.kill()
        committed |= gateway.spooled()
    last = capture(folder, 100, rounds * count)
    finished(gateway.run('--source', last))
    assert committed, 'nothing was on disk at any kill'
    committed |= set(range(rounds * count, rounds * count + 100))
    wait_for('all readings', lambda: subscriber.numbers() >= committed or None)
    subscriber.stop()
    broker.stop()
    return f'{rounds} kills, {len(committed)} readings that were on disk, 0 lost'


def nats(program, folder, long):
    """Kills (SIGKILL) the NATS node that the gateway publishes to. The nodes only support MQTT 3.1.1, which the gateway must detect."""
    cluster = Nats(folder)
    for at in range(3):
        cluster.start(at)
    # the first client creates the streams, which fails until the cluster has a leader (nats-server issue 3450)
    subscriber = None
    while subscriber is None:
        try:
            subscriber = Subscriber(cluster.ports[2], 'accessory/devices/#')
        except AssertionError:
            pass
    gateway = Gateway(program, folder, cluster.ports)
    count, rounds = 3000, 10 if long else 1
    for at in range(rounds):
        process = gateway.run('--source', capture(folder, count, at * count))
        wait_for('the first readings', lambda: len(subscriber.numbers()) > at * count + count // 20)
        victim = at % 2
        cluster.nodes[victim].kill()
        finished(process)
        wanted = set(range((at + 1) * count))
        wait_for('all readings', lambda: subscriber.numbers() >= wanted or None)
        cluster.start(victim)
        if rounds > 1:
            time.sleep(10)  # a restarted node restores its streams
    subscriber.stop()
    cluster.stop()
    return f'{rounds * count} readings, {rounds} nodes killed, 0 lost'


def discovery(program, folder, long):
    """Home Assistant receives each of 1000 devices and its value within 10 s after its birth message, and within 10 s after the
    restart of a broker that has lost its retained messages."""
    devices, broker = 1000, Mosquitto(folder).start()
    gateway = Gateway(program, folder, [broker.port],
                      '  expire_after: 2d\npresence: {devices: [{name: tag, address: "A4:C1:38:00:00:01"}]}\n')
    # each device publishes only once by itself; later messages answer the birth message or the restart
    gateway.rewrite('interval: 0s', 'interval: 1h, heartbeat: 1d')
    subscriber = Subscriber(broker.port, '#', 'ha')
    process = gateway.run('--source', capture(folder, 100_000, devices=devices, rate=1000, options=['--start', str(time.time())]), '--speed',
                          '1')

    def topics(prefix, start, kept):
        """The topics of messages since `start`; includes retained messages only if `kept`."""
        return {m[1] for m in subscriber.messages()[start:] if (kept or m[0] == '0') and m[1].startswith(prefix)}

    def whole(start, kept=False):
        return (len(topics('homeassistant/device/accessory_A4', start, kept)) == devices
                and topics('homeassistant/device/accessory_presence_tag/', start, kept)
                # after a restart of the broker alone, Home Assistant still has the devices' values
                and (kept or len(topics('accessory/devices/', start, kept)) == devices))

    def took(what, kept=False):
        start, began = len(subscriber.messages()), time.monotonic()
        what()
        wait_for('all devices', lambda: whole(start, kept))
        seconds = time.monotonic() - began
        assert seconds <= 10, f'{seconds:.1f} s'
        return seconds

    def birth():
        subprocess.run(['mosquitto_pub', '-p', str(broker.port), '-t', 'homeassistant/status', '-m', 'online'], check=True)

    def forget():
        broker.stop()
        for name in os.listdir(folder):
            if name.startswith('mosquitto.db'):
                os.remove(os.path.join(folder, name))
        broker.start()
    wait_for('all devices', lambda: whole(0))
    config = json.loads(next(m[2] for m in subscriber.messages() if m[1].startswith('homeassistant/device/accessory_A4')))
    assert config['cmps']['temperature']['dev_cla'] == 'temperature', config
    assert config['avty'][0]['t'] == 'accessory/test/status', config
    born, forgotten = took(birth), took(forget, kept=True)
    # the messages that a Home Assistant started now would receive
    kept = Subscriber(broker.port, '#', 'later')
    wait_for('the retained messages', lambda: len({m[1] for m in kept.messages() if m[1].endswith('/config')}) > devices)
    assert ['1', 'accessory/test/status', 'online'] in kept.messages()
    kept.stop()
    assert process.stop() == 0
    wait_for('offline', lambda: any(m[1].endswith('test/status') and m[2] == 'offline' for m in subscriber.messages()))
    subscriber.stop()
    broker.stop()
    return f'{devices} devices again {born:.1f} s after the birth message, {forgotten:.1f} s after the broker forgot'


def full(program, folder, long):
    """Fills the disk while the broker is down. Everything is delivered while the disk is full, over two restarts of the broker, and
    nothing but what was in flight then is sent twice."""
    disk = os.path.join(folder, 'disk')
    os.makedirs(disk)
    if subprocess.run(['mount', '-t', 'tmpfs', '-o', 'size=8M', 'none', disk], stderr=subprocess.DEVNULL).returncode:
        raise Skip('no right to mount a small disk')
    try:
        broker = Mosquitto(folder).start()
        subscriber = Subscriber(broker.port, 'accessory/devices/#')
        gateway = Gateway(program, folder, [broker.port])
        gateway.rewrite(folder + '/state', disk + '/state')
        gateway.rewrite('adapters: []', 'adapters: [virtual]')
        first, count, window = 20_000, 34_000, 200
        air = Air(folder, capture(folder, first), 4000)
        process = gateway.run(environment=air.environment)
        wait_for('the first readings', lambda: subscriber.numbers() >= set(range(first)) or None)
        broker.stop()
        filler = open(os.path.join(disk, 'filler'), 'wb', buffering=0)
        try:
            while filler.write(bytes(4096)):
                pass
        except OSError:
            pass
        air.reports = iter(reports(capture(folder, count - first, first)))
        air.is_scanning = True
        wait_for('the full disk', lambda: 'cannot be written' in process.text())
        sent = gateway.metric('mqtt_publishes_total')
        for number in range(2):
            broker.start()
            wait_for('readings', lambda: len(subscriber.numbers()) > first + 2000 * (number + 1))
            broker.stop()
        broker.start()
        wait_for('all readings', lambda: subscriber.numbers() >= set(range(count)) or None)
        # what the subscriber receives twice may be the broker's repetition; 100: discovery
        twice = gateway.metric('mqtt_publishes_total') - sent - (count - first)
        assert twice <= 2 * window + 100, f'{twice} readings were sent twice'
        assert os.statvfs(disk).f_bavail == 0, 'the disk was not full'
        filler.close()
        os.remove(os.path.join(disk, 'filler'))
        # the next readings show that there is space: all before may be delivered and deleted
        air.reports = iter(reports(capture(folder, 100, count)))
        air.is_scanning = True
        wait_for('the last readings', lambda: subscriber.numbers() >= set(range(count + 100)) or None)
        wait_for('an empty spool', lambda: 'writable again' in process.text() and gateway.metric('spool_messages') == 0)
        assert process.stop() == 0, process.text()
        air.stop()
        subscriber.stop()
        broker.stop()
    finally:
        subprocess.run(['umount', '-l', disk])
    return f'{count} readings, {count - first} of them through a full disk, 0 lost, {twice:.0f} in flight at two restarts sent twice'


def peak_memory(pid):
    """The most memory that a process had, in MB. If qemu runs it, without the emulator's: the heap, and all above the emulated
    addresses. The emulator frees none of it."""
    kilobytes = int(re.search(r'VmHWM:\s+(\d+)', open(f'/proc/{pid}/status').read()).group(1))
    emulated = os.path.basename(os.readlink(f'/proc/{pid}/exe')).startswith('qemu-')
    is_emulators = False
    for line in open(f'/proc/{pid}/smaps') if emulated else ():
        if mapping := re.match(r'([0-9a-f]+)-.* (\S*)$', line):
            is_emulators = mapping[2] == '[heap]' or int(mapping[1], 16) >= 1 << 46
        elif is_emulators and line.startswith('Rss:'):
            kilobytes -= int(line.split()[1])
    return kilobytes // 1024


def hostile(program, folder, long):
    """Runs the gateway against brokers that send garbage, an endless message, an oversized message, or nothing."""
    behaviours = {
        'garbage': lambda s: s.sendall(random.Random(3).randbytes(4096)),
        'endless': lambda s: (s.sendall(b'\x20\x02\x00\x00' + b'\x30\xff\xff\xff\x7f\x00\x01a'),
                              [s.sendall(b'x' * 65536) for _ in range(4096)]),
        'oversized': lambda s: (s.sendall(b'\x20\x02\x00\x00' + b'\x30\x80\x80\x80\x01\x00\x01a' + b'x' * (1 << 21)),
                                s.recv(1 << 16)),
        'silent': lambda s: time.sleep(3),
    }
    if long:
        # accepts the connection and receives messages, but never answers; the gateway disconnects after 30 s
        behaviours['half-open'] = lambda s: (s.sendall(b'\x20\x02\x00\x00'), [None for _ in iter(lambda: s.recv(1 << 16), b'')])
    report = []
    for name, behave in behaviours.items():
        listener = socket.create_server(('127.0.0.1', 0))
        listener.settimeout(HANG)
        where = os.path.join(folder, name)
        os.makedirs(where)
        gateway = Gateway(program, where, [listener.getsockname()[1]], '  version: 3.1.1\n')
        process = gateway.run('--source', capture(where, 2000))
        for _ in range(3 if name != 'silent' else 1):
            peer, _ = listener.accept()
            try:
                behave(peer)
            except OSError:
                pass
            peer.close()
        wait_for('the spool', lambda: gateway.metric('spooled_total') == 2000)
        rss = peak_memory(process.process.pid)
        # on loopback, MQTT's longest message (256 MB) may arrive before the gateway checks its size
        assert rss < (320 if name == 'endless' else 100), f'{name}: {rss} MB'
        assert process.stop() == 0, process.text()
        listener.close()
        report.append(f'{name} {rss} MB')
    return ', '.join(report)


def commands(program, folder, long):
    """Sends requests for a device: a read, a disallowed write, and an update; also after a restart of the broker."""
    broker = Mosquitto(folder).start()
    accessory = os.environ.get('ACCESSORY')
    if not accessory or not os.path.exists(accessory):
        broker.stop()
        raise Skip('the command line is not built (ACCESSORY=PATH)')
    os.environ['XDG_RUNTIME_DIR'] = folder
    os.makedirs(folder + '/images')
    with open(folder + '/code.bin', 'wb') as out:
        out.write(random.Random(5).randbytes(20_000))
    subprocess.run([accessory, 'suota', 'make', '--version', '2.0', folder + '/code.bin',
                    folder + '/images/lamp.img'], check=True, stdout=subprocess.DEVNULL)
    target = Process([accessory, 'simulate', 'suota-target', '--adapter', 'virtual'], folder + '/target.log')
    address = wait_for('the device', lambda: re.search(r'ready (\S+)', target.text())).group(1)
    plain = address.replace(':', '')
    gateway = Gateway(program, folder, [broker.port], f'''commands:
  firmware: images
  devices:
    - {{address: "{address}", allow: [read, update]}}
''')
    text = open(gateway.configuration).read()
    with open(gateway.configuration, 'w') as out:
        out.write(text.replace('adapters: []', 'adapters: [virtual]'))
    process = gateway.run()
    subscriber = Subscriber(broker.port, 'accessory/test/response/#')
    wait_for('the device on the air', lambda: gateway.metric('devices'))
    numbers = iter(range(1000))

    def ask(**members):
        number = str(next(numbers))
        subprocess.run(['mosquitto_pub', '-p', str(broker.port), '-q', '1', '-t', f'accessory/test/request/{plain}',
                        '-m', json.dumps({'id': number, **members})], check=True)

        def answer():
            for _, topic, payload in subscriber.messages():
                found = json.loads(payload)
                if found['id'] == number and 'ok' in found:
                    assert topic == f'accessory/test/response/{plain}', topic
                    return found
        return wait_for('the answer', answer)
    attribute = {'service': '180A', 'characteristic': '2A28'}
    before = ask(do='read', **attribute)
    assert before['ok'], before
    refused = ask(do='write', value='00', **attribute)
    assert refused['error'] == 'not-allowed', refused
    assert ask(do='read', service='180A', characteristic='2A00')['error'] == 'not-supported'
    assert ask(do='update', file='none.img')['error'] == 'bad-file'
    updated = ask(do='update', file='lamp.img')
    assert updated['ok'], updated
    assert any('"progress":' in m[2] for m in subscriber.messages()), 'no progress'
    # the gateway subscribes to requests again after it reconnects
    broker.stop()
    broker.start()
    wait_for('the gateway', lambda: gateway.metric('mqtt_up'))
    after = ask(do='read', **attribute)
    assert bytes.fromhex(after['value']) == b'2.0', after
    assert process.stop() == 0, process.text()
    target.stop()
    subscriber.stop()
    broker.stop()
    return 'read, refusals and an update answered, over a restart of the broker'


def requests(program, folder, long):
    """Refused requests are answered with an error code and the correlation data, at the response topic of MQTT 5 or at the gateway's
    own topic. An answer that the broker refuses does not delay readings."""
    need('mosquitto_rr')
    # mosquitto 2.0.11 closes the connection after a refusal unless messages are limited
    for name, extra in ('closing', ''), ('refusing', 'max_queued_messages 1000000\n'):
        where = os.path.join(folder, name)
        os.makedirs(where)
        ask_and_be_refused(program, where, extra)
    ask_while_away(program, folder)
    return ('7 requests answered with their correlation data; readings go on after an answer that the broker refuses; a gateway of a '
            'group does not execute what was asked while it was away')


def ask_while_away(program, folder):
    """The broker keeps readings for a gateway of a group that is away, but no requests."""
    broker = Mosquitto(folder, name='away').start()
    with open(folder + '/away/key', 'w') as out:
        out.write(secret('0123456789abcdef' * 4) + '\n')
    os.chmod(folder + '/away/key', 0o600)
    gateway = Gateway(program, folder + '/away', [broker.port],
                      'commands: {devices: [{address: "A4:C1:38:00:00:01", allow: [read]}]}\n'
                      f'gateways: {{key_file: {folder}/away/key, members: [test, other]}}\n')
    answers = Subscriber(broker.port, 'accessory/test/response/#')
    # publishes what the gateway has to keep a session
    source = '--source', capture(folder + '/away', 20_000, rate=100), '--speed', '1'

    def ask(number):
        subprocess.run(['mosquitto_pub', '-p', str(broker.port), '-q', '1', '-t', 'accessory/test/request/A4C138000001', '-m',
                        f'{{"id":"{number}","do":"dance"}}'], check=True)

    def answered(number):
        wait_for('the answer', lambda: any(json.loads(m[2])['id'] == str(number) for m in answers.messages()))
    process = gateway.run(*source)
    wait_for('the gateway', lambda: gateway.metric('mqtt_up'))
    ask(1)
    answered(1)
    # c0: a session that is kept
    with open(folder + '/away/mosquitto.log') as log:
        assert re.search(r'as (?!sub)\S+ \(p5, c0,', log.read()), 'the broker keeps no session'
    process.kill()
    ask(2)
    process = gateway.run(*source)
    wait_for('the gateway', lambda: gateway.metric('mqtt_up'))
    wait_for('readings', lambda: gateway.metric('mqtt_delivered_total'))
    ask(3)
    answered(3)
    assert [json.loads(m[2])['id'] for m in answers.messages()] == ['1', '3'], answers.messages()
    assert process.stop() == 0, process.text()
    answers.stop()
    broker.stop()


def ask_and_be_refused(program, folder, extra):
    broker = Mosquitto(folder, f'acl_file {folder}/rules\n{extra}')
    with open(folder + '/rules', 'w') as out:
        out.write('topic readwrite #\ntopic deny secret/#\n')
    os.chmod(folder + '/rules', 0o600)
    broker.start()
    gateway = Gateway(program, folder, [broker.port], 'commands: {devices: [{address: "A4:C1:38:00:00:01", allow: [read]}]}\n')
    answers = Subscriber(broker.port, '#', version='5', form='%r %t %D %p')
    topic = 'accessory/test/request/A4C138000001'

    def ask(payload, *options):
        subprocess.run(['mosquitto_pub', '-p', str(broker.port), '-q', '1', '-V', '5', '-t', topic, '-m', payload, *options],
                       check=True)

    def answer(topic, correlation):
        return json.loads(wait_for('the answer', lambda: next(
            (m[2][len(correlation) + 1:] for m in answers.messages()
             if m[1] == topic and m[2].startswith(correlation + ' {"id"')), None)))
    reply = ['-D', 'publish', 'response-topic', 'replies/me', '-D', 'publish', 'correlation-data']
    # a retained request, sent before the gateway starts, which the broker would repeat at each connection
    ask('{"id":"0","do":"read","service":"180A","characteristic":"2A28"}', '-r', *reply, 'c0')
    process = gateway.run('--source', capture(folder, 20_000, rate=500), '--speed', '1')
    assert 'retained' in answer('replies/me', 'c0')['reason']
    ask('', '-r')
    ask('{"id":"1","do":"write","service":"180A","characteristic":"2A28","value":"00"}', *reply, 'c1')
    refused = answer('replies/me', 'c1')
    assert (refused['id'], refused['error']) == ('1', 'not-allowed'), refused
    ask('garbage', *reply, 'c2')
    refused = answer('replies/me', 'c2')
    assert (refused['id'], refused['error']) == (None, 'bad-request'), refused
    # correlation data without a response topic; then a response topic that is a topic for requests
    ask('{"id":"4","do":"dance"}', '-D', 'publish', 'correlation-data', 'c4')
    assert answer('accessory/test/response/A4C138000001', 'c4')['error'] == 'bad-request'
    ask('{"id":"5","do":"dance"}', '-D', 'publish', 'response-topic', topic, '-D', 'publish', 'correlation-data', 'c5')
    assert answer('accessory/test/response/A4C138000001', 'c5')['error'] == 'bad-request'
    # mosquitto's own request-response client
    one = subprocess.run(['mosquitto_rr', '-p', str(broker.port), '-V', '5', '-W', str(HANG), '-t', topic, '-e', 'replies/rr', '-m',
                          '{"id":"6","do":"dance"}'], check=True, capture_output=True, text=True).stdout
    assert json.loads(one)['error'] == 'bad-request', one
    refusals = gateway.metric('mqtt_refused_total')
    ask('{"id":"7","do":"dance"}', '-D', 'publish', 'response-topic', 'secret/me')
    wait_for('the refusal', lambda: gateway.metric('mqtt_refused_total') == refusals + 1)
    seen = len(answers.messages())
    wait_for('more readings', lambda: len(answers.messages()) > seen + 1000)
    assert (gateway.metric('mqtt_reconnects_total') == 0) == bool(extra)
    assert process.stop() == 0, process.text()
    answers.stop()
    broker.stop()


def frozen(program, folder, long):
    """Stops the broker's process (SIGSTOP), as if its network had failed: for 5 s, or (--long) until the gateway changes to the
    next broker in the list."""
    brokers = [Mosquitto(folder, name=name).start() for name in ('one', 'two')]
    subscribers = [Subscriber(broker.port, 'accessory/devices/#', f's{broker.port}') for broker in brokers]
    gateway = Gateway(program, folder, [broker.port for broker in brokers])
    rate, pause = 200, 60 if long else 5
    count = rate * (pause + 10)
    process = gateway.run('--source', capture(folder, count, rate=rate), '--speed', '1')
    wait_for('the first readings', lambda: subscribers[0].numbers())
    brokers[0].process.process.send_signal(signal.SIGSTOP)
    before, began = gateway.metric('spooled_total'), time.monotonic()
    if long:
        wait_for('the second broker', lambda: subscribers[1].numbers())
    else:
        time.sleep(pause)
    took = time.monotonic() - began
    scanned = (gateway.metric('spooled_total') - before) / took
    assert scanned > 0.8 * rate, f'{scanned:.0f} readings/s while the broker was frozen'
    brokers[0].process.process.send_signal(signal.SIGCONT)
    finished(process)
    wait_for('all readings', lambda: subscribers[0].numbers() | subscribers[1].numbers() >= set(range(count)) or None)
    for one in subscribers + brokers:
        one.stop()
    return f'{count} readings over {took:.0f} s without an answer, {scanned:.0f} readings/s meanwhile, 0 lost'


def certificates(folder):
    """Creates a certificate authority, and certificates for the broker and the gateway; also an expired one, and one for another
    host."""
    need('openssl')

    def openssl(*arguments):
        subprocess.run(['openssl', *arguments], check=True, cwd=folder, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
    for name in 'authority', 'other':
        openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', f'/CN={name}', '-keyout',
                f'{name}.key', '-out', f'{name}.crt')
    for name, host, days in ('broker', 'IP:127.0.0.1', '2'), ('gateway', 'IP:127.0.0.1', '2'), ('expired', 'IP:127.0.0.1', '-1'), (
            'elsewhere', 'DNS:elsewhere', '2'):
        with open(os.path.join(folder, 'san'), 'w') as out:
            out.write(f'subjectAltName={host}\n')
        openssl('req', '-newkey', 'rsa:2048', '-nodes', '-subj', f'/CN={name}', '-keyout', f'{name}.key', '-out',
                f'{name}.csr')
        openssl('x509', '-req', '-in', f'{name}.csr', '-CA', 'authority.crt', '-CAkey', 'authority.key',
                '-CAcreateserial', '-days', days, '-extfile', 'san', '-out', f'{name}.crt')


def tls(program, folder, long):
    """TLS with certificates at both ends, and a password. Each fault has its own line in the log, and no reading is lost."""
    certificates(folder)
    password = secret('pa55word-of-the-attic')
    ports = {name: free_port() for name in ('broker', 'expired', 'elsewhere')}
    with open(os.path.join(folder, 'users'), 'w') as out:
        out.write(f'attic:{password}\n')
    need('mosquitto_passwd')
    subprocess.run(['mosquitto_passwd', '-U', folder + '/users'], check=True)
    broker = Mosquitto(folder, ''.join(
        f'listener {port} 127.0.0.1\nallow_anonymous false\npassword_file {folder}/users\ncafile {folder}/authority.crt\n'
        f'certfile {folder}/{name}.crt\nkeyfile {folder}/{name}.key\nrequire_certificate true\n' for name, port in ports.items()))
    # mosquitto requires `per_listener_settings` before the first listener
    text = open(broker.configuration).read()
    with open(broker.configuration, 'w') as out:
        out.write('per_listener_settings true\n' + text)
    broker.start()
    for name, text in ('right', password), ('wrong', secret('a-guess-at-the-password')):
        with open(os.path.join(folder, name), 'w') as out:
            out.write(text + '\n')
        os.chmod(os.path.join(folder, name), 0o600)
    gateway = Gateway(program, folder, [ports['broker']], '  user: attic\n  password_file: right\n'
                      '  tls: {ca: authority.crt, certificate: gateway.crt, key: gateway.key}\n')
    gateway.rewrite('mqtt://', 'mqtts://')
    subscriber = Subscriber(broker.port, 'accessory/devices/#')
    count, faults = 500, [
        ('ca: authority.crt', 'ca: other.crt', "the broker's certificate is refused: "),
        (f':{ports["broker"]}', f':{ports["expired"]}', 'certificate has expired; renew it'),
        (f':{ports["broker"]}', f':{ports["elsewhere"]}', "the broker's certificate is for another name"),
        (f':{ports["broker"]}', f':{broker.port}', 'does not seem to use TLS at this port'),
        ('{ca: authority.crt, certificate: gateway.crt, key: gateway.key}', '{ca: authority.crt}', 'the broker refuses this gateway: '),
        ('password_file: right', 'password_file: wrong', 'refused the user')]
    for number, (right, wrong, line) in enumerate(faults):
        gateway.rewrite(right, wrong)
        process = gateway.run('--source', capture(folder, count, number * count))
        wait_for(f'"{line}"', lambda: line in process.text())
        wait_for('the spool', lambda: gateway.metric('spooled_total') == count)
        assert process.stop() == 0
        gateway.rewrite(wrong, right)
    count *= len(faults)
    finished(gateway.run('--source', capture(folder, 500, count)))
    wait_for('all readings', lambda: subscriber.numbers() >= set(range(count + 500)) or None)
    subscriber.stop()
    broker.stop()
    return f'{count + 500} readings after {len(faults)} faults, each with its own line; 0 lost'


def old_spool(path, number):
    """Creates a spool with one reading, in the format used before answers had correlation data."""
    os.makedirs(os.path.dirname(path))
    with sqlite3.connect(path) as database:
        database.executescript('''
            CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
            INSERT INTO grdb_migrations VALUES ('1');
            CREATE TABLE message (sequence INTEGER PRIMARY KEY, key INTEGER NOT NULL, born INTEGER NOT NULL,
                retained INTEGER NOT NULL, topic TEXT NOT NULL, payload BLOB NOT NULL);''')
        database.execute("INSERT INTO message VALUES (7, 1, ?, 0, 'accessory/devices/old', ?)",
                         (int(time.time() * 1000), b'{"count":%d}' % number))
    database.close()


def versions(program, folder, long):
    """Connects with MQTT 5, with 3.1.1 and with `auto`, each with a spool of an earlier version."""
    broker = Mosquitto(folder, 'connection_messages true\n').start()
    subscriber = Subscriber(broker.port, 'accessory/devices/#')
    for at, (version, protocol) in enumerate([('5', 'p5'), ('3.1.1', 'p2'), ('auto', 'p5')]):
        where = os.path.join(folder, version)
        os.makedirs(where)
        gateway = Gateway(program, where, [broker.port], f"  version: '{version}'\n  client_id: gw{at}\n")
        old_spool(gateway.spool, 5000 + at)
        finished(gateway.run('--source', capture(folder, 500, at * 500)))
        log = broker.process.text()
        assert re.search(rf'as gw{at} \({protocol},', log), log[-1000:]
    wait_for('all readings', lambda: subscriber.numbers() >= {*range(1500), 5000, 5001, 5002} or None)
    subscriber.stop()
    broker.stop()
    return '5, 3.1.1 and auto, each with an old spool, 0 lost'


def failover(program, folder, long):
    """The gateway changes to the second broker when the first stops, and back when the second stops."""
    brokers = [Mosquitto(folder, name=name).start() for name in ('one', 'two')]
    subscribers = [Subscriber(broker.port, 'accessory/devices/#', f's{broker.port}') for broker in brokers]
    gateway = Gateway(program, folder, [broker.port for broker in brokers])
    count = 4000

    def numbers():
        return subscribers[0].numbers() | subscribers[1].numbers()
    process = gateway.run('--source', capture(folder, count, rate=500), '--speed', '1')
    wait_for('the first broker', lambda: subscribers[0].numbers())
    brokers[0].stop()
    wait_for('the second broker', lambda: subscribers[1].numbers())
    brokers[0].start()
    brokers[1].stop()
    finished(process)
    brokers[1].start()
    wait_for('all readings', lambda: numbers() >= set(range(count)) or None)
    for one in subscribers + brokers:
        one.stop()
    return f'{count} readings over two brokers, 0 lost'


def outage(program, folder, long):
    """Stops the broker for ten seconds, or (--long) ten minutes, while readings continue."""
    seconds = 600 if long else 10
    broker = Mosquitto(folder).start()
    subscriber = Subscriber(broker.port, 'accessory/devices/#')
    gateway = Gateway(program, folder, [broker.port])
    count = 200 * (seconds + 5)
    process = gateway.run('--source', capture(folder, count, rate=200), '--speed', '1')
    wait_for('the first readings', lambda: subscriber.numbers())
    broker.stop()
    time.sleep(seconds)
    depth = gateway.metric('spool_messages')
    assert depth and depth > 150 * seconds, depth
    broker.start()
    finished(process)
    wait_for('all readings', lambda: subscriber.numbers() >= set(range(count)) or None)
    subscriber.stop()
    broker.stop()
    return f'{count} readings over an outage of {seconds} s, 0 lost'


def theengs(program, folder, long):
    """Publishes in the layout of Theengs gateway. The values are the same as those of TheengsDecoder for the same advertisements."""
    python = os.environ.get('THEENGS')
    if not python or subprocess.run([python, '-c', 'import TheengsDecoder'], stderr=subprocess.DEVNULL).returncode:
        raise Skip('TheengsDecoder is not installed (THEENGS=PYTHON)')
    broker = Mosquitto(folder).start()
    subscriber = Subscriber(broker.port, 'home/#')
    gateway = Gateway(program, folder, [broker.port], '  layout: theengs\n  advertisements: true\n')
    count = 200
    finished(gateway.run('--source', capture(folder, count, options=['--named'])))

    def part(name):
        return [json.loads(m[2]) for m in subscriber.messages() if f'/{name}/' in m[1]]
    wait_for('the readings', lambda: len(part('BTtoMQTT')) >= count or None)
    wait_for('the advertisements', lambda: len(part('advertisement')) >= count or None)
    code = '''
import json, sys
from TheengsDecoder import decodeBLE
for line in sys.stdin:
    one = json.loads(line)
    data = bytes.fromhex(one["data"])
    # the name, then service data of BTHome
    given = {"id": one["id"], "name": data[2:1 + data[0]].decode(), "rssi": one["rssi"], "servicedatauuid": "fcd2",
             "servicedata": data[5 + data[0]:].hex()}
    print(decodeBLE(json.dumps(given)) or "null")
'''
    given = '\n'.join(json.dumps(one) for one in part('advertisement'))
    result = subprocess.run([python, '-c', code], input=given, capture_output=True, text=True, check=True)
    theirs = [json.loads(line) for line in result.stdout.splitlines()]

    def values(one):
        numbers = (one.get(name) for name in ('tempc', 'tempf', 'hum', 'batt'))
        return (one['id'], one['name'], *(round(number, 4) for number in numbers))
    ours = {values(one) for one in part('BTtoMQTT')}
    missing = [values(one) for one in theirs if values(one) not in ours]
    assert len(theirs) >= count and not missing, (missing[:3], list(ours)[:3])
    topics = {m[1] for m in subscriber.messages()}
    assert 'home/test/BTtoMQTT/A4C138000001' in topics and 'home/test/LWT' in topics, topics
    subscriber.stop()
    broker.stop()
    return f'{len(theirs)} advertisements, values equal to TheengsDecoder'


def memory(process):
    """The gateway's RssAnon in MiB, and its number of open descriptors."""
    folder = f'/proc/{process.process.pid}'
    text = open(folder + '/status').read()
    return int(re.search(r'RssAnon:\s+(\d+)', text).group(1)) / 1024, len(os.listdir(folder + '/fd'))


def soak(program, folder, long):
    """Runs an hour (SOAK seconds) with 10 000 devices, broker outages, adapter resets and reloads.

    Memory must not grow after the warm-up. The warm-up ends when all devices are known and after one power-off, one removal of the
    adapter, one reload, and one outage four times as long as the longest later one.
    """
    seconds, longest = int(os.environ.get('SOAK', 3600)), 8
    broker = Mosquitto(folder).start()
    subscriber = Subscriber(broker.port, 'accessory/devices/#')
    gateway = Gateway(program, folder, [broker.port])
    gateway.rewrite('adapters: []', 'adapters: [virtual]')
    chance, rate, devices = random.Random(11), 500, 10_000
    air = Air(folder, capture(folder, rate * (seconds + 60), devices=devices, rate=rate), rate)
    process = gateway.run(environment=air.environment)
    outages = powered_off = lost = reloads = 0
    course = []

    def settle():
        wait_for('the scan', lambda: air.is_scanning)
        wait_for('an empty spool', lambda: (gateway.metric('spool_messages') or 0) < rate)
        course.append(memory(process))

    def outage(pause):
        nonlocal outages
        broker.stop()
        time.sleep(pause)
        broker.start()
        outages += 1

    def off(pause):
        nonlocal powered_off
        air.off(pause)
        powered_off += 1

    def lose(pause):
        nonlocal lost
        air.lost(pause)
        lost += 1

    def reload(_):
        nonlocal reloads
        process.process.send_signal(signal.SIGHUP)
        reloads += 1
    end = time.monotonic() + seconds
    wait_for('all devices', lambda: (gateway.metric('devices') or 0) >= devices)
    for disturb, pause in (outage, 4 * longest), (off, longest), (lose, longest), (reload, 0):
        disturb(pause)
        settle()
    # wait until every device has been received again
    time.sleep(devices / rate)
    settle()
    warm = len(course)
    first = course[-1]
    while time.monotonic() < end - 30:
        time.sleep(chance.uniform(5, 20))
        chance.choice([outage, off, lose, reload])(chance.uniform(0.5, longest))
        settle()
    air.stop()
    # stopping the air counts as one more adapter loss
    wait_for('an empty spool', lambda: gateway.metric('spool_messages') == 0)
    restarts, dropped = (gateway.metric('adapter_restarts_total{adapter="virtual"}'),
                         gateway.metric('dropped_total{reason="scan"}'))
    wait_for('all readings', lambda: subscriber.numbers() >= set(range(air.sent)) or None)
    assert process.stop() == 0, process.text()[-2000:]
    growth = min(one[0] for one in course[-3:]) - first[0]
    descriptors = {one[1] for one in course}
    megabytes = ' '.join(f'{one[0]:.1f}' for one in course[:warm] + course[warm::max(1, len(course) // 12)])
    summary = (f'{air.sent} readings, {outages} outages, adapter {powered_off} times off and {lost} times lost, '
               f'{reloads} reloads, 0 lost, RssAnon {megabytes} MB (number {warm}: after the warm-up), '
               f'descriptors {sorted(descriptors)}')
    assert restarts >= powered_off + lost and not dropped, f'{restarts} restarts, {dropped} dropped; {summary}'
    assert growth < 2 and max(descriptors) - first[1] <= 1, summary
    subscriber.stop()
    broker.stop()
    return summary


def events(program, folder, long):
    """Each press of a button is published once, although its frames rotate, Home Assistant and the other gateway restart, and
    numbers are throttled."""
    count = 1000 if long else 50
    broker = Mosquitto(folder).start()
    subscriber = Subscriber(broker.port, 'accessory/devices/#')
    history = Subscriber(broker.port, 'accessory/test/history/A4C138000002', 'history')
    gateway = Gateway(program, folder, [broker.port])
    gateway.rewrite('adapters: []\nthrottle: {interval: 0s}', 'adapters: [virtual]\nevents: {max_age: 1s}')
    air = Air(folder, [(0xA4C138000001, data) for data in presses(count)], 500)
    process = gateway.run(environment=air.environment)
    while air.sent < 20 * count:
        for topic, text in ('homeassistant/status', 'online'), ('accessory/other/status', 'offline'):
            subprocess.run(['mosquitto_pub', '-p', str(broker.port), '-t', topic, '-m', text], check=True)
        time.sleep(0.5)
    wait_for('all presses', lambda: pressed(subscriber) >= count)
    # states are repeated up to 5 s after another gateway's end
    states = len(subscriber.messages())
    wait_for('the states', lambda: len(subscriber.messages()) > states)
    assert pressed(subscriber) == count, f'{pressed(subscriber)} of {count} presses'
    broker.stop()
    air.reports = iter([(0xA4C138000002, data) for data in presses(5)])
    air.is_scanning = True
    wait_for('late presses', lambda: gateway.metric('spool_messages') >= 5)
    time.sleep(2)
    broker.start()
    wait_for('the history', lambda: gateway.metric('events_late_total') == 5 and gateway.metric('spool_messages') == 0)
    wait_for('late presses', lambda: pressed(history) == 5)
    assert pressed(subscriber) == count, 'late presses arrived as new ones'
    assert process.stop() == 0, process.text()
    air.stop()
    history.stop()
    subscriber.stop()
    broker.stop()
    return f'{count} presses, each once, and 5 late ones as history'


def forgotten(program, folder, long):
    """Discovery keeps what earlier runs have seen. `forget` removes a device from the broker, by the running gateway or by itself,
    and a device that the configuration denies is removed, too; others are not."""
    broker = Mosquitto(folder).start()
    gateway = Gateway(program, folder, [broker.port])
    gateway.rewrite('adapters: []\nthrottle: {interval: 0s}', f'adapters: [virtual]\nfilter: {{deny: [name none]}}\npage: {{listen: "127.0.0.1:{free_port()}"}}')
    temperature, battery = bthome(b'\x02\xd0\x07'), bthome(b'\x01\x32')
    air = Air(folder, [], 100)

    def scans():
        return gateway.metric('adapter_up{adapter="virtual"}')

    def play(*frames):
        air.reports = iter([(0xA4C138000000 + number, data) for number, data in frames])
        air.is_scanning = True

    def configs():
        found = retained(broker, 'homeassistant/#')
        return {topic[-9:-7]: set(json.loads(payload)['cmps']) - {'rssi'} for topic, payload in found.items() if 'A4C138' in topic}

    def histories():
        with sqlite3.connect(os.path.join(folder, 'state', 'history.sqlite')) as database:
            found = database.execute('SELECT DISTINCT device FROM series').fetchall()
        database.close()
        return {f'{device & 0xFF:02X}' for device, in found}

    def forget(device, answer):
        found = subprocess.run([program, 'forget', device, gateway.configuration], capture_output=True, text=True, timeout=HANG)
        assert (found.returncode, found.stdout) == (0, f'{device}: {answer}\n'), found
    process = gateway.run(environment=air.environment)
    wait_for('the scan', scans)
    play((1, temperature), (2, temperature), (1, battery), (2, battery))
    both = {'temperature', 'battery'}
    wait_for('both devices', lambda: configs() == {'01': both, '02': both})
    assert process.stop() == 0, process.text()
    assert histories() == {'01', '02'}, histories()
    process = gateway.run(environment=air.environment)
    wait_for('the scan', scans)
    play((1, battery))
    wait_for('the reading', lambda: gateway.metric('mqtt_delivered_total') == 1)
    assert configs() == {'01': both, '02': both}, configs()
    forget('A4:C1:38:00:00:01', 'removed by the running gateway')
    assert histories() == {'02'}, histories()
    wait_for('the removal', lambda: configs() == {'02': both})
    play((1, battery))
    wait_for('the new device', lambda: configs() == {'01': {'battery'}, '02': both})
    assert process.stop() == 0, process.text()
    assert histories() == {'01', '02'}, histories()
    forget('A4C138000001', 'removed from the broker')
    assert configs() == {'02': both} and histories() == {'02'}, (configs(), histories())
    # while no broker answers, the running gateway keeps the request, over a restart
    broker.stop()
    process = gateway.run(environment=air.environment)
    wait_for('the scan', scans)
    forget('A4:C1:38:00:00:02', 'removed by the running gateway')
    assert process.stop() == 0, process.text()
    broker.start()
    process = gateway.run(environment=air.environment)
    wait_for('the removal', lambda: configs() == {})
    play((3, temperature), (4, temperature))
    wait_for('two devices', lambda: len(configs()) == 2)
    gateway.rewrite('name none', 'A4:C1:38:00:00:03')
    process.process.send_signal(signal.SIGHUP)
    wait_for('the denial', lambda: set(configs()) == {'04'})
    assert process.stop() == 0, process.text()
    wrong = subprocess.run([program, 'forget', 'lamp', gateway.configuration], capture_output=True, text=True)
    assert wrong.returncode == 70 and 'is not an address' in wrong.stderr, wrong
    air.stop()
    broker.stop()
    return 'discovery grows over restarts; four ways to remove a device, none of them removes another'


class Relay:
    """Forwards connections to a broker, and can lose what one side sends."""

    def __init__(self, port):
        self.broker, self.loses, self.lost = port, None, 0
        self.listener = socket.create_server(('127.0.0.1', 0))
        self.port, self.open = self.listener.getsockname()[1], []
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client = self.listener.accept()[0]
            broker = socket.create_connection(('127.0.0.1', self.broker))
            self.open = [client, broker]
            for name, source, target in ('gateway', client, broker), ('broker', broker, client):
                threading.Thread(target=self.forward, args=(name, source, target), daemon=True).start()

    def forward(self, name, source, target):
        try:
            while data := source.recv(1 << 16):
                if self.loses == name:
                    self.lost += len(data)
                else:
                    target.sendall(data)
        except OSError:
            pass  # the connection was cut

    def cut(self):
        for end in self.open:
            end.shutdown(socket.SHUT_RDWR)
        self.loses, self.lost = None, 0


def unanswered(program, folder, long):
    """A press whose acknowledgement is lost with the connection arrives once as an event, and once in the history; one that is
    lost itself arrives in the history. Presses before and after are events."""
    broker = Mosquitto(folder).start()
    relay = Relay(broker.port)
    subscriber = Subscriber(broker.port, 'accessory/devices/#')
    history = Subscriber(broker.port, 'accessory/test/history/#', 'history')
    gateway = Gateway(program, folder, [relay.port])
    gateway.rewrite('adapters: []\nthrottle: {interval: 0s}', 'adapters: [virtual]')
    air = Air(folder, [], 100)
    process = gateway.run(environment=air.environment)
    count, rounds = 0, 100 if long else 4

    def press():
        nonlocal count
        air.reports = iter([(0xA4C138000001, bthome(bytes([0, count & 0xFF]), b'\x3a\x01'))])
        air.is_scanning = True
        count += 1
    wait_for('the scan', lambda: gateway.metric('adapter_up{adapter="virtual"}') and gateway.metric('mqtt_up'))
    arrived = late = 0
    for at in range(rounds):
        press()
        arrived += 1
        wait_for('a press', lambda: pressed(subscriber) == arrived and gateway.metric('spool_messages') == 0)
        relay.loses = 'broker' if at % 2 else 'gateway'
        press()
        arrived += at % 2
        late += 1
        wait_for('the loss', lambda: relay.lost and pressed(subscriber) == arrived)
        relay.cut()
        wait_for('the history', lambda: pressed(history) == late and gateway.metric('spool_messages') == 0)
        assert pressed(subscriber) == arrived, f'{pressed(subscriber)} presses, not {arrived}'
    assert gateway.metric('events_uncertain_total') == late
    assert process.stop() == 0, process.text()
    air.stop()
    history.stop()
    subscriber.stop()
    broker.stop()
    return f'{count} presses, none twice; {late} of {rounds} lost connections as history'


def restarted(program, folder, long):
    """Each press of a button is published once although the gateway is restarted while it is on the air. After a kill, presses
    that may have been published before are history."""
    count, pause = (1000, 2) if long else (100, 0.3)
    broker = Mosquitto(folder).start()
    subscriber = Subscriber(broker.port, 'accessory/devices/#')
    history = Subscriber(broker.port, 'accessory/test/history/#', 'history')
    gateway = Gateway(program, folder, [broker.port])
    gateway.rewrite('adapters: []\nthrottle: {interval: 0s}', 'adapters: [virtual]')
    air = Air(folder, [(0xA4C138000001, data) for data in presses(count)], 500)
    chance, restarts = random.Random(3), 0

    def scans():
        return gateway.metric('adapter_up{adapter="virtual"}')
    process = gateway.run(environment=air.environment)
    wait_for('the scan', scans)
    while air.sent < 20 * count:
        time.sleep(chance.uniform(0.1, pause))
        assert process.stop() == 0, process.text()
        process = gateway.run(environment=air.environment)
        wait_for('the scan', scans)
        restarts += 1
    wait_for('all presses', lambda: pressed(subscriber) >= count)
    wait_for('the rest', lambda: gateway.metric('spool_messages') == 0)
    assert pressed(subscriber) == count, f'{pressed(subscriber)} of {count} presses'
    # a run that is killed with an event that it may have published
    broker.stop()
    air.reports = iter([(0xA4C138000002, data) for data in presses(5)])
    air.is_scanning = True
    # with the first number
    wait_for('more presses', lambda: (gateway.metric('spool_messages') or 0) >= 6)
    process.kill()
    broker.start()
    process = gateway.run(environment=air.environment)
    wait_for('the history', lambda: gateway.metric('events_uncertain_total') == 5 and gateway.metric('spool_messages') == 0)
    wait_for('uncertain presses', lambda: pressed(history) == 5)
    assert pressed(subscriber) == count, 'uncertain presses arrived as new ones'
    assert process.stop() == 0, process.text()
    air.stop()
    history.stop()
    subscriber.stop()
    broker.stop()
    return f'{count} presses over {restarts} restarts, each once; after a kill, 5 uncertain ones as history'


def refused(program, folder, long):
    """Readings flow although the broker refuses discovery, by its access rules (MQTT 5) or by ending the connection (MQTT 3.1.1)."""
    report = []
    for version, rules in ('5', 'acl_file {}/rules'), ('3.1.1', 'max_packet_size 300'):
        where = os.path.join(folder, version)
        os.makedirs(where)
        broker = Mosquitto(where, rules.format(where))
        with open(where + '/rules', 'w') as out:
            out.write('topic readwrite accessory/#\ntopic readwrite homeassistant/status\ntopic read #\n')
        os.chmod(where + '/rules', 0o600)
        broker.start()
        subscriber = Subscriber(broker.port, 'accessory/devices/#')
        gateway = Gateway(program, where, [broker.port], f'  version: {version}\n')
        gateway.rewrite('adapters: []\nthrottle: {interval: 0s}', 'adapters: [virtual]')
        air = Air(where, [(0xA4C138000001, data) for data in presses(5)], 100)
        process = gateway.run(environment=air.environment)
        wait_for('all presses', lambda: pressed(subscriber) >= 5)
        # the discovery of the button and of the gateway itself
        wait_for('the refusals', lambda: gateway.metric('mqtt_refused_total') == 2)
        lost = gateway.metric('mqtt_reconnects_total')
        # a message of another device still arrives, on the same connection
        seen = len(subscriber.messages())
        subprocess.run(['mosquitto_pub', '-p', str(broker.port), '-t', 'homeassistant/status', '-m', 'online'], check=True)
        wait_for('the state again', lambda: len(subscriber.messages()) > seen)
        # each of the refused messages is found after at most five connections
        assert gateway.metric('mqtt_reconnects_total') == lost and lost <= 2 * 5, lost
        assert 'the broker refuses messages to homeassistant/device/accessory_A4C138000001/config' in process.text()
        assert pressed(subscriber) == 5, f'{pressed(subscriber)} of 5 presses'
        assert process.stop() == 0, process.text()
        air.stop()
        subscriber.stop()
        broker.stop()
        report.append(f'MQTT {version}: {lost:.0f} connections lost')
    return ', '.join(report)


def names(program, folder, long):
    """Two gateways with one name know of each other, and the one that remains is online. Two with one client id, which disconnect each
    other, say so. A gateway alone says nothing, also after a restart."""
    broker = Mosquitto(folder).start()
    subscriber = Subscriber(broker.port, 'accessory/test/#')

    def gateway(number, extra=''):
        os.makedirs(os.path.join(folder, number))
        return Gateway(program, os.path.join(folder, number), [broker.port], extra)

    def has_collision(port):
        state = retained(broker, 'accessory/test/health').get('accessory/test/health')
        return state and json.loads(state)['name_collision']
    first, second = gateway('1', '  client_id: one\n'), gateway('2', '  client_id: two\n')
    process = first.run()
    wait_for('the health', lambda: has_collision(broker.port) is False)
    process.kill()
    process = first.run()
    wait_for('the connection', lambda: first.metric('mqtt_up'))
    other = second.run()
    said = "two gateways have the name 'test', on the hosts "
    wait_for('both logs', lambda: said in process.text() and said in other.text())
    assert process.text().count(said) == 1, process.text()
    wait_for('the health', lambda: has_collision(broker.port))
    assert other.stop() == 0, other.text()
    wait_for('online', lambda: [m[2] for m in subscriber.messages() if m[1].endswith('/status')][-2:] == ['offline', 'online'])
    third, fourth = gateway('3', '  client_id: one\n'), gateway('4', '  version: 5\n')
    other = third.run()
    advice = 'give each gateway its own name, or set client_id'
    wait_for('the suspicion', lambda: all("has the client id 'one', " + advice in p.text() for p in (process, other)))
    assert process.stop() == 0 and other.stop() == 0
    subscriber.stop()
    broker.stop()
    # a broker that states the reason: it accepts MQTT 5, then disconnects with 0x8E
    with socket.create_server(('127.0.0.1', 0)) as server:
        fourth.rewrite(str(broker.port), str(server.getsockname()[1]))
        process = fourth.run()
        client, _ = server.accept()
        client.recv(1000)
        client.sendall(bytes.fromhex('2003000000') + bytes.fromhex('e0028e00'))
        wait_for('the reason', lambda: 'took over the session; ' + advice in process.text())
        client.close()
    assert process.stop() == 0
    return 'both name the collision, the other one is online again; a doubled client id is named'


def merged(program, folder, long):
    """Discovery has what any gateway of a group has received, also after restarts; a device is available while one of them is. A
    device that one forgets is forgotten by all, also by one that comes back."""
    broker = Mosquitto(folder).start()
    attic, kitchen = rooms = start_rooms(program, folder, 2 * [[broker.port]], ['attic', 'kitchen'])
    address, topic = 0xA4C138000001, 'homeassistant/device/accessory_A4C138000001/config'

    def configuration():
        found = retained(broker, topic).get(topic)
        return json.loads(found) if found else {'cmps': {}, 'avty': []}

    def is_whole():
        found = configuration()
        return (set(found['cmps']) == {'temperature', 'humidity', 'rssi', 'room'}
                and [one['t'] for one in found['avty']] == ['accessory/attic/status', 'accessory/kitchen/status'])
    attic.send(address, bthome(b'\x02\xca\x09'))
    kitchen.send(address, bthome(b'\x2e\x30'))
    wait_for('all entities', is_whole)
    for room in rooms:
        assert room.process.stop() == 0
        room.start()
        wait_for('the gateway', room.is_up)
        room.send(address, bthome(b'\x02\xcb\x09'))
    wait_for('all entities again', is_whole)
    assert kitchen.process.stop() == 0
    answer = subprocess.run([program, 'forget', 'A4C138000001', attic.gateway.configuration], capture_output=True, text=True,
                            timeout=HANG)
    assert answer.returncode == 0, answer
    wait_for('the removal', lambda: not retained(broker, topic))
    kitchen.start()
    wait_for('the gateway', kitchen.is_up)
    wait_for('its tombstone', lambda: 'forgotten' in retained(broker, 'accessory/kitchen/device/+').get(
        'accessory/kitchen/device/A4C138000001', ''))
    wait_for('the removal', lambda: not retained(broker, topic) and not retained(broker, 'accessory/rooms/A4C138000001'))
    for room in rooms:
        assert room.process.stop() == 0
        room.air.stop()
    broker.stop()
    return 'the entities of both gateways, over restarts; forgotten by both'


def group(program, folder, long):
    """Three gateways are one sensor: readings and presses that each of them receives in part are published once, while the owner of
    the devices and the broker are killed, too. A stranger on the broker silences nothing."""
    broker = Mosquitto(folder).start()
    subscriber = Subscriber(broker.port, 'accessory/devices/#')
    rooms = start_rooms(program, folder, 3 * [[broker.port]], ['attic', 'cellar', 'kitchen'])
    chance = random.Random(5)
    sent = {'count': 0, 'press': 0, 'reports': 0}

    def send(address, data, surely, share):
        for room in {chance.choice(surely)} | {room for room in rooms if chance.random() < share}:
            room.send(address, data)
            sent['reports'] += 1

    def advertise(seconds, surely=rooms, share=0.7, pause=0.05):
        """Numbered readings, and presses; each room receives a share of them, and one of `surely` each."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            send(0xA4C138000001, bthome(b'\x3e' + sent['count'].to_bytes(4, 'little')), surely, share)
            sent['count'] += 1
            if sent['count'] % 20 == 0:
                for _ in range(3):
                    send(0xA4C138000002, bthome(bytes([0, sent['press'] & 0xFF]), b'\x3a\x01'), surely, share)
                sent['press'] += 1
            time.sleep(pause)

    def total(name):
        return sum(room.gateway.metric(name) for room in rooms)

    def settle():
        wait_for('all readings', lambda: subscriber.numbers() >= set(range(sent['count'])) or None)
        wait_for('all presses', lambda: pressed(subscriber) >= sent['press'])
        wait_for('the rest', lambda: all(room.is_done() for room in rooms))

    def doubled():
        counts = [json.loads(m[2]).get('count') for m in subscriber.once()]
        counts = [count for count in counts if count is not None]
        return len(counts) - len(set(counts)), pressed(subscriber) - sent['press']
    began, before = time.monotonic(), total('group_messages_total')
    advertise(20, share=0.95, pause=0.2)
    # the beacon and the button; the rooms receive other frames all the time, which are not counted
    seconds, messages = time.monotonic() - began, total('group_messages_total') - before
    assert messages <= 0.1 * sent['reports'] and messages <= 2 * seconds, (messages, sent, seconds)
    advertise(10)
    settle()
    assert doubled() == (0, 0), doubled()
    state = json.loads(subscriber.messages()[-1][2])
    assert {'id', 'sig'} < set(state) and ('by' in state) != ('owner' in state), state
    place = retained(broker, 'accessory/rooms/+')
    owner = next((room for room in rooms if room.name == place.get('accessory/rooms/A4C138000001')), None)
    assert owner, place
    # a stranger: the identities of readings to come are easy to guess, the signature is not
    refused = [room.gateway.metric('group_refused_total') for room in rooms]
    forged = {**state, 'owner': owner.name, 'sig': '0' * 16}
    claim = {'from': owner.name, 'boot': 1, 'number': 1, 'ts': 1 << 60, 'claimed': [0xA4C138000001, 0xA4C138000002]}
    for topic, payload in ('devices/A4C138000001', forged), (owner.name + '/group', claim):
        subprocess.run(['mosquitto_pub', '-p', str(broker.port), '-t', 'accessory/' + topic, '-m',
                        json.dumps(payload, separators=(',', ':'))], check=True)
    wait_for('the refusal', lambda: all(room.gateway.metric('group_refused_total') == before + 2
                                        for room, before in zip(rooms, refused)))
    forged_count = 1 if 'count' in forged else 0
    advertise(2)
    settle()
    assert doubled() == (forged_count, 0) or 'button' in forged, doubled()
    # kills
    before, rounds = doubled(), 20 if long else 2
    for at in range(rounds):
        others = [room for room in rooms if room is not owner]
        owner.kill()
        advertise(3, others)
        owner.start()
        wait_for('the gateway', owner.is_up)
        advertise(1, others)
        broker.stop()
        advertise(3)
        broker.start()
        advertise(3)
        settle()
        owner = rooms[at % 3]
    again = tuple(now - then for now, then in zip(doubled(), before))
    assert again == (0, 0), again
    for room in rooms:
        assert room.process.stop() == 0, room.process.text()
        room.air.stop()
    subscriber.stop()
    broker.stop()
    return (f'{sent["count"]} readings and {sent["press"]} presses in three rooms, {rounds} kills of a gateway and of the broker: '
            f'0 lost, 0 twice')


SCENARIOS = [restart, kills, nats, discovery, full, hostile, commands, requests, tls, versions, failover, frozen, outage, theengs,
             events, refused, forgotten, restarted, unanswered, names, group, merged, mishaps, walk, walk_nats,
             home]


run(SCENARIOS, [soak], [os.path.abspath(sys.argv[1])], sys.argv[2:])
