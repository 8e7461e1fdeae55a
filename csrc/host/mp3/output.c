// Writes the output file under a temporary name and renames it when it is complete. Devices and
// pipes are written directly. file.c and slices.c call it.
#include "host/mp3/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Keeps the first error: later ones often follow from it.
static bool failed(output_file *o, int error)
{
    if (o->error == 0)
        o->error = error ? error : EIO;
    return false;
}

// Opens a temporary name in the same folder, as rename requires. 200 characters of the final name and the suffix stay
// below NAME_MAX, 255. The process number and a counter make it unique.
static bool open_beside(output_file *o)
{
    static const unsigned tries = 100;
    const char *slash = strrchr(o->final, '/');
    const char *name = slash ? slash + 1 : o->final;
    int most = (int)(name - o->final) + 200;
    for (unsigned i = 0; i < tries; i++) {
        if (asprintf(&o->beside, "%.*s.part-%ld-%u", most, o->final, (long)getpid(), i) < 0) {
            o->beside = NULL;
            return failed(o, ENOMEM);
        }
        o->file = open(o->beside, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (o->file >= 0)
            return true;
        int error = errno;
        free(o->beside);
        o->beside = NULL;
        if (error != EEXIST)
            return failed(o, error);
    }
    return failed(o, EEXIST);
}

// A file that replaces another keeps its owner, where permitted, and its mode.
static bool open_in_place_of(output_file *o, const struct stat *there)
{
    if (access(o->final, W_OK) != 0 || !open_beside(o))
        return failed(o, errno);
    if (fchown(o->file, there->st_uid, there->st_gid) != 0 && errno != EPERM)
        return failed(o, errno);
    return fchmod(o->file, there->st_mode & 0777) == 0 || failed(o, errno);
}

// Opens a device or a pipe.
static bool open_direct(output_file *o, const char *path, mode_t mode)
{
    if (S_ISDIR(mode))
        return failed(o, EISDIR);
    o->direct = true;
    o->final = strdup(path);
    o->file = o->final ? open(path, O_WRONLY | O_CLOEXEC) : -1;
    return o->file >= 0 || failed(o, errno);
}

bool acc_mp3_output_open(output_file *o, const char *path)
{
    struct stat there, link;
    bool exists = stat(path, &there) == 0;
    *o = (output_file){.file = -1, .buffer = malloc(OUTPUT_BUFFER)};
    if (!o->buffer)
        return failed(o, ENOMEM);
    if (exists && !S_ISREG(there.st_mode))
        return open_direct(o, path, there.st_mode);
    // a link is kept and its target is replaced; a broken link is refused
    bool is_link = lstat(path, &link) == 0 && S_ISLNK(link.st_mode);
    o->final = is_link ? realpath(path, NULL) : strdup(path);
    if (!o->final)
        return failed(o, errno);
    return exists ? open_in_place_of(o, &there) : open_beside(o);
}

// A slice's view of the file, with its own position and buffer; pwrite allows threads to share the
// descriptor.
bool acc_mp3_output_open_part(output_file *o, const output_file *whole, uint64_t position)
{
    *o = (output_file){.file = whole->file, .position = position, .buffer = malloc(OUTPUT_BUFFER)};
    return o->buffer || failed(o, ENOMEM);
}

static bool put(output_file *o, const uint8_t *bytes, size_t len)
{
    while (len) {
        ssize_t n = o->direct ? write(o->file, bytes, len)
                              : pwrite(o->file, bytes, len, (off_t)o->position);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return failed(o, errno);
        bytes += n;
        len -= (size_t)n;
        o->position += (uint64_t)n;
    }
    return true;
}

bool acc_mp3_output_flush(output_file *o)
{
    bool ok = put(o, o->buffer, o->fill);
    o->fill = 0;
    return ok;
}

bool acc_mp3_output_write(output_file *o, const uint8_t *bytes, size_t len)
{
    if (o->fill + len > OUTPUT_BUFFER && !acc_mp3_output_flush(o))
        return false;
    if (len > OUTPUT_BUFFER)
        return put(o, bytes, len);
    memcpy(o->buffer + o->fill, bytes, len);
    o->fill += len;
    return true;
}

bool acc_mp3_output_patch(output_file *o, uint64_t position, const uint8_t *bytes, size_t len)
{
    if (!acc_mp3_output_flush(o))
        return false;
    uint64_t end = o->position;
    o->position = position;
    bool ok = put(o, bytes, len);
    o->position = end;
    return ok;
}

bool acc_mp3_output_rewind(output_file *o)
{
    o->fill = 0;
    o->position = 0;
    return o->direct || ftruncate(o->file, 0) == 0 || failed(o, errno);
}

// fsync before rename: after a power loss the name is that of the old file or of the whole new one.
bool acc_mp3_output_commit(output_file *o)
{
    if (!acc_mp3_output_flush(o))
        return false;
    if (o->direct)
        return true;
    if (fsync(o->file) != 0 || rename(o->beside, o->final) != 0)
        return failed(o, errno);
    free(o->beside);
    o->beside = NULL;
    return true;
}

// Removes the temporary file if there was no commit.
void acc_mp3_output_close(output_file *o)
{
    if (o->final && o->file >= 0)
        close(o->file);
    if (o->beside)
        unlink(o->beside);
    free(o->final);
    free(o->beside);
    free(o->buffer);
}
