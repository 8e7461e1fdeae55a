// The gateway's page: a table of devices that follows the gateway's events, charts of one device, health, log.
'use strict';
const $ = id => document.getElementById(id);
const devices = new Map();   // address -> {data, name, reading, rssi, seen, height, row}; row: only while it is near the visible part
let sort = { key: 'name', sign: 1 }, filter = '', onlySensors = false, needsOrder = false, offset = 0;
let opened = null, range = 21600000, firstSample = 0, lastLine = 0, colors = {};

// -- words

const pair = text => text.match(/../g).join(':');
const number = value => Number.isInteger(value) ? String(value) : String(+value.toFixed(value < 100 ? 2 : 1));
function word([name, value, unit]) {
  const shown = typeof value === 'number' ? number(value) + (unit ? ' ' + unit : '') : value === true ? 'on' : value === false ? 'off' : String(value);
  return { name: name.replaceAll('_', ' '), shown };
}
function ago(time) {
  const s = Math.max(0, Math.round((Date.now() + offset - time) / 1000));
  return s < 60 ? s + ' s' : s < 3600 ? Math.floor(s / 60) + ' min' : Math.floor(s / 3600) + ' h';
}
const plural = (count, one, many = one + 's') => count.toLocaleString() + ' ' + (count === 1 ? one : many);
// "sensor 2" is before "sensor 10"
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
const hour = 3600000, weakBattery = 15;
const put = (node, text) => { if (node.data !== text) node.data = text; };
function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
function readColors() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ['accent', 'band', 'soft', 'line']) colors[name] = style.getPropertyValue('--' + name).trim();
}

// -- the table

function makeRow(device, address) {
  const row = element('tr', undefined, { 'data-address': address });
  const link = element('a', undefined, { href: '#/device/' + address });
  const texts = device.texts = [0, 1, 2, 3, 4, 5, 6, 7].map(() => document.createTextNode(''));
  const cells = [0, 1, 2, 3, 4, 5].map(() => row.appendChild(element('td')));
  link.append(texts[0]);
  const small = element('small');
  const alarm = element('em');
  alarm.append(texts[6]);
  small.append(texts[1], ' ', alarm);
  cells[0].append(link, small);
  cells[1].append(texts[2]);
  device.canvas = cells[2].appendChild(element('canvas', undefined, { width: 240, height: 56, role: 'img' }));
  cells[2].appendChild(element('small')).append(texts[7]);
  device.cells = cells;
  cells[3].append(texts[3]); cells[3].className = 'number';
  cells[4].append(texts[4]); cells[4].className = 'number';
  cells[5].append(texts[5]);
  device.row = row;
  device.drawn = '';
  draw(device);
}

function take(data) {
  let device = devices.get(data.a);
  if (!device) {
    device = { row: null };
    devices.set(data.a, device);
    needsOrder = true;
  }
  const before = device[sort.key];
  device.data = data;
  device.name = data.n || data.m || '';
  device.reading = data.v.length ? data.v[0][0] : '';
  device.isWeak = data.v.some(([name, value]) => name === 'battery' && typeof value === 'number' && value < weakBattery || name === 'battery_low' && value === true);
  device.rssi = data.r ?? -128; device.seen = data.t; device.adapter = data.p;
  device.text = [data.n, data.m, data.f, pair(data.a), data.p].join(' ').toLowerCase();
  if (before !== device[sort.key]) needsOrder = true;
  if (device.row) draw(device);
}

function draw(device) {
  const data = device.data, texts = device.texts;
  put(texts[0], data.n || data.m || pair(data.a));
  put(texts[1], data.n || data.m ? (data.n && data.m ? data.m + ' · ' : '') + pair(data.a) : '');
  put(texts[2], data.v.map(word).map(w => w.name + ' ' + w.shown).join(' · ') || '–');
  put(texts[3], data.r === undefined ? '–' : data.r + ' dBm');
  put(texts[4], ago(data.t));
  put(texts[5], data.p);
  warn(device);
  spark(device);
}

// only sensors: that phones and beacons go away is usual
const isSilent = device => device.data.v.length > 0 && Date.now() + offset - device.data.t >= hour;
function warn(device) {
  const words = [isSilent(device) && 'silent for ' + ago(device.data.t), device.isWeak && 'battery weak'].filter(Boolean);
  put(device.texts[6], words.join(', '));
  device.row.classList.toggle('alert', words.length > 0);
}

function spark(device) {
  const values = device.data.s, key = values.length + ':' + values[values.length - 1] + ':' + values[0];
  if (device.drawn === key) return;
  device.drawn = key;
  const { width, height } = device.canvas, context = device.canvas.getContext('2d');
  context.clearRect(0, 0, width, height);
  // without a trend, the readings have its place
  const isEmpty = values.length < 2;
  device.cells[2].hidden = isEmpty;
  device.cells[1].colSpan = isEmpty ? 2 : 1;
  if (isEmpty) return;
  const first = device.data.v.find(([, value]) => typeof value === 'number'), title = first ? word(first).name : 'RSSI';
  put(device.texts[7], title);
  device.canvas.setAttribute('aria-label', title + ' from ' + number(values[0]) + ' to ' + number(values.at(-1)));
  const least = Math.min(...values), most = Math.max(...values), span = most - least || 1;
  context.strokeStyle = colors.accent; context.lineWidth = 3; context.lineJoin = 'round';
  context.beginPath();
  values.forEach((value, at) => context.lineTo(at * width / (values.length - 1), height - 5 - (value - least) / span * (height - 10)));
  context.stroke();
}

function compare(one, other) {
  const a = one[sort.key], b = other[sort.key], tie = one.data.a < other.data.a ? -1 : 1;
  if (typeof a === 'number') return (a - b || tie) * sort.sign;
  // devices without a name or a reading are the last ones
  if (!a || !b) return (a ? -1 : b ? 1 : tie) * sort.sign;
  return (collator.compare(a, b) || tie) * sort.sign;
}

function order() {
  needsOrder = false;
  shown = [...devices.values()].filter(d => (!filter || d.text.includes(filter)) && (!onlySensors || d.data.v.length)).sort(compare);
  render();
  $('rows').parentElement.setAttribute('aria-rowcount', shown.length + 1);
  $('none').hidden = shown.length > 0 || devices.size === 0;
  const text = shown.length === devices.size ? devices.size + ' devices' : shown.length + ' of ' + devices.size + ' devices';
  if ($('count').textContent !== text) $('count').textContent = text;
}

// Only the rows near the visible part, and the one with the focus, are in the document; gaps have the place of the others.
let shown = [], rendered = [], usualHeight = 58, isRenderDue = false;
const reach = 600;
function render(wanted) {
  if (view !== 'devices') return;
  const rows = $('rows'), focused = document.activeElement, kept = devices.get(focused.closest?.('#rows tr')?.dataset.address);
  let y = rows.getBoundingClientRect().top, gap = 0;
  const nodes = [], near = [], addGap = () => { if (gap) nodes.push(makeGap(gap)); gap = 0; };
  for (const [at, device] of shown.entries()) {
    const height = device.height ?? usualHeight;
    if (y + height > -reach && y < innerHeight + reach || device === kept || device === wanted) {
      addGap();
      if (!device.row) makeRow(device, device.data.a);
      device.row.setAttribute('aria-rowindex', at + 2);
      nodes.push(device.row);
      near.push(device);
    } else gap += height;
    y += height;
  }
  addGap();
  place(rows, nodes);
  for (const device of rendered) if (!device.row?.isConnected) device.row = null;
  rendered = near;
  if (focused !== document.activeElement && focused.isConnected) focused.focus({ preventScroll: true });
  for (const device of rendered) device.height = device.row.offsetHeight || usualHeight;
  if (rendered.length) usualHeight = rendered.reduce((sum, device) => sum + device.height, 0) / rendered.length;
}
function makeGap(height) {
  const row = element('tr', undefined, { class: 'gap', 'aria-hidden': 'true' });
  row.appendChild(element('td', undefined, { colspan: 6 })).style.height = height + 'px';
  return row;
}
function place(rows, nodes) {
  const wanted = new Set(nodes);
  for (const row of [...rows.children]) if (!wanted.has(row)) row.remove();
  // rows in the right place are not moved
  let at = rows.firstChild;
  for (const node of nodes) if (node === at) at = at.nextSibling; else rows.insertBefore(node, at);
}
function renderSoon() {
  if (isRenderDue) return;
  isRenderDue = true;
  requestAnimationFrame(() => { isRenderDue = false; render(); });
}
function focusDevice(device) {
  if (!device) return false;
  render(device);
  device.row?.querySelector('a').focus();
  return true;
}

for (const head of document.querySelectorAll('th[data-sort]')) {
  head.querySelector('button').addEventListener('click', () => {
    const key = head.dataset.sort, isNumber = key === 'rssi' || key === 'seen';
    sort = { key, sign: sort.key === key ? -sort.sign : isNumber ? -1 : 1 };
    showSort(); order();
  });
}
function showSort() {
  for (const head of document.querySelectorAll('th[data-sort]')) {
    head.setAttribute('aria-sort', head.dataset.sort !== sort.key ? 'none' : sort.sign > 0 ? 'ascending' : 'descending');
  }
}
$('filter').addEventListener('input', () => { filter = $('filter').value.trim().toLowerCase(); order(); });
$('sensors').addEventListener('change', () => { onlySensors = $('sensors').checked; order(); });

// -- one device

function facts() {
  const device = devices.get(opened), data = device?.data;
  $('title').textContent = data ? data.n || data.m || pair(opened) : pair(opened);
  const list = [['Address', pair(opened)]];
  if (data) {
    if (data.m) list.push(['Model', data.m]);
    if (data.f) list.push(['Format', data.f]);
    list.push(['Adapter', data.p], ['RSSI', data.r === undefined ? '–' : data.r + ' dBm'], ['Received', ago(data.t) + ' ago']);
    for (const w of data.v.map(word)) list.push([w.name, w.shown]);
  } else list.push(['Received', 'not since the gateway started']);
  $('facts').replaceChildren(...list.flatMap(([name, value]) => [element('dt', name), element('dd', value)]));
}

let loads = 0;
async function loadCharts() {
  const address = opened, load = ++loads, url = quantity => 'api/history/' + address + '?range=' + range + '&quantity=' + encodeURIComponent(quantity);
  const get = async quantity => { const answer = await fetch(url(quantity)); if (!answer.ok) throw new Error(answer.status); return answer.json(); };
  try {
    const first = await get('rssi'), names = ['rssi', ...first.quantities.filter(q => q !== 'rssi')];
    const all = await Promise.all(names.map((name, at) => at === 0 ? first : get(name)));
    if (load !== loads || opened !== address) return;
    const firsts = all.flatMap(one => one.points.slice(0, 1).map(point => point[0]));
    firstSample = firsts.length ? Math.min(...firsts) : 0;
    $('charts').replaceChildren(...names.map((name, at) => chart(name, all[at].points)));
    for (const figure of $('charts').children) figure.draw();
  } catch (error) { if (load === loads) $('charts').replaceChildren(element('p', 'The history cannot be read: ' + error.message)); }
}

function chart(name, points) {
  const unit = name === 'rssi' ? 'dBm' : devices.get(opened)?.data.v.find(v => v[0] === name)?.[2] || '';
  const figure = element('figure'), caption = element('figcaption', (name === 'rssi' ? 'RSSI' : name.replaceAll('_', ' ')) + (unit ? ', ' + unit : ''));
  const output = caption.appendChild(element('output')), canvas = element('canvas', undefined, { role: 'img' });
  figure.append(caption, canvas);
  const last = points.at(-1), text = last ? number(last[2]) + ' ' + unit : 'no values yet';
  output.textContent = text;
  canvas.setAttribute('aria-label', name + ' over time, last ' + text);
  figure.draw = () => drawChart(canvas, points);
  canvas.addEventListener('pointermove', event => {
    const point = nearest(points, timeAt(canvas, event.offsetX));
    if (point) output.textContent = new Date(point[0]).toLocaleString() + '  ' + number(point[2]) + ' ' + unit;
  });
  canvas.addEventListener('pointerleave', () => { output.textContent = text; });
  return figure;
}

const margin = { left: 46, right: 8, top: 8, bottom: 20 };
// the time axis of all charts: the range, or the part of it with data; at least a minute
function period() {
  const end = Date.now() + offset;
  return { begin: Math.max(end - range, Math.min(firstSample, end - 60000)), end };
}
function timeAt(canvas, x) {
  const { begin, end } = period();
  return begin + (x - margin.left) / (canvas.clientWidth - margin.left - margin.right) * (end - begin);
}
const nearest = (points, time) => points.reduce((best, p) => !best || Math.abs(p[0] - time) < Math.abs(best[0] - time) ? p : best, null);

function drawChart(canvas, points) {
  const ratio = devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
  if (!width) return;
  canvas.width = width * ratio; canvas.height = height * ratio;
  const context = canvas.getContext('2d');
  context.scale(ratio, ratio); context.font = '12px system-ui, sans-serif';
  const { begin, end } = period();
  let least = Math.min(...points.map(p => p[1])), most = Math.max(...points.map(p => p[3]));
  if (!points.length) [least, most] = [0, 1];
  if (most - least < 1e-9) { least -= 1; most += 1; }
  const x = t => margin.left + (t - begin) / (end - begin) * (width - margin.left - margin.right);
  const y = v => height - margin.bottom - (v - least) / (most - least) * (height - margin.top - margin.bottom);
  axes(context, { least, most, begin, end, x, y, width, height });
  const gap = Math.max(range / 60, 1800000);
  const runs = points.reduce((runs, p) => { const run = runs.at(-1); if (run && p[0] - run.at(-1)[0] < gap) run.push(p); else runs.push([p]); return runs; }, []);
  for (const run of runs) {
    context.fillStyle = colors.band; context.beginPath();
    run.forEach(p => context.lineTo(x(p[0]), y(p[3])));
    [...run].reverse().forEach(p => context.lineTo(x(p[0]), y(p[1])));
    context.fill();
    context.strokeStyle = context.fillStyle = colors.accent; context.lineWidth = 1.5; context.beginPath();
    run.forEach(p => context.lineTo(x(p[0]), y(p[2])));
    context.stroke();
    if (run.length === 1) context.fillRect(x(run[0][0]) - 5, y(run[0][2]) - 2.5, 5, 5);
  }
}

function axes(context, { least, most, begin, end, x, y, width, height }) {
  context.fillStyle = colors.soft; context.strokeStyle = colors.line; context.lineWidth = 1;
  context.textAlign = 'right'; context.textBaseline = 'middle';
  for (let step = 0; step <= 4; step++) {
    const value = least + (most - least) * step / 4;
    context.beginPath(); context.moveTo(margin.left, y(value)); context.lineTo(width - margin.right, y(value)); context.stroke();
    context.fillText(number(+value.toPrecision(4)), margin.left - 6, y(value));
  }
  context.textBaseline = 'alphabetic';
  const days = end - begin > 2 * 86400000, clock = { hour: '2-digit', minute: '2-digit' };
  if (end - begin < 600000) clock.second = '2-digit';
  for (let step = 0; step <= 4; step += width < 500 ? 2 : 1) {
    const time = begin + (end - begin) * step / 4, date = new Date(time);
    context.textAlign = step === 0 ? 'left' : step === 4 ? 'right' : 'center';
    context.fillText(days ? date.toLocaleDateString() : date.toLocaleTimeString([], clock), x(time), height - 5);
  }
}

for (const button of document.querySelectorAll('#ranges button')) {
  button.addEventListener('click', () => {
    range = +button.dataset.range;
    for (const other of document.querySelectorAll('#ranges button')) other.setAttribute('aria-pressed', other === button);
    loadCharts();
  });
}

// -- the sentence

function summary() {
  if (!latest) return;
  const values = new Map();
  for (const [name, , value] of latest.metrics) values.set(name, (values.get(name) || 0) + value);
  const sensors = [...devices.values()].filter(d => d.data.v.length), parts = [];
  const silent = sensors.filter(isSilent).length, weak = sensors.filter(d => d.isWeak).length;
  const waiting = values.get('spool_messages') || 0, lost = values.get('dropped_total') || 0, hasBroker = values.has('mqtt_up');
  for (const [name, labels, value] of latest.metrics) if (name === 'adapter_up' && !value) parts.push('adapter ' + labels.replace(/^.*="|"\}$/g, '') + ' does not scan');
  if (hasBroker && !values.get('mqtt_up')) parts.push('broker down for ' + ago(values.get('mqtt_changed_milliseconds')) + ', ' + plural(waiting, 'message') + ' waiting');
  if (lost) parts.push(plural(lost, 'message') + ' lost');
  if (silent) parts.push(plural(silent, 'sensor') + ' silent');
  if (weak) parts.push(plural(weak, 'battery', 'batteries') + ' weak');
  const isBad = parts.length > 0, count = sensors.length ? plural(sensors.length, 'sensor') : 'no sensor yet';
  const rest = !hasBroker || parts.some(p => p.startsWith('broker')) ? '' : waiting ? ', ' + plural(waiting, 'message') + ' on the way' : sensors.length ? ', all delivered' : '';
  const text = [...parts, count + rest].join('; '), shown = text[0].toUpperCase() + text.slice(1) + '.';
  if ($('summary').textContent !== shown) $('summary').textContent = shown;
  $('summary').className = isBad ? 'bad' : '';
}

// -- health and log

const groups = [['mqtt', 'MQTT'], ['proxy', 'Bluetooth proxy'], ['spool', 'Spool'], ['adapter', 'Adapters'], ['', 'Gateway']];
// "1 while a broker is connected." -> "A broker is connected", with yes or no
const words = help => help.replace(/\.$/, '').replace(/, by \w+$/, '').replace(/^1 while (.)/, (_, first) => first.toUpperCase());
function figure(name, value) {
  if (name.endsWith('_up')) return value ? 'yes' : 'no';
  if (name.endsWith('_milliseconds')) return value ? new Date(value).toLocaleString() : 'none';
  return value.toLocaleString();
}
function health({ adapters, metrics }) {
  $('adapters').replaceChildren(...(adapters.length ? adapters : [{ name: 'none is open', address: '', active: null }]).map(a => {
    const row = element('tr');
    row.append(element('td', a.name), element('td', a.address), element('td', a.active === null ? 'see the log' : a.active ? 'active' : 'passive', { class: a.active === null ? 'bad' : 'good' }));
    return row;
  }));
  const rest = [...metrics];
  $('sinks').replaceChildren(...groups.flatMap(([prefix, title]) => {
    const own = [];
    for (let at = rest.length - 1; at >= 0; at--) if (rest[at][0].startsWith(prefix)) own.unshift(...rest.splice(at, 1));
    if (!own.length) return [];
    const table = element('table');
    table.append(element('caption', title));
    for (const [name, labels, value, help] of own) {
      const row = element('tr'), isBad = name.endsWith('_up') ? !value : name === 'dropped_total' && value > 0;
      const label = labels.replace(/^\{\w+="|"\}$/g, ''), cell = element('td', words(help) + (label ? ': ' + label : ''));
      cell.append(element('code', name + labels));
      row.append(cell, element('td', figure(name, value), isBad ? { class: 'bad' } : {}));
      table.append(row);
    }
    return [table];
  }));
}

function log(lines) {
  for (const [count, time, level, label, text] of lines) {
    if (count <= lastLine) continue;
    lastLine = count;
    const line = element('li', undefined, ['error', 'critical', 'warning'].includes(level) ? { class: 'bad' } : {});
    line.append(element('time', new Date(time).toLocaleString()), level + ' ' + label + ': ' + text);
    $('lines').prepend(line);
    while ($('lines').children.length > 500) $('lines').lastChild.remove();
  }
}

// -- views

let view = 'devices', latest = null;
function show() {
  const before = view, [, name = '', address] = location.hash.match(/^#\/(\w*)\/?(\w*)/) || [];
  view = name === 'device' && /^[0-9A-F]{12}$/.test(address) ? 'device' : name === 'health' ? 'health' : name === 'log' ? 'log' : 'devices';
  for (const id of ['devices', 'device', 'health', 'log']) $(id).hidden = id !== view;
  for (const link of document.querySelectorAll('nav a')) {
    if (link.getAttribute('href') === '#/' + (view === 'devices' || view === 'device' ? '' : view)) link.setAttribute('aria-current', 'page'); else link.removeAttribute('aria-current');
  }
  if (view === 'health' && latest) health(latest);
  if (view === 'device') {
    if (opened !== address) $('charts').replaceChildren();
    opened = address; facts(); loadCharts(); scrollTo(0, 0);
    $('title').focus();
  } else if (view === 'devices') {
    order();
    const device = devices.get(opened);
    if (shown.includes(device)) focusDevice(device);
    opened = null;
  }
  // the element that had the focus may be hidden now
  if (view !== before && (document.activeElement === document.body || !document.activeElement.offsetParent)) document.querySelector('nav a[aria-current]').focus();
}
addEventListener('hashchange', show);

document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isTyping = event.target.matches('input[type=search]');
  if (event.key === '/' && !isTyping && view === 'devices') { event.preventDefault(); $('filter').focus(); }
  else if (event.key === 'Escape' && view !== 'devices') location.hash = '#/';
  else if (event.key === 'Escape' && isTyping) { $('filter').value = ''; $('filter').dispatchEvent(new Event('input')); }
  else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && view === 'devices') {
    const row = event.target.closest('tr[data-address]');
    const at = row ? shown.indexOf(devices.get(row.dataset.address)) + (event.key === 'ArrowDown' ? 1 : -1) : 0;
    if (focusDevice(shown[at])) event.preventDefault();
  }
});

// -- events from the gateway

function forget(address) {
  if (devices.delete(address)) needsOrder = true;
}

function accept(message) {
  for (const address of message.forgotten ?? []) forget(address);
  for (const data of message.devices) take(data);
  if (message.metrics) { latest = message; summary(); if (view === 'health') health(message); }
  if (message.lines.length) log(message.lines);
  if (message.presence) {
    const list = message.presence.map(p => element('li', p.name + ': ' + (p.home ? 'home' : 'away')));
    $('presence').replaceChildren(...(list.length ? list : [element('li', 'no device is configured')]));
  }
}

// the gateway's run, and the number of its last event; events that arrive while the state is loaded
let session = '', lastEvent = 0, waiting = null;
function follow(event) {
  if (waiting) return waiting.push(event);
  // another run, or events are missing
  if (event.session !== session || event.number > lastEvent + 1) return load();
  // the loaded state has it
  if (event.number <= lastEvent) return;
  lastEvent = event.number;
  accept(event);
}

async function load() {
  const own = waiting = [];
  try {
    const answer = await fetch('api/state');
    if (!answer.ok) throw new Error(await answer.text());
    const state = await answer.json();
    if (waiting !== own) return;
    waiting = null;
    replace(state);
    for (const event of own) follow(event);
    $('link').textContent = 'Live'; $('link').className = '';
  } catch (error) {
    if (waiting !== own) return;
    waiting = null;
    $('link').textContent = error.message; $('link').className = 'lost';
  }
}

function replace(state) {
  if (state.session !== session) { lastLine = 0; $('lines').replaceChildren(); }
  session = state.session; lastEvent = state.number;
  $('gateway').textContent = document.title = 'Gateway ' + state.gateway;
  offset = state.now - Date.now();
  const known = new Set(state.devices.map(data => data.a));
  for (const address of [...devices.keys()]) if (!known.has(address)) forget(address);
  accept(state);
  if (view === 'device') { facts(); if (!$('charts').children.length) loadCharts(); } else order();
}

function connect() {
  const events = new EventSource('events');
  events.onopen = load;
  events.onmessage = event => follow(JSON.parse(event.data));
  events.onerror = () => { $('link').textContent = 'Connection lost; trying again'; $('link').className = 'lost'; };
}

// order and ages are updated once per second, independent of the number of events
setInterval(() => {
  if (document.hidden) return;
  summary();
  if (view === 'devices') {
    if (needsOrder) order();
    for (const device of rendered) { put(device.texts[4], ago(device.data.t)); warn(device); }
  } else if (view === 'device') facts();
}, 1000);
setInterval(() => { if (view === 'device' && !document.hidden) loadCharts(); }, 30000);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  readColors();
  for (const device of rendered) { device.drawn = ''; draw(device); }
  for (const figure of $('charts').children) figure.draw?.();
});
addEventListener('resize', () => {
  for (const figure of $('charts').children) figure.draw?.();
  for (const device of devices.values()) device.height = undefined;
  renderSoon();
});
addEventListener('scroll', renderSoon, { passive: true });
readColors(); showSort(); show(); connect();
