// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/task.h"

namespace dueline {

/// One job of Sidekiq as its JSON has it, told as a task. Nothing of it is re-encoded: `args` are its own bytes, and
/// where a field occurs twice the last one counts, as for Ruby.
struct SidekiqJob
{
    bool isJson = false; ///< false: no JSON object, or past all limits; then only its bytes are known
    QByteArray jid;
    QByteArray type; ///< as Sidekiq's own page shows it: `MailJob`, `UserMailer#welcome`
    QByteArray className; ///< that Sidekiq runs
    QByteArray wrapped; ///< the class of the ActiveJob that it wraps; empty if there is none
    QByteArray queue;
    QByteArray args; ///< byte for byte as they stand in the JSON
    int attempt = 0; ///< attempts that failed
    int maxAttempts = 1; ///< the first run and its retries, never fewer than have failed
    bool limitsRetries = false; ///< its own number of retries; else the workers' default counts
    QByteArray error; ///< `CLASS: MESSAGE`
    QByteArray backtrace; ///< as it is stored: base64 of a compressed list
    std::optional<TimePoint> createdAt;
    std::optional<TimePoint> enqueuedAt;
    std::optional<TimePoint> failedAt;
    std::optional<TimePoint> retriedAt;
    /// Further fields, whatever they are, as they are written: `tags`, `bid`, `lock_digest`.
    std::vector<TaskFact> further = {};

    static SidekiqJob read(const QByteArray& json);
    Task task(const TaskSource& source, const SourceEntry& entry) const;
    /// True if it has what every job has, unlike other JSON in a list of a similar name: a jid, a class, and arguments.
    bool isWhole() const { return !jid.isEmpty() && !className.isEmpty() && args.startsWith('['); }
    /// The one attempt that is remembered; none where nothing failed yet.
    std::vector<Attempt> attempts() const;
};

/// An instant of Sidekiq: seconds with a fraction up to version 7, whole milliseconds from 8 on.
std::optional<TimePoint> sidekiqInstant(const QByteArray& number);

} // namespace dueline
