/* What every public header starts from: which functions leave the shared library, how C++ sees
 * them. */
#ifndef FANORONA_API_H
#define FANORONA_API_H

/* A function of the public interface: visible outside the shared library. */
#if defined(__GNUC__)
#    define FAN_API __attribute__((visibility("default")))
#else
#    define FAN_API
#endif

/* The result must be looked at. */
#if defined(__GNUC__)
#    define FAN_NODISCARD __attribute__((warn_unused_result))
#else
#    define FAN_NODISCARD
#endif

/* Around the declarations of a header, so that C++ links to the C names. */
#ifdef __cplusplus
#    define FAN_BEGIN_DECLS extern "C" {
#    define FAN_END_DECLS   }
#else
#    define FAN_BEGIN_DECLS
#    define FAN_END_DECLS
#endif

#endif
