// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/task.h"

namespace dueline {

/// Sidekiq job parsed from JSON; can be converted to a task. Nothing is re-encoded: `args` contains the original bytes.
/// If a field occurs more than once, the last one wins, as in Ruby.
struct SidekiqJob
{
    /// False if the job isn't a JSON object or exceeds the limits. Such a job isn't parsed.
    bool isJson = false;
    QByteArray jid;
    QByteArray type; ///< task type as shown on Sidekiq's own web page, such as `MailJob` or `UserMailer#welcome`
    QByteArray className; ///< class that Sidekiq runs
    QByteArray wrapped; ///< class of the wrapped ActiveJob; empty if there is none
    QByteArray queue;
    QByteArray args; ///< arguments as written in the JSON
    int attempt = 0; ///< number of failed attempts
    int maxAttempts = 1; ///< maximum number of attempts, including the first run; never less than `attempt`
    /// True if the job sets its own number of retries. Otherwise, the workers' default applies.
    bool limitsRetries = false;
    QByteArray error; ///< one-line error: `CLASS: MESSAGE`
    int interruptions = 0; ///< number of times that a process ended while running the job (GitLab's reliable fetch)
    QByteArray backtrace; ///< backtrace as stored: a compressed list in Base64
    std::optional<TimePoint> createdAt;
    std::optional<TimePoint> enqueuedAt;
    std::optional<TimePoint> failedAt;
    std::optional<TimePoint> retriedAt;
    /// Other fields as stored, such as `tags`, `bid` and `lock_digest`.
    std::vector<TaskFact> further = {};

    /// Parts of a job to read.
    enum class Parts : quint8 {
        All,
        Head, ///< everything except `args`, `backtrace` and `further`, which can be expensive to copy
    };
    static SidekiqJob read(const QByteArray& json, Parts parts = Parts::All);
    Task task(const TaskSource& source, const SourceEntry& entry) const;
    /// Returns whether the JSON is a complete job, with a jid, a class and arguments. A list with a similar name may
    /// hold other JSON.
    bool isWhole() const { return !jid.isEmpty() && !className.isEmpty() && args.startsWith('['); }
    /// Returns the last failed attempt, the only one stored; empty if no attempt has failed.
    std::vector<Attempt> attempts() const;
};

/// Parses a time in Sidekiq's format: seconds with a fraction up to version 7, integer milliseconds since version 8.
std::optional<TimePoint> sidekiqInstant(const QByteArray& number);

} // namespace dueline
