// base/version.h -- which doxa this is.
//
// DX_VERSION is what a program was compiled with, dx_version() what it runs
// with.  What a number promises stands in docs/library.md.

#ifndef DX_BASE_VERSION_H
#define DX_BASE_VERSION_H

#define DX_VERSION_MAJOR 0
#define DX_VERSION_MINOR 1
#define DX_VERSION_PATCH 0
#define DX_VERSION "0.1.0"

// The version of the library, as DX_VERSION.  Static storage.
const char *dx_version(void);

#endif
