// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jsontree.h"
#include "core/layouts/laravel/phpredis.h"
#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/task.h"

namespace dueline {

/// Laravel job, parsed from its JSON. If a field occurs more than once, the last one counts, as in PHP.
struct LaravelJob
{
    /// Maximum size of a displayed field in bytes; longer fields are truncated.
    static constexpr qsizetype longestTold = 64 * 1024;

    bool isJson = false; ///< true if the job is a JSON object; other jobs aren't parsed
    std::optional<PhpredisWrap> wrap = {}; ///< serialization or compression that keeps workers from reading the job
    // True if the job has a numeric `attempts`. A job without this field is lost when a worker claims it.
    bool counts = false;
    QByteArray uuid; ///< value of `uuid`, or of `id` if there is none
    QByteArray type;
    QByteArray payload; ///< readable payload: PHP data as JSON; other `data` unchanged
    bool isEncrypted = false;
    int attempts = 0;
    int maxTries = 0; ///< 0 if unknown or unlimited
    int chained = 0; ///< number of jobs chained after this one
    bool isInBatch = false;
    std::optional<TimePoint> addedAt;
    std::optional<TimePoint> pushedAt; ///< push time, as recorded by Horizon
    std::optional<Millis> delay; ///< delay that the job was pushed with
    std::optional<TimePoint> retryUntil;
    /// Other fields as stored, such as `tags`, `backoff` and `timeout`.
    std::vector<TaskFact> further = {};

    /// Parts of a job to read.
    enum class Parts : quint8 {
        All,
        Head, ///< everything except `data` and `further`, which may be long and would have to be copied
    };
    static LaravelJob read(const QByteArray& json, Parts parts = Parts::All);
    /// Returns whether a worker can run the job.
    bool isSound() const { return isJson && counts && !wrap; }
    Task task(const TaskSource& source, const SourceEntry& entry, TimePoint now) const;
    std::vector<TaskFact> facts(const QByteArray& stored) const;
    /// Returns when the job became ready for its first run; nullopt if unknown or if the job has already been
    /// attempted.
    std::optional<TimePoint> readySince() const;
};

/// Parses a time in Laravel's and Horizon's format: fractional seconds, as a number or a string.
std::optional<TimePoint> laravelInstant(const QByteArray& text);
/// Returns the first line of an exception's text, without the file name.
QByteArray laravelError(const QByteArray& exception);

} // namespace dueline
