// Any advertising data through every beacon and sensor format: both parsers agree, and no value exceeds the data.
#include "../Tests/core/advert_all.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > UINT16_MAX)
        return 0;
    if (!read_advert(data, size))
        abort();
    read_value(data, size);
    return 0;
}
