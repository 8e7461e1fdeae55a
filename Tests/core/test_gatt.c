// Values of characteristics: own vectors for each type, from the GATT Specification Supplement and the services'
// specifications, read and written again; descriptors; what the reader and the writer refuse.
#include "accessory/gatt.h"
#include "check.h"
#include "gatt_text.h"

enum { VALUE_MAX = 80 };

static uint8_t value[VALUE_MAX];
static acc_gatt_field list[ACC_GATT_FIELDS_MAX];
static size_t length, count;

static size_t parse(const char *hex, uint8_t *bytes)
{
    size_t size = 0;
    for (unsigned byte; sscanf(hex, "%2x", &byte) == 1; hex += 2)
        bytes[size++] = (uint8_t)byte;
    return size;
}

static acc_status read(uint16_t uuid, const char *hex, const acc_gatt_context *context)
{
    length = parse(hex, value);
    return acc_gatt_read(uuid, value, length, context, list, ACC_GATT_FIELDS_MAX, &count);
}

static bool reads(uint16_t uuid, const char *hex, const acc_gatt_context *context, const char *text)
{
    acc_status status = read(uuid, hex, context);
    const char *found = gatt_text(list, count, value);
    if (status == ACC_OK && strcmp(found, text) == 0)
        return true;
    printf("%04X %s: %d, %s\n", uuid, hex, status, found);
    return false;
}

// Whether the fields of the last reading give its bytes again.
static bool returns(uint16_t uuid, const acc_gatt_context *context)
{
    uint8_t again[VALUE_MAX], row;
    size_t size;
    acc_status status =
        acc_gatt_write(uuid, list, count, value, length, context, again, sizeof again, &size, &row);
    if (status == ACC_OK && size == length && memcmp(again, value, size) == 0)
        return true;
    printf("%04X: %d at row %u, %u bytes\n", uuid, status, row, (unsigned)size);
    return false;
}

static const struct {
    uint16_t uuid;
    const char *hex, *text;
} vectors[] = {
    // integers, with scales by powers of ten and two, offsets and states
    {0x2A19, "4b", "Battery Level=75 %"},
    {0x2A19, "65", "Battery Level=101 % (out of range)"},
    {0x2A07, "f4", "Tx Power=-12 dBm"},
    {0x2A6E, "6408", "Temperature=2148e-2 °C"},
    {0x2A6E, "0080", "Temperature=0e-2 °C (unknown)"},
    {0x2A6F, "1027", "Humidity=10000e-2 %"},
    {0x2A6F, "1127", "Humidity=10001e-2 % (out of range)"},
    {0x2B18, "c100", "Voltage Value=3015625e-6 V"},
    {0x2B1C, "0100", "Chromaticity Coordinate=152587890625e-16"},
    {0x2B1C, "ffff", "Chromaticity Coordinate=9999847412109375e-16"},
    {0x2BDF, "0180", "High Temperature=0e-1 °C (invalid)"},
    {0x2B04, "c8", "Percentage 8=1000e-1 %"},
    {0x2B8C, "feff", "CO2 Concentration=65534 ppm (or more)"},
    {0x2BE4, "fe", "Noise=254 dB (or more)"},
    {0x2AB2, "19", "Floor Number=5"},
    {0x2AB3, "ed03", "Altitude=5e-1 m"},
    {0x2A6C, "18fcff", "Elevation=-1000e-2 m"},
    {0x2AC3, "ffffffffffff", "Object ID=281474976710655"},
    {0x2B05, "feffff", "Power=0e-1 W (invalid)"},
    {0x2C08, "806967ff", "Linear Position=-10000000e-7 m"},
    {0x2A12, "fd", "Accuracy=31625e-3 s"},
    {0x2A12, "fe", "Accuracy=31750e-3 s (or more)"},
    {0x2A12, "ff", "Accuracy=0e-3 s (unknown)"},
    {0x2A14, "04ff1e17",
     "Time Source=Manual; Time Accuracy=0e-3 s (unknown); Days Since Update=30 d; Hours Since "
     "Update=23 h"},
    {0x2A85, "00000600", "Year=0 a (unknown); Month=June; Day=0 (unknown)"},
    {0x2A85, "2e06011f", "Year=1582 a; Month=January; Day=31"},
    {0x2A85, "2d060120", "Year=1581 a (out of range); Month=January; Day=32 (out of range)"},
    {0x2AFA, "000000000000", "Global Trade Item Number=0 (unknown)"},
    {0x2AFA, "000000000001", "Global Trade Item Number=1099511627776"},
    {0x2AE7, "64", "Color Rendering Index=100"},
    {0x2AE7, "7f", "Color Rendering Index=0 (unknown)"},
    {0x2C28, "040000ffff",
     "Flags=[Cooking Step Started]; Cooking Step Index=0 (unknown); Remaining Time=0 s (unknown)"},
    {0x2C28, "0001000000", "Flags=[]; Cooking Step Index=1; Remaining Time=0 s"},
    {0x2B13, "40", "Time Exponential 8=1000000000e-9 s"},
    {0x2B13, "00", "Time Exponential 8=0e-9 s"},
    {0x2B13, "01", "Time Exponential 8=2467521e-9 s"},
    {0x2B13, "fd", "Time Exponential 8=66560640878719152e-9 s"},
    {0x2B13, "fe", "Time Exponential 8=0e-9 s (lifetime)"},
    {0x2B13, "ff", "Time Exponential 8=0e-9 s (unknown)"},
    // IEEE 11073: 120 mmHg, 36.4 degrees, and the special values
    {0x2A35, "0078005000 5a00",
     "Flags=[]; Systolic=120 mmHg; Diastolic=80 mmHg; Mean Arterial Pressure=90 mmHg"},
    {0x2A35, "01a0f0ff07 0008",
     "Flags=[Units of kPa]; Systolic=160e-1 kPa; Diastolic=0 kPa (NaN); Mean Arterial Pressure=0 "
     "kPa (NRes)"},
    {0x2BCF, "feff", "Ammonia Concentration=-2e-1 kg/m³"},
    {0x2BCF, "fe07", "Ammonia Concentration=0 kg/m³ (+infinity)"},
    {0x2BCF, "0208", "Ammonia Concentration=0 kg/m³ (-infinity)"},
    {0x2BCF, "0108", "Ammonia Concentration=0 kg/m³ (reserved)"},
    {0x2BCF, "007f", "Ammonia Concentration=-256e7 kg/m³"},
    {0x2A1C, "006c0100ff", "Flags=[]; Temperature Measurement Value=364e-1 °C"},
    {0x2A1C, "01ffff7f00", "Flags=[Fahrenheit]; Temperature Measurement Value=0 °F (NaN)"},
    {0x2A1C, "0002008000", "Flags=[]; Temperature Measurement Value=0 °C (-infinity)"},
    {0x2A1C, "00ffffff80", "Flags=[]; Temperature Measurement Value=-1e-128 °C"},
    // the unit of the glucose concentration depends on a flag: 0.0012 kg/L and 0.0055 mol/L
    {0x2A18, "021500e807061408000078b011",
     "Flags=[Glucose Concentration, Type and Sample Location Present]; Sequence Number=21; "
     "Base Time=20240620080000; Glucose Concentration=120 mg/dL; Type=Capillary Whole Blood; "
     "Sample Location=Finger"},
    {0x2A18, "061500e807061408000037c011",
     "Flags=[Glucose Concentration, Type and Sample Location Present, Concentration in mmol/L]; "
     "Sequence Number=21; "
     "Base Time=20240620080000; Glucose Concentration=55e-1 mmol/L; Type=Capillary Whole Blood; "
     "Sample Location=Finger"},
    // IEEE 754
    {0x2AE8, "000020c0", "Coefficient=-2500e-3"},
    {0x2AE8, "0000807f", "Coefficient=0e-3 (+infinity)"},
    {0x2AE8, "000080ff", "Coefficient=0e-3 (-infinity)"},
    {0x2AE8, "0000c07f", "Coefficient=0e-3 (NaN)"},
    // choices, flags and parts of them
    {0x2A06, "02", "Alert Level=High Alert"},
    {0x2A06, "03", "Alert Level="},
    {0x2A01, "4103", "Appearance=Heart Rate Belt; Category=Heart Rate Sensor; Subcategory=1"},
    {0x2A5C, "0500",
     "CSC Feature=[Wheel Revolution Data Supported, Multiple Sensor Locations Supported]"},
    {0x2A42, "03", "Category ID Bit Mask=[Simple Alert, Email]"},
    {0x2A42, "0302", "Category ID Bit Mask=[Simple Alert, Email, Instant Message]"},
    // flags of 1 to 8 bytes, some of which may be absent
    {0x2AA5, "11",
     "Bond Management Feature=[Delete Requesting BR/EDR and LE, Delete Requesting LE]"},
    {0x2AA5, "010000", "Bond Management Feature=[Delete Requesting BR/EDR and LE]"},
    {0x2A65, "03002000",
     "Cycling Power Feature=[Pedal Power Balance Supported, Accumulated Torque Supported]; "
     "Distributed System Support=For Use in a Distributed System"},
    {0x2B3B, "0700000000000000",
     "Physical Activity Monitor Features=[Multiple Users Supported, User Data Service Supported, "
     "Device Worn Supported]"},
    {0x2C38, "01", "Voice Assistant Supported Features=[Session Flags Enabled]"},
    // 7 bits
    {0x2BF6, "052a", "ESL ID=5; Group ID=42"},
    // flags of any number of bytes
    {0x2B29, "03", "Client Features=[Robust Caching, Enhanced ATT Bearer]"},
    {0x2B29, "040080", "Client Features=[Multiple Handle Value Notifications]"},
    {0x2B3A, "0100000000000080", "Server Features=[Enhanced ATT Bearer]"},
    {0x2C21, "86",
     "Button 0 Status=Released; Button 1 Status=Pressed; Button 2 Status=Not Actuated; Button 3 "
     "Status=Released"},
    {0x2A56, "1b",
     "Digital Signal=Unknown; Digital Signal=Tristate; Digital Signal=Active; Digital "
     "Signal=Inactive"},
    {0x2A63, "00015000 2301f0",
     "Flags=[Extreme Angles Present]; Instantaneous Power=80 W; Maximum Angle=291 °; Minimum "
     "Angle=3840 °"},
    {0x2AD9, "800201",
     "Op Code=Response Code; Request Op Code=Set Target Speed; Result Code=Success"},
    // presence by flags, by their absence, by two of them, by length
    {0x2A37, "1e50f4010004",
     "Flags=[Energy Expended Present, RR-Interval Present]; Sensor Contact Status=Detected; "
     "Heart Rate Measurement Value=80 bpm; Energy Expended=500 kJ; RR-Interval=10000000000e-10 s"},
    {0x2A37, "112c0180020003",
     "Flags=[16-Bit Value, RR-Interval Present]; Sensor Contact Status=Not Supported; "
     "Heart Rate Measurement Value=300 bpm; RR-Interval=6250000000e-10 s; "
     "RR-Interval=7500000000e-10 s"},
    {0x2A9D, "0354 3d e7070c190e1e2d",
     "Flags=[Time Stamp Present]; Measurement Units=Imperial; Weight=15700e-2 lb; Time "
     "Stamp=20231225143045"},
    {0x2A33, "0105f6", "Buttons=[Left]; X Displacement=5; Y Displacement=-10"},
    {0x2A33, "0105f601", "Buttons=[Left]; X Displacement=5; Y Displacement=-10; Wheel=1"},
    {0x2ACD, "0000 e803", "Flags=[]; Instantaneous Speed=1000e-2 km/h"},
    {0x2ACD, "0100", "Flags=[More Data]"},
    {0x2AC7, "05c22a", "Filter=Object Type; Object Type=c22a"},
    {0x2AC7, "0161", "Filter=Name Starts With; Text=a"},
    // repeated records of a stated size: the second one has no quality; feature 12 is not known
    {0x2AA7, "0802 6400 0100 5f00 0600 6500 0200",
     "Size=8; Flags=[Quality Present]; Glucose Concentration=100 mg/dL; Time Offset=1 min; "
     "Quality=95 %; "
     "Size=6; Flags=[]; Glucose Concentration=101 mg/dL; Time Offset=2 min"},
    {0x2BB9, "0601030061 3a62 0302 0400",
     "Length=6; Call Index=1; Call State=Active; Call Flags=[]; Call URI=a:b; "
     "Length=3; Call Index=2; Call State=Locally Held; Call Flags=[]; Call URI="},
    {0x2BF5, "01020201",
     "Security Mode=Encryption; Security Level=2; Security Mode=Data Signing; Security Level=1"},
    // as many records as a field tells
    {0x2BC9, "0206000000000203010100060000000000 00",
     "Number of PAC Records=2; Coding Format=LC3; Company ID=0; Vendor-Specific Codec ID=0; "
     "Codec Specific Capabilities Length=2; Codec Specific Capabilities=0301; Metadata Length=1; "
     "Metadata=00; "
     "Coding Format=LC3; Company ID=0; Vendor-Specific Codec ID=0; Codec Specific Capabilities "
     "Length=0; "
     "Codec Specific Capabilities=; Metadata Length=0; Metadata="},
    {0x2BC9, "00", "Number of PAC Records=0"},
    // a value in a record: in one of one segment; not in a part of it, nor an unknown one
    {0x2B36, "030100352b 00 7800",
     "Segmentation Header=[First Segment, Last Segment]; Rolling Segment Counter=0; Sequence "
     "Number=1; UUID=352b; "
     "Flags=[]; Intermediate Cuff Pressure=120 mmHg"},
    {0x2B36, "050100352b 00",
     "Segmentation Header=[First Segment]; Rolling Segment Counter=1; Sequence Number=1; "
     "UUID=352b; Segment=00"},
    {0x2B36, "060100352b 0078",
     "Segmentation Header=[Last Segment]; Rolling Segment Counter=1; Sequence Number=1; UUID=352b; "
     "Segment=0078"},
    {0x2B36, "030100ff2b 00",
     "Segmentation Header=[First Segment, Last Segment]; Rolling Segment Counter=0; Sequence "
     "Number=1; UUID=ff2b; "
     "Flags=[]"},
    {0x2B36, "030100362b 0000",
     "Segmentation Header=[First Segment, Last Segment]; Rolling Segment Counter=0; Sequence "
     "Number=1; UUID=362b; "
     "Recorded Characteristic=0000"},
    {0x2B36, "030100ffff 0000",
     "Segmentation Header=[First Segment, Last Segment]; Rolling Segment Counter=0; Sequence "
     "Number=1; UUID=ffff; "
     "Recorded Characteristic=0000"},
    // the parameter depends on the operation
    {0x2A66, "045e01", "Op Code=Set Crank Length; Crank Length=1750e-1 mm"},
    {0x2A66, "2005015e01",
     "Op Code=Response Code; Request Op Code=Request Crank Length; Response Value=Success; Crank "
     "Length=1750e-1 mm"},
    // texts, bytes, UUIDs, addresses
    {0x2A00, "426f78", "Device Name=Box"},
    {0x2A00, "", "Device Name="},
    {0x2AF8, "4142434445464748", "Fixed String=ABCDEFGH"},
    {0x2AF5, "30313233343536373839414243444546", "Fixed String=0123456789ABCDEF"},
    {0x2AF6, "303132333435363738394142434445463031323334353637",
     "Fixed String=0123456789ABCDEF01234567"},
    {0x2AF7, "303132333435363738394142434445463031323334353637383941424344454630313233",
     "Fixed String=0123456789ABCDEF0123456789ABCDEF0123"},
    {0x2BDE,
     "3031323334353637383941424344454630313233343536373839414243444546"
     "3031323334353637383941424344454630313233343536373839414243444546",
     "Fixed String 64=0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF"},
    {0x2B2A, "000102030405060708090a0b0c0d0e0f", "Database Hash=000102030405060708090a0b0c0d0e0f"},
    {0x2C32, "00112233445566778899aabbccddeeff",
     "Voice Assistant UUID=00112233445566778899aabbccddeeff"},
    {0x2BFF, "034142004300",
     "Flags=[UDI Label Present, UDI Device Identifier Present]; UDI Label=AB; UDI Device "
     "Identifier=C"},
    {0x2A7D, "0100372aaabb", "Flags=[Changed by a Client]; Characteristic UUID=372a; Value=aabb"},
    {0x2ABF, "00112233445566778899aabbccddeeff", "Object Type=00112233445566778899aabbccddeeff"},
    {0x2A03, "060504030201", "Reconnection Address=060504030201"},
    {0x2A23, "aabbccddee112233", "EUI-64=aabbccddee112233"},
    // dates and times
    {0x2A2B, "e8070c1f173b3b028001",
     "Date Time=20241231235959; Day of Week=Tuesday; Fractions256=128 × 1/256 s; Adjust "
     "Reason=[Manual Time Update]"},
    {0x2A08, "00000000000000", "Date Time=0"},
    {0x2A08, "e8070d01000000", "Date Time=0 (invalid)"},
    {0x2AED, "eb4d00", "Date=20240812"},
    {0x2AED, "010000", "Date=19700102"},
    {0x2AED, "de4d00", "Date=20240730"},
    {0x2AED, "000000", "Date=0 (unknown)"},
    {0x2AED, "ffffff", "Date=479040616"},
    {0x2A0E, "ec", "Time Zone=-20"},
    {0x2A0E, "cf", "Time Zone=-49 (out of range)"},
    {0x2A0E, "80", "Time Zone=0 (unknown)"},
};

// Whether the value can be written: one outside its range is read, but refused by the writer.
static bool is_canonical(void)
{
    for (size_t i = 0; i < count; i++)
        if (list[i].state == ACC_VALUE_OUT_OF_RANGE ||
            (list[i].form == ACC_GATT_TIME && list[i].state != ACC_VALUE_KNOWN))
            return false;
    return true;
}

static const char *compact(const char *hex)
{
    static char text[2 * VALUE_MAX + 1];
    size_t used = 0;
    for (; *hex; hex++)
        if (*hex != ' ')
            text[used++] = *hex;
    text[used] = 0;
    return text;
}

static void test_vectors(void)
{
    size_t refused = 0;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        CHECK(reads(vectors[i].uuid, compact(vectors[i].hex), NULL, vectors[i].text));
        if (is_canonical()) {
            CHECK(returns(vectors[i].uuid, NULL));
        } else {
            uint8_t again[VALUE_MAX], row;
            size_t size = 1;
            CHECK(acc_gatt_write(vectors[i].uuid, list, count, value, length, NULL, again,
                                 sizeof again, &size, &row) == ACC_OUT_OF_RANGE);
            CHECK(size == 0 && row == 0);
            refused++;
        }
    }
    CHECK(refused == 5);
}

// Every prefix of every vector is read as far as it goes, and every short list is filled.
static void test_short(void)
{
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        acc_gatt_field some[ACC_GATT_FIELDS_MAX];
        size_t found;
        CHECK(read(vectors[i].uuid, compact(vectors[i].hex), NULL) == ACC_OK);
        for (size_t room = 0; room < count; room++) {
            CHECK(acc_gatt_read(vectors[i].uuid, value, length, NULL, some, room, &found) ==
                  ACC_NO_ROOM);
            CHECK(found == room);
        }
        for (size_t size = 0; size < length; size++) {
            acc_status status = acc_gatt_read(vectors[i].uuid, value, size, NULL, some,
                                              ACC_GATT_FIELDS_MAX, &found);
            CHECK(status == ACC_OK || status == ACC_TRUNCATED || status == ACC_MALFORMED);
            for (size_t k = 0; k < found; k++)
                CHECK(some[k].offset + (size_t)some[k].length <= size);
        }
        for (size_t room = 0; room < length && is_canonical(); room++) {
            uint8_t again[VALUE_MAX], row;
            CHECK(acc_gatt_write(vectors[i].uuid, list, count, value, length, NULL, again, room,
                                 &found, &row) == ACC_NO_ROOM);
        }
    }
    CHECK(acc_gatt_read(0x2A37, value, 0, NULL, list, ACC_GATT_FIELDS_MAX, &count) ==
          ACC_TRUNCATED);
    CHECK(count == 0);
    CHECK(read(0x2A6E, "64", NULL) == ACC_TRUNCATED);
    CHECK(read(0x2A35, "00780050", NULL) == ACC_TRUNCATED && count == 2);
    CHECK(read(0x2AED, "eb4d", NULL) == ACC_TRUNCATED);
    CHECK(read(0x2AF8, "41424344", NULL) == ACC_TRUNCATED && count == 1 && list[0].length == 4);
    CHECK(read(0x2BB9, "0601", NULL) == ACC_TRUNCATED);
    CHECK(read(0x2A03, "0102030405", NULL) == ACC_TRUNCATED);
    CHECK(read(0x2A42, "", NULL) == ACC_TRUNCATED);
    CHECK(read(0x2ABF, "010203", NULL) == ACC_MALFORMED);
    // bytes behind the last field are reserved
    CHECK(reads(0x2A19, "4b00", NULL, "Battery Level=75 %"));
    CHECK(read(0x2BFF, "014142", NULL) == ACC_TRUNCATED && count == 2 && list[1].length == 2);
    CHECK(acc_gatt_read(0x2A19, value, 65536, NULL, list, ACC_GATT_FIELDS_MAX, &count) ==
          ACC_OUT_OF_RANGE);
    // more records than a field's instance can count
    static uint8_t many[600];
    static acc_gatt_field fields[600];
    CHECK(acc_gatt_read(0x2BF5, many, sizeof many, NULL, fields, 600, &count) == ACC_NO_ROOM);
    CHECK(count == 512 && fields[511].instance == 255);
}

static void test_unknown(void)
{
    static const uint16_t uuids[] = {0, 0x29FF, 0x2A57, 0x2C39, 0xFFFF};
    uint8_t row;
    for (size_t i = 0; i < sizeof uuids / sizeof *uuids; i++) {
        acc_gatt_description description;
        acc_gatt_choice choice;
        CHECK(acc_gatt_read(uuids[i], value, 2, NULL, list, ACC_GATT_FIELDS_MAX, &count) ==
              ACC_UNSUPPORTED);
        CHECK(acc_gatt_write(uuids[i], list, 0, value, 0, NULL, value, 2, &length, &row) ==
              ACC_UNSUPPORTED);
        CHECK(*acc_gatt_name(uuids[i]) == 0 && !acc_gatt_describe(uuids[i], 0, &description));
        CHECK(!acc_gatt_choice_at(uuids[i], 0, 0, &choice));
        CHECK(*acc_gatt_choice_name(uuids[i], 0, 0) == 0);
    }
}

// Characteristic Presentation Format: exponent -1, degree Celsius, and each format.
static void test_presentation(void)
{
    static const struct {
        uint8_t format;
        const char *hex, *text;
    } rows[] = {
        {0x01, "01", "=1e-1 °C"},
        {0x02, "02", "=2e-1 °C"},
        {0x03, "0f", "=15e-1 °C"},
        {0x04, "ff", "=255e-1 °C"},
        {0x05, "ff0f", "=4095e-1 °C"},
        {0x06, "ffff", "=65535e-1 °C"},
        {0x07, "ffffff", "=16777215e-1 °C"},
        {0x08, "ffffffff", "=4294967295e-1 °C"},
        {0x09, "010000000001", "=1099511627777e-1 °C"},
        {0x0A, "ffffffffffffff7f", "=9223372036854775807e-1 °C"},
        {0x0A, "ffffffffffffffff", "=ffffffffffffffff"},
        {0x0B, "000102030405060708090a0b0c0d0e0f", "=000102030405060708090a0b0c0d0e0f"},
        {0x0C, "ff", "=-1e-1 °C"},
        {0x0D, "ff0f", "=-1e-1 °C"},
        {0x0E, "feff", "=-2e-1 °C"},
        {0x0F, "feffff", "=-2e-1 °C"},
        {0x10, "feffffff", "=-2e-1 °C"},
        {0x11, "feffffffffff", "=-2e-1 °C"},
        {0x12, "feffffffffffffff", "=-2e-1 °C"},
        {0x13, "ff0102030405060708090a0b0c0d0eff", "=ff0102030405060708090a0b0c0d0eff"},
        {0x14, "00002040", "=2500e-3 °C"},
        {0x15, "000000000000f83f", "=1500e-3 °C"},
        {0x16, "05f0", "=5e-2 °C"},
        {0x17, "050000ff", "=5e-2 °C"},
        {0x18, "01000200", "=01000200"},
        {0x19, "4142", "=AB"},
        {0x1A, "41004200", "=41004200"},
        {0x1B, "0102", "=0102"},
        {0x1C, "0102", "=0102"},
    };
    uint8_t format[] = {0, 0xFF, 0x2F, 0x27, 1, 0, 0};
    acc_gatt_context context = {.presentation = format};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        format[0] = rows[i].format;
        CHECK(reads(0xFFFF, rows[i].hex, &context, rows[i].text));
        CHECK(returns(0xFFFF, &context));
        CHECK(list[0].uuid == 0xFFFF && list[0].row == 0);
    }
    // the exponents of the value and of the format
    format[0] = 0x17;
    format[1] = 127;
    CHECK(reads(0xFFFF, "01000000", &context, "=1e127 °C"));
    CHECK(reads(0xFFFF, "01000001", &context, "=0e127 °C (out of range)"));
    format[1] = 0xFF;
    format[0] = 0x1D;
    CHECK(read(0xFFFF, "00", &context) == ACC_UNSUPPORTED);
    format[0] = 0;
    CHECK(read(0xFFFF, "00", &context) == ACC_UNSUPPORTED);
    // Analog is open; Battery Level is not
    format[0] = 0x0E;
    CHECK(reads(0x2A58, "feff", &context, "Analog=-2e-1 °C"));
    CHECK(reads(0x2A58, "feff", NULL, "Analog=65534"));
    CHECK(reads(0x2A19, "4b", &context, "Battery Level=75 %"));
    format[0] = 0x1D;
    CHECK(reads(0x2A58, "feff", &context, "Analog=65534"));
    format[0] = 0x04;
    format[3] = 0x99;  // a unit that does not exist
    CHECK(reads(0xFFFF, "01", &context, "=1e-1"));
}

static void test_range(void)
{
    static const uint8_t range[] = {0xE8, 0x03, 0xD0, 0x07};  // 10.00 to 20.00 degrees
    acc_gatt_context context = {.range = range, .range_length = sizeof range};
    uint8_t again[VALUE_MAX], row;
    CHECK(reads(0x2A6E, "e803", &context, "Temperature=1000e-2 °C"));
    CHECK(returns(0x2A6E, &context));
    CHECK(reads(0x2A6E, "d007", &context, "Temperature=2000e-2 °C"));
    CHECK(reads(0x2A6E, "0080", &context, "Temperature=0e-2 °C (unknown)"));
    CHECK(reads(0x2A6E, "e703", &context, "Temperature=999e-2 °C (out of range)"));
    CHECK(reads(0x2A6E, "d107", &context, "Temperature=2001e-2 °C (out of range)"));
    list[0].state = ACC_VALUE_KNOWN;
    CHECK(acc_gatt_write(0x2A6E, list, 1, value, length, &context, again, 2, &length, &row) ==
          ACC_OUT_OF_RANGE);
    // a range that cannot be read, and a value that is not a number
    context.range_length = 2;
    CHECK(reads(0x2A6E, "e703", &context, "Temperature=999e-2 °C"));
    CHECK(reads(0x2A06, "01", &context, "Alert Level=Mild Alert"));
    // a value that may be empty; a range that may be empty, behind one that was not
    static const uint8_t zeros[12];
    context = (acc_gatt_context){.range = zeros, .range_length = sizeof zeros};
    acc_gatt_field one = {.uuid = 0x2B9C, .number = 1};
    CHECK(reads(0x2B9C, "010000000000", &context, "Object ID=1 (out of range)"));
    acc_status outside =
        acc_gatt_write(0x2B9C, &one, 1, value, 0, &context, again, sizeof again, &length, &row);
    acc_status none =
        acc_gatt_write(0x2B9C, &one, 0, value, 0, &context, again, sizeof again, &length, &row);
    CHECK(outside == ACC_OUT_OF_RANGE && none == ACC_OK && length == 0);
    acc_gatt_read(0x2B9C, value, 6, &context, &one, 1, &count);
    context.range_length = 0;
    acc_gatt_read(0x2B9C, value, 6, &context, list, 1, &count);
    CHECK(one.state == ACC_VALUE_OUT_OF_RANGE && list[0].state == ACC_VALUE_KNOWN);
}

// Features tell whether a value ends with a CRC. Without them, two bytes are one.
static void test_features(void)
{
    acc_gatt_context context = {.features = 0, .has_features = true};
    CHECK(reads(0x2AAB, "48003412", NULL, "CGM Session Run Time=72 h; E2E-CRC=4660"));
    CHECK(reads(0x2AAB, "480034", NULL, "CGM Session Run Time=72 h"));
    CHECK(reads(0x2AAB, "48003412", &context, "CGM Session Run Time=72 h"));
    context.features = 1 << 12;
    CHECK(reads(0x2AAB, "48003412", &context, "CGM Session Run Time=72 h; E2E-CRC=4660"));
    CHECK(returns(0x2AAB, &context));
    CHECK(read(0x2AAB, "4800", &context) == ACC_TRUNCATED);
}

static acc_gatt_field number(uint16_t uuid, uint8_t row, int64_t number, int8_t exponent)
{
    return (acc_gatt_field){.uuid = uuid, .row = row, .number = number, .exponent = exponent};
}

static acc_status writes(uint16_t uuid, const acc_gatt_field *fields, size_t fields_count,
                         const char *hex)
{
    uint8_t expected[VALUE_MAX], row = 0;
    acc_status status = acc_gatt_write(uuid, fields, fields_count, value, 0, NULL, value,
                                       sizeof value, &length, &row);
    if (status == ACC_OK &&
        (length != parse(hex, expected) || memcmp(value, expected, length) != 0))
        return ACC_BAD_CHECK;
    return status;
}

static acc_status writes_number(uint16_t uuid, int64_t n, int exponent, const char *hex)
{
    acc_gatt_field field = number(uuid, 0, n, (int8_t)exponent);
    return writes(uuid, &field, 1, hex);
}

static void test_numbers(void)
{
    // other exponents, rounding half away from zero, the ends of each range
    CHECK(writes_number(0x2A6E, 21, 0, "3408") == ACC_OK);
    CHECK(writes_number(0x2A6E, 2, 1, "d007") == ACC_OK);
    CHECK(writes_number(0x2A6E, 21485, -3, "6508") == ACC_OK);
    CHECK(writes_number(0x2A6E, 21484, -3, "6408") == ACC_OK);
    CHECK(writes_number(0x2A6E, -21485, -3, "9bf7") == ACC_OK);
    CHECK(writes_number(0x2A6E, 1, -100, "0000") == ACC_OK);
    CHECK(writes_number(0x2A6E, -27315, -2, "4d95") == ACC_OK);
    CHECK(writes_number(0x2A6E, -27316, -2, "") == ACC_OUT_OF_RANGE);
    CHECK(writes_number(0x2A6E, 32767, -2, "ff7f") == ACC_OK);
    CHECK(writes_number(0x2A6E, 32768, -2, "") == ACC_OUT_OF_RANGE);
    CHECK(writes_number(0x2A6E, 1, 100, "") == ACC_OUT_OF_RANGE);
    CHECK(writes_number(0x2A6E, INT64_MAX, 1, "") == ACC_OUT_OF_RANGE);
    CHECK(writes_number(0x2A19, 100, 0, "64") == ACC_OK);
    CHECK(writes_number(0x2A19, 101, 0, "") == ACC_OUT_OF_RANGE);
    CHECK(writes_number(0x2A19, -1, 0, "") == ACC_OUT_OF_RANGE);
    CHECK(writes_number(0x2AC3, (INT64_C(1) << 48) - 1, 0, "ffffffffffff") == ACC_OK);
    CHECK(writes_number(0x2AC3, INT64_C(1) << 48, 0, "") == ACC_OUT_OF_RANGE);
    CHECK(writes_number(0x2B18, 3, 0, "c000") == ACC_OK);
    CHECK(writes_number(0x2AB2, -20, 0, "00") == ACC_OK);
    CHECK(writes_number(0x2AB2, -21, 0, "") == ACC_OUT_OF_RANGE);
    CHECK(writes_number(0x2AB3, INT64_MAX, -1, "") == ACC_OUT_OF_RANGE);
    CHECK(writes_number(0x2B1C, INT64_MAX, -34, "0000") == ACC_OK);
    // 65535 is "not known", 65534 "or more": neither is a number that is known
    CHECK(writes_number(0x2B8C, 65533, 0, "fdff") == ACC_OK);
    CHECK(writes_number(0x2B8C, 65534, 0, "") == ACC_OUT_OF_RANGE);
    CHECK(writes_number(0x2AEA, 65535, 0, "") == ACC_OUT_OF_RANGE);
    // SFLOAT and FLOAT: digits that do not fit are rounded, exponents are moved
    CHECK(writes_number(0x2BCF, 2045, 0, "fd07") == ACC_OK);
    CHECK(writes_number(0x2BCF, 2046, 0, "cd10") == ACC_OK);
    CHECK(writes_number(0x2BCF, -2046, 0, "331f") == ACC_OK);
    CHECK(writes_number(0x2BCF, 2047, 1, "ff17") == ACC_OK);
    CHECK(writes_number(0x2BCF, -2048, -1, "00f8") == ACC_OK);
    CHECK(writes_number(0x2BCF, 2048, 1, "cd20") == ACC_OK);
    CHECK(writes_number(0x2BCF, -2049, 1, "332f") == ACC_OK);
    CHECK(writes_number(0x2BCF, 123456, -3, "d3f4") == ACC_OK);
    CHECK(writes_number(0x2BCF, 15, -9, "0280") == ACC_OK);
    CHECK(writes_number(0x2BCF, 1, -20, "0080") == ACC_OK);
    CHECK(writes_number(0x2BCF, 1, 10, "e873") == ACC_OK);
    CHECK(writes_number(0x2BCF, 3, 10, "") == ACC_OUT_OF_RANGE);
    CHECK(writes_number(0x2BCF, 0, 20, "0070") == ACC_OK);
    // 1.1^(n-64): the nearest one
    CHECK(writes_number(0x2B13, 1, 0, "40") == ACC_OK);
    CHECK(writes_number(0x2B13, 104, -2, "40") == ACC_OK);
    CHECK(writes_number(0x2B13, 106, -2, "41") == ACC_OK);
    CHECK(writes_number(0x2B13, 1, -9, "00") == ACC_OK);
    CHECK(writes_number(0x2B13, 66560641, 0, "") == ACC_OUT_OF_RANGE);
    CHECK(writes_number(0x2B13, -1, 0, "") == ACC_OUT_OF_RANGE);
    // floating point from a decimal number, and beyond its range
    CHECK(writes_number(0x2AE8, 25, -1, "00002040") == ACC_OK);
    CHECK(writes_number(0x2AE8, 1, 39, "") == ACC_OUT_OF_RANGE);
}

// The largest and smallest integers that the supplement allows, and those beside them.
static void test_ranges(void)
{
    static const struct {
        uint16_t uuid;
        uint8_t size;
        int32_t low, high;
    } rows[] = {
        {0x2AE3, 2, -5000, 5000}, {0x2AE7, 1, -128, 100}, {0x2AEC, 2, 0, 4095},
        {0x2AFC, 2, 0, 18000},    {0x2B04, 1, 0, 200},    {0x2C05, 1, 0, 200},
        {0x2B12, 1, 0, 239},      {0x2B18, 2, 0, 65408},  {0x2B8D, 1, -100, 100},
        {0x2BDF, 2, -546, 32767}, {0x2C1B, 1, 0, 200},    {0x2C2E, 2, -1000, 10000},
        {0x2A2C, 2, 0, 35999},    {0x2A71, 2, 0, 35999},  {0x2A73, 2, 0, 35999},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int64_t end = 0; end < 4; end++) {
            int64_t integer = end < 2 ? rows[i].low - end : rows[i].high + end - 2;
            bool is_outside = end == 1 || end == 3;
            uint8_t again[8], row;
            for (size_t k = 0; k < rows[i].size; k++)
                value[k] = (uint8_t)(integer >> 8 * k);
            CHECK(acc_gatt_read(rows[i].uuid, value, rows[i].size, NULL, list, 1, &count) ==
                  ACC_OK);
            // the integer behind an end may be the other end, or a state of its own
            int64_t bits = 8 * rows[i].size;
            if (is_outside && (integer >> bits != 0 && integer >> bits != -1))
                continue;
            CHECK((list[0].state == ACC_VALUE_KNOWN) == !is_outside);
            acc_status status = acc_gatt_write(rows[i].uuid, list, 1, value, 0, NULL, again,
                                               sizeof again, &length, &row);
            CHECK(status == (list[0].state == ACC_VALUE_OUT_OF_RANGE ? ACC_OUT_OF_RANGE : ACC_OK));
        }
}

static void test_states(void)
{
    acc_gatt_field field = number(0x2A6E, 0, 0, 0);
    field.state = ACC_VALUE_UNKNOWN;
    CHECK(writes(0x2A6E, &field, 1, "0080") == ACC_OK);
    field.state = ACC_VALUE_INVALID;
    CHECK(writes(0x2A6E, &field, 1, "") == ACC_OUT_OF_RANGE);
    field.uuid = 0x2B8C;
    field.state = ACC_VALUE_MORE;
    CHECK(writes(0x2B8C, &field, 1, "feff") == ACC_OK);
    field.uuid = 0x2B13;
    field.state = ACC_VALUE_LIFETIME;
    CHECK(writes(0x2B13, &field, 1, "fe") == ACC_OK);
    field.uuid = 0x2BCF;
    CHECK(writes(0x2BCF, &field, 1, "") == ACC_OUT_OF_RANGE);
    field.state = ACC_VALUE_NOT_AT_RESOLUTION;
    CHECK(writes(0x2BCF, &field, 1, "0008") == ACC_OK);
    field.uuid = 0x2AE8;
    CHECK(writes(0x2AE8, &field, 1, "") == ACC_OUT_OF_RANGE);
    field.uuid = 0x2A06;
    CHECK(writes(0x2A06, &field, 1, "") == ACC_OUT_OF_RANGE);
}

static void test_times(void)
{
    static const struct {
        uint16_t uuid;
        uint8_t form;
        int64_t number;
        const char *hex;  // null: refused
    } rows[] = {
        {0x2A08, ACC_GATT_TIME, 20240229123456, "e807021d0c2238"},
        {0x2A08, ACC_GATT_TIME, 20241301000000, NULL},
        {0x2A08, ACC_GATT_TIME, 20240132000000, NULL},
        {0x2A08, ACC_GATT_TIME, 20240101240000, NULL},
        {0x2A08, ACC_GATT_TIME, 20240101006000, NULL},
        {0x2A08, ACC_GATT_TIME, 20240101000060, NULL},
        {0x2A08, ACC_GATT_TIME, 15810101000000, NULL},
        {0x2A08, ACC_GATT_TIME, 15820101000000, "2e060101000000"},
        {0x2A08, ACC_GATT_TIME, 100000101000000, NULL},
        {0x2A08, ACC_GATT_TIME, -1, NULL},
        {0x2AED, ACC_GATT_DATE, 20240229, "464d00"},
        {0x2AED, ACC_GATT_DATE, 20230229, NULL},
        {0x2AED, ACC_GATT_DATE, 19700101, NULL},
        {0x2AED, ACC_GATT_DATE, 20241301, NULL},
        {0x2AED, ACC_GATT_DATE, 20240100, NULL},
        {0x2AED, ACC_GATT_DATE, 479040617, NULL},
        {0x2A0E, ACC_GATT_ZONE, 56, "38"},
        {0x2A0E, ACC_GATT_ZONE, 57, NULL},
        {0x2A0E, ACC_GATT_ZONE, -48, "d0"},
        {0x2A0E, ACC_GATT_ZONE, -49, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        acc_gatt_field field = number(rows[i].uuid, 0, rows[i].number, 0);
        field.form = rows[i].form;
        CHECK(writes(rows[i].uuid, &field, 1, rows[i].hex ? rows[i].hex : "") ==
              (rows[i].hex ? ACC_OK : ACC_OUT_OF_RANGE));
    }
}

// Flags that are not given follow from the fields; parts change their bits.
static void test_flags(void)
{
    acc_gatt_field heart[] = {number(0x2A37, 3, 300, 0), number(0x2A37, 4, 500, 0),
                              number(0x2A37, 6, 1, 0), number(0x2A37, 6, 5, -1),
                              number(0x2A37, 1, 3, 0)};
    heart[3].instance = 1;
    CHECK(writes(0x2A37, heart, 5, "1f2c01f40100040002") == ACC_OK);
    heart[0].row = 2;
    CHECK(writes(0x2A37, heart, 5, "") == ACC_OUT_OF_RANGE);
    heart[0].number = 80;
    CHECK(writes(0x2A37, heart, 5, "1e50f40100040002") == ACC_OK);
    CHECK(writes(0x2A37, heart, 0, "") == ACC_MALFORMED);
    CHECK(writes(0x2A06, heart, 0, "") == ACC_MALFORMED);
    heart[4].number = 4;
    CHECK(writes(0x2A37, heart, 5, "") == ACC_OUT_OF_RANGE);
    heart[4].form = ACC_GATT_TIME;
    CHECK(writes(0x2A37, heart, 5, "") == ACC_MALFORMED);
    // a part that is a number has its unit
    acc_gatt_field power[] = {number(0x2A63, 1, 80, 0), number(0x2A63, 13, 291, 0),
                              number(0x2A63, 14, 3840, 0)};
    CHECK(writes(0x2A63, power, 3, "000150002301f0") == ACC_OK);
    power[1].state = ACC_VALUE_UNKNOWN;
    CHECK(writes(0x2A63, power, 3, "") == ACC_OUT_OF_RANGE);
    power[1].state = ACC_VALUE_KNOWN;
    power[1].number = 4096;
    CHECK(writes(0x2A63, power, 3, "") == ACC_OUT_OF_RANGE);
    // flags of any number of bytes have no more than they need
    acc_gatt_field features = number(0x2B29, 0, 5, 0);
    features.form = ACC_GATT_FLAGS;
    CHECK(writes(0x2B29, &features, 1, "05") == ACC_OK);
    features.number = 0x100;
    CHECK(writes(0x2B29, &features, 1, "0001") == ACC_OK);
    CHECK(writes(0x2B29, &features, 0, "00") == ACC_OK);
    features.uuid = 0x2A42;
    CHECK(writes(0x2A42, &features, 1, "0001") == ACC_OK);
    features.number = 1;
    CHECK(writes(0x2A42, &features, 1, "0100") == ACC_OK);
    // the bits of the units are a part, which selects the fields
    acc_gatt_field weight[] = {number(0x2A9D, 1, 1, 0), number(0x2A9D, 3, 157, 0)};
    CHECK(writes(0x2A9D, weight, 2, "01543d") == ACC_OK);
    weight[0].number = 0;
    CHECK(writes(0x2A9D, weight, 2, "") == ACC_MALFORMED);
}

// The writer computes the lengths of records, and writes no more than an instance can count.
static void test_lengths(void)
{
    static acc_gatt_field levels[514];
    static uint8_t many[600];
    for (size_t i = 0; i < 514; i++) {
        levels[i] = number(0x2BF5, (uint8_t)(1 + i % 2), 1, 0);
        levels[i].instance = (uint8_t)(i / 2);
    }
    uint8_t failed;
    CHECK(acc_gatt_write(0x2BF5, levels, 510, many, 0, NULL, many, sizeof many, &length, &failed) ==
          ACC_OK);
    CHECK(length == 510);
    CHECK(acc_gatt_write(0x2BF5, levels, 512, many, 0, NULL, many, sizeof many, &length, &failed) ==
          ACC_NO_ROOM);
    acc_gatt_field calls[] = {number(0x2BB9, 3, 1, 0),
                              number(0x2BB9, 4, 3, 0),
                              {.uuid = 0x2BB9, .row = 6, .form = ACC_GATT_TEXT, .length = 3}};
    uint8_t text[300] = "a:b", long_value[300], row;
    CHECK(acc_gatt_write(0x2BB9, calls, 3, text, 3, NULL, value, sizeof value, &length, &row) ==
          ACC_OK);
    CHECK(length == 7 && memcmp(value, "\6\1\3\0a:b", 7) == 0);
    calls[2].length = 252;
    CHECK(acc_gatt_write(0x2BB9, calls, 3, text, sizeof text, NULL, long_value, sizeof long_value,
                         &length, &row) == ACC_OK);
    CHECK(length == 256 && long_value[0] == 255);
    calls[2].length = 253;
    CHECK(acc_gatt_write(0x2BB9, calls, 3, text, sizeof text, NULL, long_value, sizeof long_value,
                         &length, &row) == ACC_OUT_OF_RANGE);
}

// Of two fields that are there if bytes are left, the second one alone would be read as the first.
static void test_skipped(void)
{
    acc_gatt_field ends[] = {number(0x2B22, 10, 0x1234, 0), number(0x2B22, 9, 7, 0)};
    uint8_t row = 0;
    CHECK(acc_gatt_write(0x2B22, ends, 1, value, 0, NULL, value, sizeof value, &length, &row) ==
          ACC_MALFORMED);
    CHECK(row == 9 && length == 0);
    CHECK(writes(0x2B22, ends, 2, "00073412") == ACC_OK);
    CHECK(writes(0x2B22, &ends[1], 1, "0007") == ACC_OK);
    // a CRC of two bytes, which is known by four: the features alone have fewer
    acc_gatt_field features[] = {number(0x2B8E, 1, 1, 0), number(0x2B8E, 0, 0x1234, 0)};
    CHECK(writes(0x2B8E, features, 1, "0100") == ACC_OK);
    CHECK(writes(0x2B8E, features, 2, "34120100") == ACC_OK);
    // torques, where the flags announce forces before them
    acc_gatt_field vector[] = {number(0x2A64, 0, 12, 0), number(0x2A64, 8, 5, 0)};
    vector[0].form = ACC_GATT_FLAGS;
    CHECK(writes(0x2A64, vector, 2, "") == ACC_MALFORMED);
    vector[0].number = 8;
    CHECK(writes(0x2A64, vector, 2, "08a000") == ACC_OK);
}

static void test_forms(void)
{
    static const char text[] = "A\0B";
    acc_gatt_field field = {.uuid = 0x2A00, .form = ACC_GATT_TEXT, .length = 3};
    uint8_t row = 9;
#define WRITE(uuid)                                                                                \
    acc_gatt_write(uuid, &field, 1, (const uint8_t *)text, 3, NULL, value, sizeof value, &length,  \
                   &row)
    CHECK(WRITE(0x2A00) == ACC_OK && length == 3 && memcmp(value, text, 3) == 0);
    field.offset = 1;
    CHECK(WRITE(0x2A00) == ACC_OUT_OF_RANGE);  // beyond the data
    field.offset = 4;
    CHECK(WRITE(0x2A00) == ACC_OUT_OF_RANGE);
    field.offset = 0;
    field.uuid = 0x2AF8;
    CHECK(WRITE(0x2AF8) == ACC_OUT_OF_RANGE);  // not 8 characters
    field.uuid = 0x2ABF;
    CHECK(WRITE(0x2ABF) == ACC_OUT_OF_RANGE);  // a UUID has 2 or 16 bytes
    field.uuid = 0x2A6E;
    CHECK(WRITE(0x2A6E) == ACC_MALFORMED);
    field.uuid = 0x2A08;
    CHECK(WRITE(0x2A08) == ACC_MALFORMED);
    field.uuid = 0x2BCF;
    CHECK(WRITE(0x2BCF) == ACC_MALFORMED);
    field.uuid = 0;
    CHECK(WRITE(0x2BCF) == ACC_MALFORMED && WRITE(0x2A00) == ACC_MALFORMED);
    field.uuid = 0x2A06;
    CHECK(WRITE(0x2A06) == ACC_MALFORMED);
    // a floating-point number is not converted to an exact one
    acc_gatt_field real = {.uuid = 0x2BCF, .form = ACC_GATT_REAL, .real = 1.5};
    CHECK(writes(0x2BCF, &real, 1, "") == ACC_MALFORMED);
    // a nested value needs one that is known
    acc_gatt_field record[] = {number(0x2B36, 0, 3, 0),
                               number(0x2B36, 2, 1, 0),
                               {.uuid = 0x2B36, .row = 3, .form = ACC_GATT_UUID, .length = 2}};
    static const uint8_t unknown[] = {0xFF, 0xFF};
    CHECK(acc_gatt_write(0x2B36, record, 3, unknown, 2, NULL, value, sizeof value, &length, &row) ==
          ACC_MALFORMED);
    field = (acc_gatt_field){.uuid = 0x2BFF, .row = 1, .form = ACC_GATT_TEXT, .length = 3};
    CHECK(WRITE(0x2BFF) == ACC_OUT_OF_RANGE && row == 1);  // the text has a zero
    field.length = 1;
    CHECK(WRITE(0x2BFF) == ACC_OK && length == 3 && memcmp(value, "\1A", 3) == 0);
    field.form = ACC_GATT_NUMBER;
    CHECK(WRITE(0x2BFF) == ACC_MALFORMED);
#undef WRITE
}

static void test_description(void)
{
    acc_gatt_description one;
    acc_gatt_choice choice;
    size_t known = 0;
    uint16_t before = 0;
    for (uint16_t uuid; (uuid = acc_gatt_uuid_at(known)) != 0; known++) {
        unsigned row = 0;
        CHECK(uuid > before && *acc_gatt_name(uuid) != 0);
        before = uuid;
        while (acc_gatt_describe(uuid, row, &one)) {
            CHECK(one.is_hidden || *one.name != 0);
            for (size_t i = 0; acc_gatt_choice_at(uuid, row, i, &choice); i++)
                CHECK(*choice.name != 0 &&
                      (one.form == ACC_GATT_CHOICE || one.form == ACC_GATT_FLAGS));
            row++;
        }
        CHECK(row > 0);
    }
    CHECK(known >= 500);
    CHECK(strcmp(acc_gatt_name(0x2A37), "Heart Rate Measurement") == 0);
    CHECK(acc_gatt_describe(0x2A37, 2, &one) && one.form == ACC_GATT_NUMBER && one.is_optional &&
          !one.is_repeated && !one.is_hidden);
    CHECK(strcmp(acc_gatt_unit_name(one.unit), "bpm") == 0);
    CHECK(acc_gatt_describe(0x2A37, 5, &one) && one.is_hidden && !one.is_repeated);
    CHECK(acc_gatt_describe(0x2A37, 6, &one) && one.is_repeated && !one.is_hidden);
    CHECK(!acc_gatt_describe(0x2A37, 7, &one));
    CHECK(acc_gatt_describe(0x2A37, 0, &one) && !one.is_optional && one.form == ACC_GATT_FLAGS);
    CHECK(strcmp(acc_gatt_choice_name(0x2A06, 0, 2), "High Alert") == 0);
    CHECK(*acc_gatt_choice_name(0x2A06, 0, 3) == 0 && *acc_gatt_choice_name(0x2A06, 1, 0) == 0);
    CHECK(acc_gatt_choice_at(0x2A06, 0, 2, &choice) && choice.value == 2);
    CHECK(!acc_gatt_choice_at(0x2A06, 0, 3, &choice));
    CHECK(acc_gatt_unit_of(0x2700) == 1 && acc_gatt_unit_of(0x1234) == 0);
    CHECK(strcmp(acc_gatt_unit_name(acc_gatt_unit_of(0x272F)), "°C") == 0);
    CHECK(*acc_gatt_unit_name(0) == 0 && *acc_gatt_unit_name(255) == 0);
}

static void test_real(void)
{
    acc_gatt_field field = number(0, 0, 25, -1);
    CHECK(acc_gatt_real(&field) > 2.4999 && acc_gatt_real(&field) < 2.5001);
    field.exponent = 2;
    CHECK(acc_gatt_real(&field) > 2499.9 && acc_gatt_real(&field) < 2500.1);
    field.form = ACC_GATT_REAL;
    field.real = 1.5;
    CHECK(acc_gatt_real(&field) > 149.9 && acc_gatt_real(&field) < 150.1);
}

int main(void)
{
    test_vectors();
    test_short();
    test_unknown();
    test_presentation();
    test_range();
    test_features();
    test_numbers();
    test_ranges();
    test_states();
    test_times();
    test_flags();
    test_lengths();
    test_skipped();
    test_forms();
    test_description();
    test_real();
    return failures;
}
