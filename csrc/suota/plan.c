// Cuts a file for sending: blocks that the device confirms, chunks of one write each
// (docs/suota.md). Input: the file's size, block and chunk size. Output: the sizes and counts for the
// sender's loop.
#include "accessory/suota.h"

// The last block has total modulo block bytes, or a full block. No chunk spans two blocks, so each
// block has ceil(block / chunk) chunks. A block smaller than a chunk is raised to one chunk.
acc_status acc_suota_plan_make(uint64_t file_size, uint16_t block, uint16_t chunk,
                               acc_suota_plan *plan)
{
    if (file_size == 0 || file_size >= UINT32_MAX || block == 0 || chunk == 0)
        return ACC_OUT_OF_RANGE;
    uint32_t total = (uint32_t)file_size + 1;  // the file's XOR byte is sent after it
    if (block < chunk)
        block = chunk;
    if (block > total)
        block = (uint16_t)total;
    if (chunk > block)
        chunk = block;
    uint32_t full = total / block, rest = total % block;
    *plan = (acc_suota_plan){
        .total = total,
        .block = block,
        .chunk = chunk,
        .blocks = full + (rest != 0),
        .chunks_per_block = (uint16_t)((block + chunk - 1) / chunk),
        .last_block = (uint16_t)(rest ? rest : block),
    };
    plan->last_block_chunks = (uint16_t)((plan->last_block + chunk - 1) / chunk);
    plan->chunks = (plan->blocks - 1) * plan->chunks_per_block + plan->last_block_chunks;
    return ACC_OK;
}
