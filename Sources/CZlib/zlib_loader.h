// zlib and minizip, loaded when the first compressed capture is opened: a program that opens none needs neither.
// Each function returns what zlib's does, or CZLIB_MISSING if the library is not installed.
#ifndef CZLIB_LOADER_H
#define CZLIB_LOADER_H

#include <dlfcn.h>
#include <minizip/unzip.h>
#include <string.h>
#include <zlib.h>

enum { CZLIB_MISSING = -100 };

static inline void *czlib_symbol(const char *library, const char *name)
{
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    return handle ? dlsym(handle, name) : NULL;
}

/// `bits`: 15 for zlib's format, 31 for gzip's.
static inline int czlib_start(z_stream *stream, int bits)
{
    __typeof__(inflateInit2_) *start =
        (__typeof__(inflateInit2_) *)czlib_symbol("libz.so.1", "inflateInit2_");
    return start ? start(stream, bits, ZLIB_VERSION, (int)sizeof *stream) : CZLIB_MISSING;
}

static inline int czlib_inflate(z_stream *stream)
{
    return ((__typeof__(inflate) *)czlib_symbol("libz.so.1", "inflate"))(stream, Z_NO_FLUSH);
}

static inline int czlib_restart(z_stream *stream)
{
    return ((__typeof__(inflateReset) *)czlib_symbol("libz.so.1", "inflateReset"))(stream);
}

static inline int czlib_end(z_stream *stream)
{
    return ((__typeof__(inflateEnd) *)czlib_symbol("libz.so.1", "inflateEnd"))(stream);
}

/// An archive in memory, which must stay valid until czlib_zip_close.
struct czlib_memory {
    const unsigned char *bytes;
    ZPOS64_T count, at;
};

static inline voidpf czlib_memory_open(voidpf memory, const void *name, int mode)
{
    (void)name;
    return mode & ZLIB_FILEFUNC_MODE_WRITE ? NULL : memory;
}

static inline uLong czlib_memory_read(voidpf opaque, voidpf file, void *to, uLong size)
{
    struct czlib_memory *memory = (struct czlib_memory *)file;
    (void)opaque;
    if (size > memory->count - memory->at)
        size = (uLong)(memory->count - memory->at);
    memcpy(to, memory->bytes + memory->at, size);
    memory->at += size;
    return size;
}

static inline ZPOS64_T czlib_memory_tell(voidpf opaque, voidpf file)
{
    (void)opaque;
    return ((struct czlib_memory *)file)->at;
}

static inline long czlib_memory_seek(voidpf opaque, voidpf file, ZPOS64_T offset, int origin)
{
    struct czlib_memory *memory = (struct czlib_memory *)file;
    ZPOS64_T from = origin == ZLIB_FILEFUNC_SEEK_CUR   ? memory->at
                    : origin == ZLIB_FILEFUNC_SEEK_END ? memory->count
                                                       : 0;
    (void)opaque;
    if (offset > memory->count - from)
        return -1;
    memory->at = from + offset;
    return 0;
}

static inline int czlib_memory_close(voidpf opaque, voidpf file)
{
    (void)opaque;
    (void)file;
    return 0;
}

static inline int czlib_memory_error(voidpf opaque, voidpf file)
{
    (void)opaque;
    (void)file;
    return 0;
}

/// Opens an archive; null if minizip is missing or the archive is damaged.
static inline unzFile czlib_zip_open(struct czlib_memory *memory)
{
    zlib_filefunc64_def functions = {
        .zopen64_file = czlib_memory_open,
        .zread_file = czlib_memory_read,
        .ztell64_file = czlib_memory_tell,
        .zseek64_file = czlib_memory_seek,
        .zclose_file = czlib_memory_close,
        .zerror_file = czlib_memory_error,
        .opaque = memory,
    };
    __typeof__(unzOpen2_64) *open =
        (__typeof__(unzOpen2_64) *)czlib_symbol("libminizip.so.1", "unzOpen2_64");
    return open ? open("", &functions) : NULL;
}

static inline int czlib_has_zip(void)
{
    return czlib_symbol("libminizip.so.1", "unzOpen2_64") != NULL;
}

static inline int czlib_zip_first(unzFile file)
{
    return ((__typeof__(unzGoToFirstFile) *)czlib_symbol("libminizip.so.1", "unzGoToFirstFile"))(
        file);
}

static inline int czlib_zip_next(unzFile file)
{
    return ((__typeof__(unzGoToNextFile) *)czlib_symbol("libminizip.so.1", "unzGoToNextFile"))(
        file);
}

static inline int czlib_zip_name(unzFile file, char *name, uLong size)
{
    return ((__typeof__(unzGetCurrentFileInfo64) *)czlib_symbol(
        "libminizip.so.1", "unzGetCurrentFileInfo64"))(file, NULL, name, size, NULL, 0, NULL, 0);
}

static inline int czlib_zip_open_entry(unzFile file)
{
    return ((__typeof__(unzOpenCurrentFile) *)czlib_symbol("libminizip.so.1",
                                                           "unzOpenCurrentFile"))(file);
}

static inline int czlib_zip_read(unzFile file, void *to, unsigned size)
{
    return ((__typeof__(unzReadCurrentFile) *)czlib_symbol("libminizip.so.1",
                                                           "unzReadCurrentFile"))(file, to, size);
}

/// UNZ_CRCERROR if the whole entry was read and its check value is wrong.
static inline int czlib_zip_close_entry(unzFile file)
{
    return ((__typeof__(unzCloseCurrentFile) *)czlib_symbol("libminizip.so.1",
                                                            "unzCloseCurrentFile"))(file);
}

static inline int czlib_zip_close(unzFile file)
{
    return ((__typeof__(unzClose) *)czlib_symbol("libminizip.so.1", "unzClose"))(file);
}

#endif
