// Every number and layout of csrc/host/bluez/kernel.h against BlueZ's headers (libbluetooth-dev), which only tests
// include. A difference fails the build; there is nothing to run.
#include "accessory/bluez.h"
#include "host/bluez/kernel.h"

#include <bluetooth/bluetooth.h>
#include <bluetooth/hci.h>
#include <bluetooth/l2cap.h>
#include <bluetooth/rfcomm.h>
#include <bluetooth/sdp.h>
#include <stddef.h>

#define EQUAL(ours, theirs) _Static_assert((ours) == (theirs), #ours " is not " #theirs)
#define SAME_SIZE(ours, theirs) EQUAL(sizeof(struct ours), sizeof(theirs))
#define SAME_FIELD(ours, field, theirs, name)                                                      \
    EQUAL(offsetof(struct ours, field), offsetof(theirs, name));                                   \
    EQUAL(sizeof((struct ours *)0)->field, sizeof((theirs *)0)->name)

EQUAL(PROTOCOL_L2CAP, BTPROTO_L2CAP);
EQUAL(PROTOCOL_HCI, BTPROTO_HCI);
EQUAL(PROTOCOL_RFCOMM, BTPROTO_RFCOMM);
EQUAL(LEVEL_HCI, SOL_HCI);
EQUAL(LEVEL_L2CAP, SOL_L2CAP);
EQUAL(LEVEL_BLUETOOTH, SOL_BLUETOOTH);
EQUAL(HCI_OPTION_FILTER, HCI_FILTER);
EQUAL(L2CAP_OPTION_CONNECTION, L2CAP_CONNINFO);
EQUAL(BLUETOOTH_OPTION_SECURITY, BT_SECURITY);
EQUAL(BLUETOOTH_OPTION_SEND_MTU, BT_SNDMTU);
EQUAL(BLUETOOTH_OPTION_RECEIVE_MTU, BT_RCVMTU);
EQUAL(HCI_RAW_CHANNEL, HCI_CHANNEL_RAW);
EQUAL(HCI_CONTROL_CHANNEL, HCI_CHANNEL_CONTROL);
EQUAL(HCI_NO_DEVICE, HCI_DEV_NONE);
EQUAL(HCI_COMMAND, HCI_COMMAND_PKT);
EQUAL(HCI_EVENT, HCI_EVENT_PKT);
EQUAL(HCI_DISCONNECTION_COMPLETE, EVT_DISCONN_COMPLETE);
EQUAL(HCI_ENCRYPTION_CHANGE, EVT_ENCRYPT_CHANGE);
EQUAL(HCI_ENCRYPTION_KEY_REFRESH, EVT_ENCRYPTION_KEY_REFRESH_COMPLETE);
EQUAL(HCI_LE_META, EVT_LE_META_EVENT);
EQUAL(HCI_LE_CONNECTION_UPDATE, cmd_opcode_pack(OGF_LE_CTL, OCF_LE_CONN_UPDATE));
EQUAL(PSM_SDP, SDP_PSM);
EQUAL(14, LE_CONN_UPDATE_CP_SIZE);  // of acc_bluez_update_connection

EQUAL(ACC_BLUEZ_CLASSIC, BDADDR_BREDR);
EQUAL(ACC_BLUEZ_LE_PUBLIC, BDADDR_LE_PUBLIC);
EQUAL(ACC_BLUEZ_LE_RANDOM, BDADDR_LE_RANDOM);
EQUAL(ACC_BLUEZ_SECURITY_LOW, BT_SECURITY_LOW);
EQUAL(ACC_BLUEZ_SECURITY_MEDIUM, BT_SECURITY_MEDIUM);
EQUAL(ACC_BLUEZ_SECURITY_HIGH, BT_SECURITY_HIGH);
EQUAL(ACC_BLUEZ_SECURITY_FIPS, BT_SECURITY_FIPS);
EQUAL(ACC_BLUEZ_UUID_SERIAL_PORT, SERIAL_PORT_SVCLASS_ID);

SAME_SIZE(hci_address, struct sockaddr_hci);
SAME_FIELD(hci_address, family, struct sockaddr_hci, hci_family);
SAME_FIELD(hci_address, device, struct sockaddr_hci, hci_dev);
SAME_FIELD(hci_address, channel, struct sockaddr_hci, hci_channel);

SAME_SIZE(l2cap_address, struct sockaddr_l2);
SAME_FIELD(l2cap_address, family, struct sockaddr_l2, l2_family);
SAME_FIELD(l2cap_address, psm, struct sockaddr_l2, l2_psm);
SAME_FIELD(l2cap_address, device, struct sockaddr_l2, l2_bdaddr);
SAME_FIELD(l2cap_address, cid, struct sockaddr_l2, l2_cid);
SAME_FIELD(l2cap_address, type, struct sockaddr_l2, l2_bdaddr_type);

SAME_SIZE(rfcomm_address, struct sockaddr_rc);
SAME_FIELD(rfcomm_address, family, struct sockaddr_rc, rc_family);
SAME_FIELD(rfcomm_address, device, struct sockaddr_rc, rc_bdaddr);
SAME_FIELD(rfcomm_address, channel, struct sockaddr_rc, rc_channel);

SAME_SIZE(hci_event_filter, struct hci_filter);
SAME_FIELD(hci_event_filter, types, struct hci_filter, type_mask);
SAME_FIELD(hci_event_filter, events, struct hci_filter, event_mask);
SAME_FIELD(hci_event_filter, opcode, struct hci_filter, opcode);

SAME_SIZE(l2cap_connection, struct l2cap_conninfo);
SAME_FIELD(l2cap_connection, handle, struct l2cap_conninfo, hci_handle);
SAME_FIELD(l2cap_connection, device_class, struct l2cap_conninfo, dev_class);

SAME_SIZE(security_option, struct bt_security);
SAME_FIELD(security_option, level, struct bt_security, level);
SAME_FIELD(security_option, key_size, struct bt_security, key_size);

int main(void)
{
    return 0;
}
