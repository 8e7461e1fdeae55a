/// Includes every header of the portable core. Headers that need a Linux library (aes.h, alsa.h, bluez.h, dbus.h,
/// mp3.h) and sensor_table.h are included separately.
#ifndef ACC_ACCESSORY_H
#define ACC_ACCESSORY_H

#include "accessory/advert.h"
#include "accessory/assigned.h"
#include "accessory/att.h"
#include "accessory/base.h"
#include "accessory/beacon.h"
#include "accessory/cable.h"
#include "accessory/capture.h"
#include "accessory/crc.h"
#include "accessory/device_table.h"
#include "accessory/fec.h"
#include "accessory/frame.h"
#include "accessory/gatt.h"
#include "accessory/hci_report.h"
#include "accessory/link.h"
#include "accessory/mode.h"
#include "accessory/modem.h"
#include "accessory/pcm.h"
#include "accessory/request.h"
#include "accessory/sample.h"
#include "accessory/sensor.h"
#include "accessory/suota.h"
#include "accessory/suota_receiver.h"
#include "accessory/tone.h"
#include "accessory/value.h"
#include "accessory/wav.h"

#endif
