// Glibc's Swift module leaves inotify out.
#include <sys/inotify.h>
