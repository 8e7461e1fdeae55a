// Packets by their link type (tcpdump's LINKTYPE registry), and the packet types of H4, PacketLogger and the
// Linux monitor.
#ifndef ACC_ADVERT_LINK_TYPE_H
#define ACC_ADVERT_LINK_TYPE_H

#include "accessory/capture.h"

// Whether packets of this link type can be read.
bool acc_link_type_is_bluetooth(uint32_t link_type);

// Removes the headers before the packet; sets its kind, direction and RSSI.
void acc_link_type_read(uint32_t link_type, acc_capture_packet *packet);

// Removes the packet type byte and sets the kind; the direction is known already.
void acc_h4_read(acc_capture_packet *packet);

// Removes the type byte of Apple's PacketLogger; sets kind and direction.
void acc_packet_logger_read(acc_capture_packet *packet);

// Sets kind and direction by the monitor's opcode.
void acc_monitor_read(acc_capture_packet *packet, unsigned opcode);

#endif
