// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <cstdio>
#include <cstdlib>

namespace dueline::fuzz {

/// What must hold for any input: else the program ends, which libFuzzer and the ordinary test both call a finding.
#define FUZZ_HOLDS(condition)                                                                                          \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            std::fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition);                        \
            std::abort();                                                                                              \
        }                                                                                                              \
    } while (false)

// Each takes bytes of a stranger, gives them to one reader of ours, and looks at what has to be true of the answer.
void asynq(const QByteArray& input); ///< messages of asynq
void base64(const QByteArray& input); ///< base64 of either alphabet
void celery(const QByteArray& input); ///< messages of Celery, and what workers have taken
void codec(const QByteArray& input); ///< answers of a server, split anywhere
void filter(const QByteArray& input); ///< the filter language
void gzip(const QByteArray& input); ///< what gzip compressed, member after member
void zlib(const QByteArray& input); ///< what zlib compressed
void zstd(const QByteArray& input); ///< what zstd compressed, frame after frame
void messagepack(const QByteArray& input); ///< MessagePack
void protobuf(const QByteArray& input); ///< messages of Protocol Buffers, by a schema that they need not follow
void payload(const QByteArray& input); ///< payloads in layers, as they are found by themselves
void url(const QByteArray& input); ///< addresses of servers, and that their passwords stay inside
void cron(const QByteArray& input); ///< an expression, and a time zone on the second line
void profiles(const QByteArray& input); ///< profiles.json, and lists of addresses that are imported
void layout(const QByteArray& input); ///< what follows --layout
void duration(const QByteArray& input); ///< durations, instants, and the description of a retry
void mask(const QByteArray& input); ///< payloads with members that nobody may see
void tasks(const QByteArray& input); ///< exported tasks, as lines of JSON and as CSV
void message(const QByteArray& input); ///< messages of the design that sends again
void laravel(const QByteArray& input); ///< jobs of Laravel, and as they are retried
void pickle(const QByteArray& input); ///< pickles of Python, and what zlib compressed
void phptext(const QByteArray& input); ///< what PHP serialized
void repeat(const QByteArray& input); ///< rows of repeating jobs
void sidekiq(const QByteArray& input); ///< jobs as they stand in lists and sets
void sidekiqedit(const QByteArray& input); ///< the same jobs, as they are pushed again

struct Target
{
    const char* name; ///< of the folder below corpus/, too
    void (*run)(const QByteArray& input);
};

inline constexpr Target targets[]{{"asynq", asynq}, {"base64", base64}, {"celery", celery}, {"codec", codec},
    {"cron", cron}, {"duration", duration}, {"filter", filter}, {"gzip", gzip}, {"laravel", laravel},
    {"layout", layout}, {"mask", mask}, {"message", message}, {"messagepack", messagepack}, {"payload", payload},
    {"phptext", phptext}, {"pickle", pickle}, {"profiles", profiles}, {"protobuf", protobuf}, {"repeat", repeat},
    {"sidekiq", sidekiq}, {"sidekiqedit", sidekiqedit}, {"tasks", tasks}, {"url", url}, {"zlib", zlib}, {"zstd", zstd}};

} // namespace dueline::fuzz
