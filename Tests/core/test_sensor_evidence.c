// What is read only in a loose search: formats with a reader of their own whose frames say little.
#include "sensor_text.h"

// who reads it: a loose search; a strict one with the address in the frame, with another one, with none
enum { LOOSE = 1, SENT = 2, OTHER = 4, NONE = 8, ALL = LOOSE | SENT | OTHER | NONE };

static unsigned read_by(const char *hex)
{
    static const uint8_t addresses[2][6] = {{3, 2, 1, 0x38, 0xC1, 0xA4},
                                            {9, 2, 1, 0x38, 0xC1, 0xA4}};
    uint8_t data[40];
    size_t size = from_hex(hex, data);
    acc_advert advert;
    acc_advert_classify(data, size, &advert);
    unsigned found = 0;
    for (int i = 0; i < 4; i++) {
        acc_sensor_reading reading;
        acc_sensor_source source = {.data = data,
                                    .length = size,
                                    .advert = &advert,
                                    .address = i < 2 ? addresses[i] : NULL,
                                    .is_loose = i == 3};
        acc_status status = acc_sensor_read(&source, &reading, list, ACC_MEASUREMENTS_MAX);
        CHECK((status == ACC_OK) == (reading.format != ACC_SENSOR_FORMAT_NONE));
        CHECK(status == ACC_OK || (status == ACC_UNSUPPORTED && reading.count == 0));
        static const unsigned bits[] = {SENT, OTHER, NONE, LOOSE};
        if (status == ACC_OK)
            found |= bits[i];
    }
    return found;
}

int main(void)
{
    static const struct {
        const char *hex;
        unsigned by;
    } rows[] = {
        // BTHome: one object; with a reserved bit; cut; cut after two; a value that cannot be, alone and with another
        {"0616D2FC400161", ALL},
        {"0616D2FC480161", LOOSE},
        {"0616D2FC500161", LOOSE},
        {"0816D2FC40016102CA", LOOSE},
        {"0A16D2FC400161000102CA", ALL},
        {"0616D2FC400165", LOOSE},
        {"0816D2FC4001650001", ALL},
        {"0A16D2FC400165000102CA", LOOSE},
        // ATC and PVVX: 3.0 V, 1.5 V, 1.499 V, 4.0 V, 4.001 V, 102 %
        {"10161A18A4C138010203FF9C375F0BB8FE", ALL},
        {"10161A18A4C138010203FF9C375F05DCFE", ALL},
        {"10161A18A4C138010203FF9C375F05DBFE", LOOSE | SENT},
        {"10161A18A4C138010203FF9C375F0FA0FE", ALL},
        {"10161A18A4C138010203FF9C375F0FA1FE", LOOSE | SENT},
        {"10161A18A4C138010203FF9C665F0BB8FE", LOOSE | SENT},
        {"12161A1803020138C1A418FC5815B80B5FFEFC", ALL},
        {"12161A1803020138C1A418FC5815B80B65FEFC", LOOSE | SENT},
        // Ruuvi: a temperature of 100 °C, 150 °C; format 3 has no address
        {"1BFF9904054E20FFFFC37C8000FFFC040CAC3F42FFFFA4C138010203", ALL},
        {"1BFF9904057530FFFFC37C8000FFFC040CAC3F42FFFFA4C138010203", LOOSE | SENT},
        // neither temperature nor humidity, an acceleration of 20 g; a humidity of 150 % alone
        {"1BFF9904058000FFFFC37C4E20FFFC040CAC3F42FFFFA4C138010203", ALL},
        {"1BFF9904058000EA60C37C4E20FFFC040CAC3F42FFFFA4C138010203", LOOSE | SENT},
        {"11FF990403291A1ECE1EFC18F94202CA0B53FF", ALL},
        {"11FF990403C91A1ECE1EFC18F94202CA0B53FF", LOOSE},
        {"09FFFFF0029523455678", ALL},
        // lamps and plugs of Govee, and random data of common companies and services
        {"09FF4388EC00030001041109476F7665655F48313642305F35424233", LOOSE},
        {"09FF4388EC00020001110C094756483530383341423132", LOOSE},
        {"0BFF0100B3C4964EE9676D4A", LOOSE},
        {"15FF3101A208EEF1CA7C3BF876484C4ABF55DE6CD4C7", LOOSE},
        {"1BFF57016462C2EB72B21C05CFE53A431567DD14DFE2DF3C7C0DB950", LOOSE},
        {"19160F18C882013D67C1F67689135577D28CD7CC8BFC32425F08", LOOSE},
        // a maker's own company and a length; a company that others use, and a name
        {"09FF88EC000394475800", ALL},
        {"09FF0100010103465464080947564835313030", ALL},
        // a maker's company, a length and two bytes that are always 0; another one of these
        {"09FF88EC010394475800", LOOSE},
        {"09FF88EC000394475801", LOOSE},
        // one byte again and again; with another one at the end, at the start
        {"0AFFFF0401FFFFFFFFFF", 0},
        {"12161A18A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0", LOOSE},
        {"07FFEF81FFFFFFFF", LOOSE},
        {"07FFEF81FFFFFEFF", ALL},
        {"07FFEF8100FFFFFF", ALL},
        // SwitchBot: the maker's company, another one, none with the usual length, none with another length
        {"0DFF6909C0219AE8BC49695C0038"
         "0716"
         "3DFD7340E200",
         ALL},
        {"0DFF6809C0219AE8BC49695C0038"
         "0716"
         "3DFD7340E200",
         LOOSE},
        {"09163DFD7340E2003801", ALL},
        {"08163DFD7340E20038", LOOSE},
        // Oral-B: minutes and seconds of six bits, of more
        {"0EFFDC0006326B02203F3F01010304", ALL},
        {"0EFFDC0006326B0220403F01010304", LOOSE},
        {"0EFFDC0006326B02203F4001010304", LOOSE},
        // BTHome version 1: one object, two; a text, an unknown object, another length, sign or form; bytes behind; a value that
        // cannot be
        {"06161C18020163", ALL},
        {"09161C18020163021001", ALL},
        {"09161C18650141424344", LOOSE},
        {"07161C1803016300", LOOSE},
        {"07161C182302CA06", ALL},
        {"07161C180302CA06", LOOSE},
        {"07161C182303CA06", LOOSE},
        {"07161C1802016302", LOOSE},
        {"0A161C1866014142434445", LOOSE},
        {"09161C18020163027701", LOOSE},
        {"06161C18020165", LOOSE},
        // MiBeacon: an object's number and length are evidence enough
        {"0C1695FE4050AA01070A100165", ALL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned by = read_by(rows[i].hex);
        if (by != rows[i].by)
            printf("  %s: %u\n", rows[i].hex, by);
        CHECK(by == rows[i].by);
    }
    return failures;
}
