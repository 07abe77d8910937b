// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jsontree.h"
#include "core/layouts/laravel/phpredis.h"
#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/task.h"

namespace dueline {

/// One job of Laravel as its JSON has it, told as a task. Where a field occurs twice the last one counts, as for PHP.
struct LaravelJob
{
    static constexpr qsizetype longestTold = 64 * 1024; ///< of the facts that are long

    bool isJson = false; ///< a JSON object; else only its bytes are known
    std::optional<PhpredisWrap> wrap = {}; ///< what keeps workers from reading it
    bool counts = false; ///< it has a number `attempts`: without one a worker that takes it loses it
    QByteArray uuid; ///< else its `id`
    QByteArray type;
    QByteArray payload; ///< what people read: PHP's text as JSON, else `data` as it stands there
    bool isEncrypted = false;
    int attempts = 0;
    int maxTries = 0; ///< 0: not known here, or without an end
    int chained = 0; ///< jobs that follow it
    bool isInBatch = false;
    std::optional<TimePoint> addedAt;
    std::optional<TimePoint> pushedAt; ///< as Horizon notes it
    std::optional<Millis> delay; ///< that it was pushed with
    std::optional<TimePoint> retryUntil;
    /// Further fields, whatever they are, as they are written: `tags`, `backoff`, `timeout`.
    std::vector<TaskFact> further = {};

    static LaravelJob read(const QByteArray& json);
    /// Whether a worker could run it.
    bool isSound() const { return isJson && counts && !wrap; }
    Task task(const TaskSource& source, const SourceEntry& entry, TimePoint now) const;
    std::vector<TaskFact> facts(const QByteArray& stored) const;
    /// Since when it has been ready for its first run; nullopt: nothing says it, or an attempt was made since.
    std::optional<TimePoint> readySince() const;
};

/// An instant of Laravel and Horizon: seconds with a fraction, a number or a text.
std::optional<TimePoint> laravelInstant(const QByteArray& text);
/// Of what PHP tells about an exception the first line, without the file it happened in.
QByteArray laravelError(const QByteArray& exception);

} // namespace dueline
