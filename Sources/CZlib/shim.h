// zlib inflates the bodies of sync messages; inflateInit is a macro, which Swift can't see.
#include <zlib.h>

static inline int tracetool_inflate_init(z_stream *stream) { return inflateInit(stream); }
