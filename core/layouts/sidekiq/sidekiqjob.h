// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/framework/tasksource.h"
#include "core/queue/task.h"

namespace dueline {

/// One job of Sidekiq as its JSON has it, told as a task. Nothing of it is re-encoded: `args` are its own bytes, and
/// where a field occurs twice the last one counts, as for Ruby.
struct SidekiqJob
{
    bool isJson = false; ///< false: no JSON object, or past all limits; then only its bytes are known
    QByteArray jid;
    QByteArray type; ///< of ActiveJob the job that is wrapped
    QByteArray queue;
    QByteArray args; ///< byte for byte as they stand in the JSON
    int attempt = 0; ///< attempts that failed
    int maxAttempts = 1;
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
    /// The one attempt that is remembered; none where nothing failed yet.
    std::vector<Attempt> attempts() const;
};

/// An instant of Sidekiq: seconds with a fraction up to version 7, whole milliseconds from 8 on.
std::optional<TimePoint> sidekiqInstant(const QByteArray& number);

} // namespace dueline
