// The part of OpenSSL's libcrypto that Sources/Cryptography needs: digests, HMAC and AES.
#include <openssl/evp.h>
#include <openssl/hmac.h>
