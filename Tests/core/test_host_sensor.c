// The project's sensor vectors: each line has an advertisement, its format and all of its values.
#include "accessory/sensor.h"
#include "check.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *const formats[ACC_SENSOR_FORMATS] = {
    [ACC_SENSOR_FORMAT_FEASYCOM] = "feasycom",     [ACC_SENSOR_FORMAT_RUUVI_RAW1] = "ruuvi-raw1",
    [ACC_SENSOR_FORMAT_RUUVI_RAW2] = "ruuvi-raw2", [ACC_SENSOR_FORMAT_BTHOME] = "bthome",
    [ACC_SENSOR_FORMAT_ATC1441] = "atc1441",       [ACC_SENSOR_FORMAT_PVVX] = "pvvx",
    [ACC_SENSOR_FORMAT_MIBEACON] = "mibeacon",
};

static const char *format_of(const acc_sensor_reading *reading)
{
    if (reading->format != ACC_SENSOR_FORMAT_TABLE)
        return formats[reading->format] ? formats[reading->format] : "none";
    const acc_sensor_names *names = acc_sensor_name_of(reading->record);
    return names ? names->id : "unnamed";
}

// Whether a measurement is `text`, quantity=value in its unit.
static bool states(const acc_measurement *one, const char *text)
{
    const char *sign = strchr(text, '=');
    const char *name = acc_quantity_name((enum acc_quantity)one->quantity);
    size_t length = sign ? (size_t)(sign - text) : 0;
    if (length == 0 || strlen(name) != length || memcmp(name, text, length) != 0)
        return false;
    double micro = strtod(sign + 1, NULL) * (one->form == ACC_FORM_BINARY ? 1 : 1e6);
    double off = micro - (double)one->micro;
    return off < 0.6 && off > -0.6;
}

static bool check_line(char *line)
{
    static uint8_t data[256];
    acc_advert advert;
    acc_sensor_reading reading;
    acc_measurement list[ACC_MEASUREMENTS_MAX];
    size_t size = 0, stated = 0;
    for (; isxdigit((unsigned char)line[2 * size]) && size < sizeof data; size++) {
        char pair[3] = {line[2 * size], line[2 * size + 1], 0};
        data[size] = (uint8_t)strtoul(pair, NULL, 16);
    }
    acc_advert_classify(data, size, &advert);
    acc_sensor_source source = {.data = data, .length = size, .advert = &advert, .is_loose = true};
    acc_sensor_read(&source, &reading, list, ACC_MEASUREMENTS_MAX);
    const char *format = strtok(line + 2 * size, " \n");
    if (!format || strcmp(format, format_of(&reading)) != 0)
        return false;
    for (const char *text; (text = strtok(NULL, " \n")); stated++) {
        size_t i = 0;
        while (i < reading.count && !states(&list[i], text))
            i++;
        if (i == reading.count)
            return false;
    }
    return stated == reading.count;
}

int main(void)
{
    static char line[1024], copy[1024];
    int lines = 0;
    FILE *file = fopen(ACC_SOURCE_DIR "/Tests/vectors/sensors/documented.txt", "r");
    CHECK(file != NULL);
    while (file && fgets(line, sizeof line, file)) {
        if (line[0] == '#')
            continue;
        strcpy(copy, line);
        bool right = check_line(copy);
        if (!right)
            printf("not so: %s", line);
        CHECK(right);
        lines++;
    }
    if (file)
        fclose(file);
    CHECK(lines >= 26);
    return failures;
}
