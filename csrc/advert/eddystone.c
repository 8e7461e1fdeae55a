// Eddystone frames UID, URL, TLM and EID: reading and writing (github.com/google/eddystone).
//
// Input: the value of a service data structure, UUID included, that classify.c named. Output: the
// frame's fields, or advertising data. Numbers are big-endian, except the UUID.
#include "accessory/beacon.h"

#include "base/bytes.h"

#include <string.h>

enum { UID = 0x00, URL = 0x10, TLM = 0x20, EID = 0x30 };

// Checks UUID and frame type of a frame with at least `min` bytes.
static acc_status frame_of(const uint8_t *value, size_t len, uint8_t type, size_t min)
{
    if (len < min)
        return ACC_TRUNCATED;
    return load_le16(value) == ACC_UUID16_EDDYSTONE && value[2] == type ? ACC_OK : ACC_MALFORMED;
}

// Type, power at 0 m, namespace (10), instance (6), two reserved bytes that some beacons omit.
acc_status acc_eddystone_uid_read(const uint8_t *value, size_t len, acc_eddystone_uid *uid)
{
    acc_status status = frame_of(value, len, UID, 20);
    if (status != ACC_OK)
        return status;
    uid->power = (int8_t)value[3];
    memcpy(uid->name_space, value + 4, 10);
    memcpy(uid->instance, value + 14, 6);
    uid->reserved[0] = len > 20 ? value[20] : 0;
    uid->reserved[1] = len > 21 ? value[21] : 0;
    return ACC_OK;
}

// Type, power at 0 m, compressed URL.
acc_status acc_eddystone_url_read(const uint8_t *value, size_t len, acc_eddystone_url *url)
{
    acc_status status = frame_of(value, len, URL, 6);
    if (status != ACC_OK)
        return status;
    size_t size;
    url->power = (int8_t)value[3];
    status =
        acc_eddystone_url_decode(value + 4, len - 4, url->text, ACC_EDDYSTONE_URL_TEXT_MAX, &size);
    if (status != ACC_OK)
        return status == ACC_NO_ROOM ? ACC_MALFORMED : status;
    url->length = (uint8_t)size;
    url->text[size] = 0;
    return ACC_OK;
}

// Type, version, battery in mV, temperature in 1/256 degree, advertisements and time in 0.1 s since
// start.
acc_status acc_eddystone_tlm_read(const uint8_t *value, size_t len, acc_eddystone_tlm *tlm)
{
    acc_status status = frame_of(value, len, TLM, 16);
    if (status != ACC_OK)
        return status;
    tlm->version = value[3];
    tlm->battery = load_be16(value + 4);
    tlm->temperature = (int16_t)load_be16(value + 6);
    tlm->count = load_be32(value + 8);
    tlm->time = load_be32(value + 12);
    return ACC_OK;
}

// Version 1 of TLM: the 12 bytes encrypted, a salt and a check.
acc_status acc_eddystone_etlm_read(const uint8_t *value, size_t len, acc_eddystone_etlm *etlm)
{
    acc_status status = frame_of(value, len, TLM, 20);
    if (status != ACC_OK)
        return status;
    if (value[3] != 1)
        return ACC_MALFORMED;
    memcpy(etlm->cipher, value + 4, 12);
    etlm->salt = load_be16(value + 16);
    etlm->check = load_be16(value + 18);
    return ACC_OK;
}

acc_status acc_eddystone_eid_read(const uint8_t *value, size_t len, acc_eddystone_eid *eid)
{
    acc_status status = frame_of(value, len, EID, 12);
    if (status != ACC_OK)
        return status;
    eid->power = (int8_t)value[3];
    memcpy(eid->id, value + 4, 8);
    return ACC_OK;
}

// Adds the list of UUIDs (4 bytes) and the frame (4 bytes and its content), both or neither.
static acc_status put(acc_ad_writer *writer, const uint8_t *frame, size_t len)
{
    if (writer->status == ACC_OK && writer->capacity - writer->size < len + 8)
        writer->status = ACC_NO_ROOM;
    acc_ad_put16(writer, ACC_AD_COMPLETE_UUID16, ACC_UUID16_EDDYSTONE, frame, 0);
    return acc_ad_put16(writer, ACC_AD_SERVICE_DATA16, ACC_UUID16_EDDYSTONE, frame, len);
}

acc_status acc_eddystone_uid_put(acc_ad_writer *writer, const acc_eddystone_uid *uid)
{
    uint8_t frame[20] = {UID, (uint8_t)uid->power};
    memcpy(frame + 2, uid->name_space, 10);
    memcpy(frame + 12, uid->instance, 6);
    memcpy(frame + 18, uid->reserved, 2);
    return put(writer, frame, sizeof frame);
}

acc_status acc_eddystone_url_put(acc_ad_writer *writer, const acc_eddystone_url *url)
{
    uint8_t frame[3 + ACC_EDDYSTONE_URL_MAX] = {URL, (uint8_t)url->power};
    size_t size;
    acc_status status =
        acc_eddystone_url_encode(url->text, url->length, frame + 2, sizeof frame - 2, &size);
    if (status == ACC_OK)
        return put(writer, frame, size + 2);
    if (writer->status == ACC_OK)
        writer->status = status;
    return writer->status;
}

acc_status acc_eddystone_tlm_put(acc_ad_writer *writer, const acc_eddystone_tlm *tlm)
{
    uint8_t frame[14] = {TLM, tlm->version};
    store_be16(frame + 2, tlm->battery);
    store_be16(frame + 4, (uint16_t)tlm->temperature);
    store_be32(frame + 6, tlm->count);
    store_be32(frame + 10, tlm->time);
    return put(writer, frame, sizeof frame);
}

acc_status acc_eddystone_etlm_put(acc_ad_writer *writer, const acc_eddystone_etlm *etlm)
{
    uint8_t frame[18] = {TLM, 1};
    memcpy(frame + 2, etlm->cipher, 12);
    store_be16(frame + 14, etlm->salt);
    store_be16(frame + 16, etlm->check);
    return put(writer, frame, sizeof frame);
}

acc_status acc_eddystone_eid_put(acc_ad_writer *writer, const acc_eddystone_eid *eid)
{
    uint8_t frame[10] = {EID, (uint8_t)eid->power};
    memcpy(frame + 2, eid->id, 8);
    return put(writer, frame, sizeof frame);
}
