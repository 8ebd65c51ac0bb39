// The part of zstd that the container needs; see Sources/TraceFormat/Container.
#include <zstd.h>
#include <zstd_errors.h>
