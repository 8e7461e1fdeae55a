// libsndfile, loaded when the first recording is opened that is no WAV file. Declared here, so that building needs no
// header of it; its interface has not changed since version 1.0 (libsndfile, "The libsndfile API").
#ifndef CSOUNDFILE_LOADER_H
#define CSOUNDFILE_LOADER_H

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

/// SF_INFO.
typedef struct {
    /// Number of frames; negative or INT64_MAX if the header leaves it open.
    int64_t frames;
    int sample_rate, channels, format, sections, is_seekable;
} csound_info;

static inline void *csound_symbol(const char *name)
{
    void *library = dlopen("libsndfile.so.1", RTLD_NOW | RTLD_LOCAL);
    return library ? dlsym(library, name) : NULL;
}

/// Whether libsndfile is installed.
static inline int csound_is_installed(void)
{
    return csound_symbol("sf_readf_float") != NULL;
}

/// Opens a file for reading; null if its format is unknown.
static inline void *csound_open(const char *path, csound_info *info)
{
    const int read_mode = 0x10;
    void *(*open)(const char *, int, csound_info *) =
        (void *(*)(const char *, int, csound_info *))csound_symbol("sf_open");
    return open ? open(path, read_mode, info) : NULL;
}

/// Reads up to `frames` frames of interleaved samples, full scale = 1; fewer at the end and where the file is damaged.
static inline int64_t csound_read(void *file, float *samples, int64_t frames)
{
    int64_t (*read)(void *, float *, int64_t) =
        (int64_t(*)(void *, float *, int64_t))csound_symbol("sf_readf_float");
    return read(file, samples, frames);
}

/// The last error's number; 0 for none.
static inline int csound_error(void *file)
{
    return ((int (*)(void *))csound_symbol("sf_error"))(file);
}

static inline void csound_close(void *file)
{
    ((int (*)(void *))csound_symbol("sf_close"))(file);
}

#endif
