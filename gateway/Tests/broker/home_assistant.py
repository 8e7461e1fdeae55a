"""Runs Home Assistant with its MQTT integration alone, and prints what arrives: home_assistant.py PORT FOLDER WEBPORT

Lines of JSON: `{"started": true}`; `{"entity", "state", "event"}` for each change of a state; `{"topic", "payload"}` for each message
with a reading, as its MQTT client receives it. Ends with SIGTERM.
"""
import asyncio, json, os, signal, sys

port, folder = int(sys.argv[1]), sys.argv[2]
os.makedirs(folder + '/.storage', exist_ok=True)
open(folder + '/configuration.yaml', 'a').close()
entries = folder + '/.storage/core.config_entries'
if not os.path.exists(entries):
    time = '2025-01-01T00:00:00+00:00'
    entry = {'created_at': time, 'modified_at': time, 'data': {'broker': '127.0.0.1', 'port': port}, 'disabled_by': None,
             'discovery_keys': {}, 'domain': 'mqtt', 'entry_id': '01JMQTT0000000000000000001', 'minor_version': 1, 'options': {},
             'pref_disable_new_entities': False, 'pref_disable_polling': False, 'source': 'user', 'subentries': [],
             'title': 'mqtt', 'unique_id': None, 'version': 1}
    with open(entries, 'w') as out:
        json.dump({'version': 1, 'minor_version': 5, 'key': 'core.config_entries', 'data': {'entries': [entry]}}, out)

from homeassistant import bootstrap, config_entries, core, loader
from homeassistant.components import mqtt
from homeassistant.core_config import async_process_ha_core_config
from homeassistant.setup import async_setup_component


def tell(**members):
    print(json.dumps(members), flush=True)


@core.callback
def changed(event):
    state = event.data['new_state']
    tell(entity=event.data['entity_id'], state=state and state.state, event=state and state.attributes.get('event_type'))


@core.callback
def received(message):
    tell(topic=message.topic, payload=message.payload)


async def main():
    end = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, end.set)
    # without the integrations that bootstrap.async_setup_hass adds, such as the frontend
    home = core.HomeAssistant(folder)
    home.config.skip_pip = True
    loader.async_setup(home)
    home.config_entries = config_entries.ConfigEntries(home, {})
    await bootstrap.async_load_base_functionality(home)
    await async_process_ha_core_config(home, {})
    home.bus.async_listen('state_changed', changed)
    for name, settings in ('http', {'server_host': '127.0.0.1', 'server_port': int(sys.argv[3])}), ('mqtt', {}):
        assert await async_setup_component(home, name, {name: settings}), name
    await home.async_start()
    await mqtt.async_subscribe(home, 'accessory/devices/+', received, qos=1)
    tell(started=True)
    await end.wait()
    await home.async_stop()

asyncio.run(main())
