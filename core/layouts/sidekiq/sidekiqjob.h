// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/task.h"

namespace dueline {

/// Sidekiq job parsed from its JSON, which can be converted to a task. Nothing is encoded again: `args` contains the
/// original bytes. If a field occurs twice, the last one is used, as in Ruby.
struct SidekiqJob
{
    bool isJson = false; ///< if false, it is not a JSON object or exceeds the limits, and only its bytes are known
    QByteArray jid;
    QByteArray type; ///< type as displayed by Sidekiq's own page: `MailJob`, `UserMailer#welcome`
    QByteArray className; ///< class that Sidekiq runs
    QByteArray wrapped; ///< class of the wrapped ActiveJob; empty if there is none
    QByteArray queue;
    QByteArray args; ///< unchanged bytes of the arguments in the JSON
    int attempt = 0; ///< number of failed attempts
    int maxAttempts = 1; ///< number of attempts, including the first run; at least the number of failed attempts
    /// True if the job itself defines its number of retries; otherwise, the workers' default applies.
    bool limitsRetries = false;
    QByteArray error; ///< one-line error: `CLASS: MESSAGE`
    QByteArray backtrace; ///< backtrace as stored: base64 of a compressed list
    std::optional<TimePoint> createdAt;
    std::optional<TimePoint> enqueuedAt;
    std::optional<TimePoint> failedAt;
    std::optional<TimePoint> retriedAt;
    /// Other fields in their stored form, such as `tags`, `bid` and `lock_digest`.
    std::vector<TaskFact> further = {};

    /// Parts of a job to read.
    enum class Parts : quint8 {
        All,
        Head, ///< everything except `args`, `backtrace` and `further`, which may be long and would be copied
    };
    static SidekiqJob read(const QByteArray& json, Parts parts = Parts::All);
    Task task(const TaskSource& source, const SourceEntry& entry) const;
    /// Returns whether the job has the members of every job (a jid, a class, and arguments), unlike other JSON in a
    /// list with a similar name.
    bool isWhole() const { return !jid.isEmpty() && !className.isEmpty() && args.startsWith('['); }
    /// Returns the only stored attempt; empty if no attempt has failed.
    std::vector<Attempt> attempts() const;
};

/// Parses a time in Sidekiq's format: seconds with a fraction up to version 7, whole milliseconds from version 8.
std::optional<TimePoint> sidekiqInstant(const QByteArray& number);

} // namespace dueline
