// RFCOMM streams, and where to find a service's channel.
#include "socket.h"

#include <bluetooth/rfcomm.h>
#include <bluetooth/sdp.h>
#include <bluetooth/sdp_lib.h>

enum { BACKLOG = 4 };

static struct sockaddr_rc rfcomm_address(const acc_bluez_address *device, uint8_t channel)
{
    struct sockaddr_rc address = {.rc_family = AF_BLUETOOTH, .rc_channel = channel};
    memcpy(&address.rc_bdaddr, device->bytes, sizeof device->bytes);
    return address;
}

static int open_bound(const acc_bluez_address *local, uint8_t channel)
{
    int file = open_socket(SOCK_STREAM, BTPROTO_RFCOMM);
    if (file < 0)
        return file;
    struct sockaddr_rc address = rfcomm_address(local, channel);
    return keep_or_close(file, bind(file, (struct sockaddr *)&address, sizeof address));
}

int acc_bluez_rfcomm_connect(const acc_bluez_address *local, const acc_bluez_address *peer,
                             uint8_t channel)
{
    int file = open_bound(local, 0);
    if (file < 0)
        return file;
    struct sockaddr_rc address = rfcomm_address(peer, channel);
    int status = connect(file, (struct sockaddr *)&address, sizeof address);
    return keep_or_close(file, connect_result(status));
}

int acc_bluez_rfcomm_listen(const acc_bluez_address *local, uint8_t channel)
{
    int file = open_bound(local, channel);
    return file < 0 ? file : keep_or_close(file, listen(file, BACKLOG));
}

int acc_bluez_rfcomm_accept(int listener, acc_bluez_address *peer)
{
    struct sockaddr_rc address;
    socklen_t size = sizeof address;
    int file = accept4(listener, (struct sockaddr *)&address, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (file < 0)
        return -errno;
    memcpy(peer->bytes, &address.rc_bdaddr, sizeof peer->bytes);
    peer->type = ACC_BLUEZ_CLASSIC;
    return file;
}

// The first record that names an RFCOMM channel; frees them all.
static int channel_of_records(sdp_list_t *records)
{
    int channel = -ENOENT;
    for (sdp_list_t *each = records; each; each = each->next) {
        sdp_list_t *protocols = NULL;
        if (channel < 0 && sdp_get_access_protos(each->data, &protocols) == 0) {
            int port = sdp_get_proto_port(protocols, RFCOMM_UUID);
            if (port > 0)
                channel = port;
            sdp_list_foreach(protocols, (sdp_list_func_t)sdp_list_free, NULL);
            sdp_list_free(protocols, NULL);
        }
        sdp_record_free(each->data);
    }
    sdp_list_free(records, NULL);
    return channel;
}

int acc_bluez_rfcomm_find(const acc_bluez_address *local, const acc_bluez_address *peer,
                          uint16_t service)
{
    bdaddr_t from, to;
    memcpy(&from, local->bytes, sizeof from);
    memcpy(&to, peer->bytes, sizeof to);
    sdp_session_t *session = sdp_connect(&from, &to, SDP_RETRY_IF_BUSY);
    if (!session)
        return -errno;
    uuid_t uuid;
    uint32_t all = 0x0000FFFF;
    sdp_list_t *records = NULL;
    sdp_list_t *search = sdp_list_append(NULL, sdp_uuid16_create(&uuid, service));
    sdp_list_t *attributes = sdp_list_append(NULL, &all);
    int status =
        sdp_service_search_attr_req(session, search, SDP_ATTR_REQ_RANGE, attributes, &records);
    int error = errno;
    sdp_list_free(attributes, NULL);
    sdp_list_free(search, NULL);
    sdp_close(session);
    return status < 0 ? -error : channel_of_records(records);
}
