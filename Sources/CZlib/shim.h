// zlib inflates traces' bodies, messages and logs.
#include <zlib.h>
