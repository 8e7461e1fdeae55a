// A program against the installed library: writes a frame, checks it, prints the version.
#include <accessory/accessory.h>
#include <stdio.h>

int main(void)
{
    const uint8_t payload[] = "installed";
    uint8_t frame[ACC_FRAME_MAX_SIZE];
    size_t size = acc_frame_write(0, payload, sizeof payload, frame, sizeof frame);
    acc_frame_header header;
    if (acc_frame_check(frame, size, &header) != ACC_OK || header.length != sizeof payload) {
        return 1;
    }
    puts(ACC_VERSION);
    return 0;
}
