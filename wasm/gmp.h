// gmp.h -- GMP for the browser: its small double, with limbs of 64 bits, and
// the two functions of the large one that base/natural*.c calls beside.

#ifndef DX_WASM_GMP_H
#define DX_WASM_GMP_H

#define MINI_GMP_LIMB_TYPE long long
#include "mini-gmp.h"

#include <string.h>

#define GMP_NUMB_BITS 64

static inline void dx_gmp_lay(mp_limb_t *to, mp_size_t room, const mpz_t from)
{
    size_t size = mpz_size(from);
    memset(to, 0, (size_t)room * sizeof *to);
    memcpy(to, mpz_limbs_read(from), size * sizeof *to);
}

static inline void mpn_tdiv_qr(mp_limb_t *quotient, mp_limb_t *rest,
                               mp_size_t zero, const mp_limb_t *number,
                               mp_size_t length, const mp_limb_t *divisor,
                               mp_size_t divisor_length)
{
    (void)zero;
    mpz_t n, d, q, r;
    mpz_init(q);
    mpz_init(r);
    mpz_tdiv_qr(q, r, mpz_roinit_n(n, number, length),
                mpz_roinit_n(d, divisor, divisor_length));
    dx_gmp_lay(quotient, length - divisor_length + 1, q);
    dx_gmp_lay(rest, divisor_length, r);
    mpz_clear(q);
    mpz_clear(r);
}

static inline size_t mpn_sizeinbase(const mp_limb_t *number, mp_size_t length,
                                    int base)
{
    mpz_t n;
    return mpz_sizeinbase(mpz_roinit_n(n, number, length), base);
}

#endif
