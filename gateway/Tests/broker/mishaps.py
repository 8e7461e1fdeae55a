"""Files that a machine has damaged, and clocks that jump: the gateway runs on."""
import os, random, shutil, subprocess, threading
from harness import Skip, free_port, wait_for
from parts import HERE, Gateway, Mosquitto, Subscriber, capture, finished


def damage(path, chance):
    """Flips bits, cuts a file, or overwrites a part of it."""
    with open(path, 'r+b') as file:
        size = file.seek(0, os.SEEK_END)
        kind = chance.choice(['flip', 'flip', 'cut', 'zeros'])
        for _ in range(chance.choice([1, 1, 5, 50]) if kind == 'flip' and size else 0):
            place = chance.randrange(size)
            file.seek(place)
            byte = file.read(1)[0]
            file.seek(place)
            file.write(bytes([byte ^ 1 << chance.randrange(8)]))
        if kind == 'cut':
            file.truncate(chance.randrange(size + 1))
        if kind == 'zeros':
            file.seek(chance.randrange(size + 1))
            file.write(bytes(chance.choice([16, 4096, 20_000])))
    return f'{kind} in {os.path.basename(path)}'


def mishaps(program, folder, long):
    """Starts the gateway 40 times, or (--long) 1000 times (MISHAPS), on files that were damaged at random, with a clock that is wrong at the start
    and jumps once. It always delivers new readings, and nothing that it has not received."""
    if not shutil.which('cc'):
        raise Skip('cc is not installed')
    subprocess.run(['cc', '-shared', '-fPIC', '-O1', '-o', folder + '/clock.so', os.path.join(HERE, 'clock.c'), '-ldl'], check=True)
    shift, old, chance = folder + '/shift', 500, random.Random(21)
    rounds = int(os.environ.get('MISHAPS', 1000 if long else 40))
    environment = {**os.environ, 'LD_PRELOAD': folder + '/clock.so', 'CLOCK_SHIFT': shift}

    def set_clock():
        with open(shift + '.new', 'w') as out:
            out.write(str(chance.choice([0, 1, -1]) * 10 ** chance.randrange(1, 9)))
        os.rename(shift + '.new', shift)
    broker = Mosquitto(folder)
    gateway = Gateway(program, folder, [broker.port], f'page: {{listen: "127.0.0.1:{free_port()}"}}\n')
    process = gateway.run('--source', capture(folder, old))
    wait_for('the spool', lambda: gateway.metric('spooled_total') == old)
    assert process.stop() == 0, process.text()
    state = folder + '/state'
    shutil.copytree(state, folder + '/whole')
    broker.start()
    subscriber = Subscriber(broker.port, 'accessory/devices/#')
    salvaged = 0
    for at in range(rounds):
        shutil.rmtree(state)
        shutil.copytree(folder + '/whole', state)
        files = sorted(name for name in os.listdir(state) if 'sqlite' in name)
        what = ', '.join(damage(os.path.join(state, name), chance) for name in chance.sample(files, chance.choice([1, 1, len(files)])))
        set_clock()
        seen, first = len(subscriber.messages()), old + 5 * at
        process = gateway.run('--source', capture(folder, 5, first), environment=environment)
        jump = threading.Timer(chance.uniform(0, 0.5), set_clock)
        jump.start()
        try:
            finished(process)
            new = set(range(first, first + 5))
            wait_for('the new readings', lambda: subscriber.numbers() >= new or None)
        except AssertionError as error:
            raise AssertionError(f'round {at}: {what}: {error}')
        jump.join()
        os.remove(f'{folder}/capture-{first}.btsnoop')
        numbers = [int(n) for m in subscriber.messages()[seen:] if (n := m[2].partition('"count":')[2].partition(',')[0].rstrip('}'))]
        salvaged += len([n for n in numbers if n < old])
        assert len(numbers) == len(set(numbers)) and set(numbers) <= new | set(range(old)), f'round {at}: {what}: {sorted(numbers)}'
    subscriber.stop()
    broker.stop()
    return f'{rounds} starts, always running; {100 * salvaged // (rounds * old)} % of the readings on damaged files delivered'
