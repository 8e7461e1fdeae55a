"""Helpers for tests that run accessory-gateway as a program: ports, processes, and the loop over scenarios."""
import os, shutil, socket, subprocess, sys, tempfile, time, traceback

HANG = int(os.environ.get('HANG', 300))  # seconds; only a hang takes that long


class Skip(Exception):
    """Raised with the reason why a scenario cannot run here."""


def need(*programs):
    for program in programs:
        if not shutil.which(program) and not os.path.exists('/usr/sbin/' + program):
            raise Skip(f'{program} is not installed')


def free_port():
    with socket.socket() as s:
        s.bind(('127.0.0.1', 0))
        return s.getsockname()[1]


def wait_for(what, condition):
    end = time.monotonic() + HANG
    while time.monotonic() < end:
        result = condition()
        if result:
            return result
        time.sleep(0.05)
    raise AssertionError('waited in vain for ' + what)


def answers(port):
    try:
        socket.create_connection(('127.0.0.1', port), 1).close()
        return True
    except OSError:
        return False


class Process:
    """A child process whose output goes to a file."""

    all = []

    def __init__(self, arguments, log, environment=None):
        self.log = log
        with open(log, 'ab') as out:
            self.process = subprocess.Popen(arguments, stdout=out, stderr=out, stdin=subprocess.DEVNULL, env=environment)
        Process.all.append(self.process)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.terminate()
        return self.process.wait(HANG)

    def text(self):
        return open(self.log, errors='replace').read()

    @staticmethod
    def kill_all():
        for process in Process.all:
            if process.poll() is None:
                process.kill()
                process.wait()
        Process.all.clear()


def run(scenarios, long_scenarios, programs, arguments):
    """Runs the named scenarios, or all of `scenarios` and, with --long, of `long_scenarios`. Exits with 1 after a failure, or with
    75 if a scenario was skipped."""
    long = '--long' in arguments
    names = [a for a in arguments if a != '--long']
    unknown = set(names) - {s.__name__ for s in scenarios + long_scenarios}
    if unknown:
        sys.exit(f'no scenario {", ".join(unknown)}')
    skipped = failed = False
    for scenario in scenarios + long_scenarios:
        if scenario.__name__ not in names if names else scenario in long_scenarios and not long:
            continue
        folder = tempfile.mkdtemp(prefix='gateway-')
        started = time.monotonic()
        try:
            result = scenario(*programs, folder, long)
            print(f'gateway {scenario.__name__}: {result} ({time.monotonic() - started:.0f} s)', flush=True)
        except Skip as reason:
            print(f'gateway {scenario.__name__}: SKIPPED: {reason}', flush=True)
            skipped = True
        except Exception as error:
            traceback.print_exc()
            print(f'gateway {scenario.__name__}: FAILED: {error!r}; see {folder}', flush=True)
            failed = True
            continue
        finally:
            Process.kill_all()
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(1 if failed else 75 if skipped else 0)
