// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <cstdio>
#include <cstdlib>

namespace dueline::fuzz {

/// Checks a condition that must hold for any input. If it doesn't, aborts, which both libFuzzer and the ordinary test
/// report as a finding.
#define FUZZ_HOLDS(condition)                                                                                          \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            std::fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition);                        \
            std::abort();                                                                                              \
        }                                                                                                              \
    } while (false)

// Each function passes untrusted bytes to one parser and checks the result's invariants.
void asynq(const QByteArray& input); ///< asynq messages
void base64(const QByteArray& input); ///< base64 in the standard or the URL-safe alphabet
void celery(const QByteArray& input); ///< Celery messages, including those claimed by workers
void codec(const QByteArray& input); ///< replies from a server, split at any position
void description(const QByteArray& input); ///< layout files, and members matched by their patterns
void filter(const QByteArray& input); ///< the filter language
void guess(const QByteArray& input); ///< sampled keys that layout files are guessed from
void gzip(const QByteArray& input); ///< gzip, one member after another
void zlib(const QByteArray& input); ///< zlib
void zstd(const QByteArray& input); ///< zstd, one frame after another
void messagepack(const QByteArray& input); ///< MessagePack
void protobuf(const QByteArray& input); ///< Protocol Buffers messages, with a schema that they may violate
void payload(const QByteArray& input); ///< payloads in layers, with automatic detection
void url(const QByteArray& input); ///< server URLs; passwords must not leak
void cron(const QByteArray& input); ///< an expression, and a time zone on the second line
void profiles(const QByteArray& input); ///< profiles.json, and imported lists of addresses
void layout(const QByteArray& input); ///< values for --layout
void duration(const QByteArray& input); ///< durations, instants, and retry policies
void mask(const QByteArray& input); ///< payloads with masked fields
void tasks(const QByteArray& input); ///< exported tasks, as JSON lines and as CSV
void message(const QByteArray& input); ///< messages in the custom design that resends them
void laravel(const QByteArray& input); ///< Laravel jobs, and their form after a retry
void pickle(const QByteArray& input); ///< Python pickles, optionally compressed with zlib
void phptext(const QByteArray& input); ///< serialized PHP
void recording(const QByteArray& input); ///< recordings made by duectl record
void repeat(const QByteArray& input); ///< records of repeating jobs
void sidekiq(const QByteArray& input); ///< jobs as stored in lists and sets
void sidekiqedit(const QByteArray& input); ///< jobs as edited for another push

struct Target
{
    const char* name; ///< name of the target and of its folder in corpus/
    void (*run)(const QByteArray& input);
};

inline constexpr Target targets[]{{"asynq", asynq}, {"base64", base64}, {"celery", celery}, {"codec", codec},
    {"cron", cron}, {"description", description}, {"duration", duration}, {"filter", filter}, {"guess", guess},
    {"gzip", gzip}, {"laravel", laravel}, {"layout", layout}, {"mask", mask}, {"message", message},
    {"messagepack", messagepack}, {"payload", payload}, {"phptext", phptext}, {"pickle", pickle},
    {"profiles", profiles}, {"protobuf", protobuf}, {"recording", recording}, {"repeat", repeat}, {"sidekiq", sidekiq},
    {"sidekiqedit", sidekiqedit}, {"tasks", tasks}, {"url", url}, {"zlib", zlib}, {"zstd", zstd}};

} // namespace dueline::fuzz
