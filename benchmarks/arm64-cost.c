// A plugin of qemu-aarch64 for benchmarks/arm64-cost: counts instructions between two functions of the program.
//
//   qemu-aarch64 -plugin arm64-cost.so,zero=ADDRESS,dump=ADDRESS PROGRAM
//
// The instruction at the first address sets the count to zero; that at the second prints it to standard error. qemu has
// no header of its plugin interface (version 1) in Debian's packages, so its functions are declared here.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORTED __attribute__((visibility("default")))

typedef uint64_t plugin_id;
struct block;
struct instruction;
typedef void (*on_block)(plugin_id plugin, struct block *block);
typedef void (*on_instruction)(unsigned cpu, void *user);
enum { ADD_U64 = 0, NO_REGISTERS = 0 };

size_t qemu_plugin_tb_n_insns(const struct block *block);
struct instruction *qemu_plugin_tb_get_insn(const struct block *block, size_t index);
uint64_t qemu_plugin_insn_vaddr(const struct instruction *instruction);
void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id plugin, on_block call);
void qemu_plugin_register_vcpu_tb_exec_inline(struct block *block, int operation, void *counter,
                                              uint64_t amount);
void qemu_plugin_register_vcpu_insn_exec_cb(struct instruction *instruction, on_instruction call,
                                            int registers, void *user);

EXPORTED int qemu_plugin_version = 1;
EXPORTED int qemu_plugin_install(plugin_id plugin, const void *info, int argc, char **argv);

static uint64_t count, zero_at, dump_at;

static void zero(unsigned cpu, void *user)
{
    (void)cpu, (void)user;
    count = 0;
}

static void dump(unsigned cpu, void *user)
{
    (void)cpu, (void)user;
    fprintf(stderr, "%" PRIu64 "\n", count);
}

static void translate(plugin_id plugin, struct block *block)
{
    (void)plugin;
    size_t n = qemu_plugin_tb_n_insns(block);
    qemu_plugin_register_vcpu_tb_exec_inline(block, ADD_U64, &count, n);
    for (size_t i = 0; i < n; i++) {
        struct instruction *one = qemu_plugin_tb_get_insn(block, i);
        uint64_t at = qemu_plugin_insn_vaddr(one);
        if (at == zero_at || at == dump_at)
            qemu_plugin_register_vcpu_insn_exec_cb(one, at == zero_at ? zero : dump, NO_REGISTERS,
                                                   NULL);
    }
}

int qemu_plugin_install(plugin_id plugin, const void *info, int argc, char **argv)
{
    (void)info;
    for (int i = 0; i < argc; i++) {
        if (strncmp(argv[i], "zero=", 5) == 0)
            zero_at = strtoull(argv[i] + 5, NULL, 16);
        if (strncmp(argv[i], "dump=", 5) == 0)
            dump_at = strtoull(argv[i] + 5, NULL, 16);
    }
    if (zero_at == 0 || dump_at == 0)
        return 1;
    qemu_plugin_register_vcpu_tb_trans_cb(plugin, translate);
    return 0;
}
