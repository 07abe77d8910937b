// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jsontree.h"
#include "core/layouts/laravel/phpredis.h"
#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/task.h"

namespace dueline {

/// A job of Laravel, read from its JSON and converted to a task. If a field occurs twice the last one counts, as in
/// PHP.
struct LaravelJob
{
    static constexpr qsizetype longestTold = 64 * 1024; ///< bytes per long fact

    bool isJson = false; ///< a JSON object; otherwise only its bytes are known
    std::optional<PhpredisWrap> wrap = {}; ///< the encoding that keeps workers from reading it
    bool counts = false; ///< True if the job has a number `attempts`; a worker that claims a job without one loses it.
    QByteArray uuid; ///< member `uuid`, or else `id`
    QByteArray type;
    QByteArray payload; ///< readable form: PHP's text as JSON, else `data` as it is
    bool isEncrypted = false;
    int attempts = 0;
    int maxTries = 0; ///< 0: unknown or unlimited
    int chained = 0; ///< number of jobs that follow it
    bool isInBatch = false;
    std::optional<TimePoint> addedAt;
    std::optional<TimePoint> pushedAt; ///< recorded by Horizon
    std::optional<Millis> delay; ///< delay that it was pushed with
    std::optional<TimePoint> retryUntil;
    /// Other fields as they are written: `tags`, `backoff`, `timeout`.
    std::vector<TaskFact> further = {};

    /// Parts of a job to read.
    enum class Parts : quint8 {
        All,
        Head, ///< without everything in `data`, and without `further`, which may be long and would be copied
    };
    static LaravelJob read(const QByteArray& json, Parts parts = Parts::All);
    /// Returns whether a worker could run it.
    bool isSound() const { return isJson && counts && !wrap; }
    Task task(const TaskSource& source, const SourceEntry& entry, TimePoint now) const;
    std::vector<TaskFact> facts(const QByteArray& stored) const;
    /// Returns since when it has been ready for its first run; nullopt if unknown, or if an attempt was made since.
    std::optional<TimePoint> readySince() const;
};

/// Parses an instant of Laravel and Horizon: seconds with a fraction, as a number or a text.
std::optional<TimePoint> laravelInstant(const QByteArray& text);
/// Returns the first line of an exception's text without the file name.
QByteArray laravelError(const QByteArray& exception);

} // namespace dueline
