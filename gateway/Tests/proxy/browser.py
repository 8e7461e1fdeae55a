"""Drives headless Chromium over the DevTools protocol; needs the package websockets."""
import asyncio, base64, itertools, json, os, re, shutil, subprocess, tempfile
import websockets
from harness import HANG, Leashed


def chromium():
    """The path of Chromium; None if it is not installed."""
    return shutil.which('chromium') or shutil.which('chromium-browser')


class Navigated(Exception):
    """The page was replaced by the next one while an expression was evaluated."""


class Browser:
    """A page in a separate Chromium. `errors` lists its console errors and exceptions."""

    def __init__(self, width=1280, height=800):
        self.size, self.errors, self.numbers, self.waiting = (width, height), [], itertools.count(1), {}

    async def __aenter__(self):
        self.profile = tempfile.mkdtemp(prefix='chromium-')
        self.process = Leashed(
            [chromium(), '--headless=new', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0', f'--user-data-dir={self.profile}',
             f'--window-size={self.size[0]},{self.size[1]}', 'about:blank'], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if match := re.search(r'ws://127\.0\.0\.1:(\d+)', line):
                break
        else:
            raise AssertionError('Chromium did not start')
        import urllib.request
        with urllib.request.urlopen(f'http://127.0.0.1:{match.group(1)}/json/list') as answer:
            target = next(t for t in json.load(answer) if t['type'] == 'page')
        self.socket = await websockets.connect(target['webSocketDebuggerUrl'], max_size=None)
        self.reader = asyncio.create_task(self.read())
        for domain in ('Runtime', 'Page', 'Log'):
            await self.call(domain + '.enable')
        # CPU time, which does not depend on the machine's load
        await self.call('Performance.enable', timeDomain='threadTicks')
        await self.call('Emulation.setDeviceMetricsOverride', width=self.size[0], height=self.size[1], deviceScaleFactor=1, mobile=self.size[0] < 600)
        return self

    async def __aexit__(self, *_):
        self.reader.cancel()
        await self.socket.close()
        self.process.terminate()
        self.process.wait(HANG)
        shutil.rmtree(self.profile, ignore_errors=True)

    async def read(self):
        async for text in self.socket:
            message = json.loads(text)
            if 'id' in message:
                self.waiting.pop(message['id']).set_result(message)
            elif message['method'] == 'Runtime.exceptionThrown':
                self.errors.append(message['params']['exceptionDetails'].get('exception', {}).get('description', 'an exception'))
            elif message['method'] == 'Log.entryAdded' and message['params']['entry']['level'] == 'error':
                self.errors.append(message['params']['entry']['text'] + ' ' + message['params']['entry'].get('url', ''))
            elif message['method'] == 'Runtime.consoleAPICalled' and message['params']['type'] == 'error':
                self.errors.append(str(message['params']['args']))

    async def call(self, method, **parameters):
        number = next(self.numbers)
        self.waiting[number] = asyncio.get_running_loop().create_future()
        await self.socket.send(json.dumps({'id': number, 'method': method, 'params': parameters}))
        answer = await self.waiting_result(number)
        if 'error' in answer and re.search('navigated|context was destroyed', answer['error']['message']):
            raise Navigated(answer)
        assert 'error' not in answer, answer
        return answer['result']

    async def waiting_result(self, number):
        return await asyncio.wait_for(self.waiting[number], HANG)

    async def evaluate(self, expression):
        result = await self.call('Runtime.evaluate', expression=expression, returnByValue=True, awaitPromise=True)
        assert 'exceptionDetails' not in result, result
        return result['result'].get('value')

    async def until(self, expression, seconds=60):
        for _ in range(seconds * 10):
            try:
                if value := await self.evaluate(expression):
                    return value
            except Navigated:
                pass  # evaluated again on the next page
            await asyncio.sleep(0.1)
        raise AssertionError('waited in vain for ' + expression)

    async def key(self, key, text=None):
        code = {'Enter': 13, 'Escape': 27, 'ArrowDown': 40, 'ArrowUp': 38}.get(key, ord(key[0].upper()))
        extra = {'text': text} if text else {}
        await self.call('Input.dispatchKeyEvent', type='keyDown', key=key, windowsVirtualKeyCode=code, **extra)
        await self.call('Input.dispatchKeyEvent', type='keyUp', key=key, windowsVirtualKeyCode=code)

    async def screenshot(self, path):
        with open(path, 'wb') as out:
            out.write(base64.b64decode((await self.call('Page.captureScreenshot', format='png'))['data']))

    async def metric(self, name):
        return next(m['value'] for m in (await self.call('Performance.getMetrics'))['metrics'] if m['name'] == name)
