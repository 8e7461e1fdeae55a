// Looks keys up in a table's slots; and whether the built-in table may have a record for an
// advertisement, by the presence bits alone, before anything else is set up.
#include "sensor/lookup.h"

const uint16_t *acc_sensor_probe(const acc_sensor_table *table, enum acc_sensor_key key,
                                 uint16_t value, uint32_t hash)
{
    // double hashing: an odd step visits all slots, of which at least one is empty
    uint32_t mask = UINT32_MAX >> table->shift, at = hash >> table->shift, step = hash >> 3 | 1;
    for (;; at = (at + step) & mask) {
        const acc_sensor_slot *slot = &table->slots[at];
        if (slot->value == value && slot->list >> 12 == key)
            return table->lists + (slot->list & 0xFFF);
        if (slot->list >> 12 == ACC_SENSOR_KEY_NONE)
            return NULL;
    }
}

static inline bool company_is_present(const acc_sensor_table *table, uint16_t company,
                                      size_t length, const acc_advert *advert)
{
    unsigned high = company >> 8;
    return sensor_key_is_present(table, ACC_SENSOR_KEY_COMPANY, company) ||
           table->company_highs[high / 32] >> high % 32 & 1 ||
           (sensor_by_length(table->manufacturer_lengths, length) &&
            advert->kind != ACC_BEACON_ALTBEACON);
}

// The same question by the presence bits alone, before anything else is set up.
bool acc_sensor_keys_present(const acc_sensor_source *source, uint32_t open)
{
    const acc_sensor_table *table = &acc_sensor_builtin;
    const acc_advert *advert = source->advert;
    const uint8_t *data = source->data;
    const acc_ad_slice *field = advert->field, *at = &field[ACC_AD_FIELD_MANUFACTURER];
    // a beacon in the manufacturer data hides the kind of the service data
    bool hidden = advert->seen & SENSOR_MANUFACTURER && advert->kind != ACC_BEACON_NONE;
    if (open & SENSOR_SERVICE_LONG || (hidden && open & SENSOR_SERVICE))
        return true;
    if (open & SENSOR_MANUFACTURER && at->length >= 2 &&
        company_is_present(table, load_le16(data + at->offset), at->length - 2u, advert))
        return true;
    at = &field[ACC_AD_FIELD_SERVICE_DATA16];
    if (open & SENSOR_SERVICE && at->length >= 2 &&
        (sensor_key_is_present(table, ACC_SENSOR_KEY_SERVICE, load_le16(data + at->offset)) ||
         sensor_by_length(table->service_lengths, at->length - 2u)))
        return true;
    at = &field[ACC_AD_FIELD_NAME];
    if (open & SENSOR_NAME && at->length &&
        sensor_key_is_present(table, ACC_SENSOR_KEY_NAME,
                              sensor_name_start(data + at->offset, at->length)))
        return true;
    if (!(open & (SENSOR_LISTED | SENSOR_LISTED_LONG)))
        return false;
    at = &field[ACC_AD_FIELD_UUID128];
    for (size_t i = 0; i + 16 <= at->length; i += 16)
        if (sensor_key_is_present(table, ACC_SENSOR_KEY_LISTED_LONG,
                                  sensor_fold(data + at->offset + i)))
            return true;
    at = &field[ACC_AD_FIELD_UUID16];
    for (size_t i = 0; i + 2 <= at->length; i += 2)
        if (sensor_key_is_present(table, ACC_SENSOR_KEY_LISTED, load_le16(data + at->offset + i)))
            return true;
    return false;
}
