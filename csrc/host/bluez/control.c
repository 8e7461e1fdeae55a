// The management channel, and the view of a controller's events.
#include "socket.h"

#include <bluetooth/hci.h>
#include <bluetooth/hci_lib.h>
#include <linux/capability.h>
#include <sys/syscall.h>

static int open_channel(uint16_t index, uint16_t channel)
{
    int file = open_socket(SOCK_RAW, BTPROTO_HCI);
    if (file < 0)
        return file;
    struct sockaddr_hci address = {
        .hci_family = AF_BLUETOOTH, .hci_dev = index, .hci_channel = channel};
    return keep_or_close(file, bind(file, (struct sockaddr *)&address, sizeof address));
}

int acc_bluez_open_control(void)
{
    return open_channel(HCI_DEV_NONE, HCI_CHANNEL_CONTROL);
}

int acc_bluez_open_events(uint16_t index)
{
    int file = open_channel(index, HCI_CHANNEL_RAW);
    if (file < 0)
        return file;
    // a busy air must not push a disconnection out of the queue
    int room = 1 << 20;
    struct hci_filter filter;
    hci_filter_clear(&filter);
    hci_filter_set_ptype(HCI_COMMAND_PKT, &filter);
    hci_filter_set_ptype(HCI_EVENT_PKT, &filter);
    hci_filter_set_event(EVT_LE_META_EVENT, &filter);
    hci_filter_set_event(EVT_DISCONN_COMPLETE, &filter);
    hci_filter_set_event(EVT_ENCRYPT_CHANGE, &filter);
    hci_filter_set_event(EVT_ENCRYPTION_KEY_REFRESH_COMPLETE, &filter);
    setsockopt(file, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
    return keep_or_close(file, setsockopt(file, SOL_HCI, HCI_FILTER, &filter, sizeof filter));
}

int acc_bluez_update_connection(int events, uint16_t handle, uint16_t min_interval,
                                uint16_t max_interval, uint16_t latency, uint16_t timeout)
{
    le_connection_update_cp parameters = {
        .handle = htobs(handle),
        .min_interval = htobs(min_interval),
        .max_interval = htobs(max_interval),
        .latency = htobs(latency),
        .supervision_timeout = htobs(timeout),
        .min_ce_length = htobs(0),
        .max_ce_length = htobs(0),
    };
    int status =
        hci_send_cmd(events, OGF_LE_CTL, OCF_LE_CONN_UPDATE, LE_CONN_UPDATE_CP_SIZE, &parameters);
    return status < 0 ? -errno : 0;
}

unsigned acc_bluez_missing_rights(void)
{
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {{0}};
    if (syscall(SYS_capget, &header, data) < 0)
        return 3;
    unsigned lacking = ~data[0].effective;
    return (lacking >> CAP_NET_ADMIN & 1) | (lacking >> CAP_NET_RAW & 1) << 1;
}
