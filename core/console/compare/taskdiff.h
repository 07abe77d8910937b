// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/compare/contentdiff.h"
#include "core/queue/backend.h"

#include <QStringList>

#include <variant>

namespace dueline {

/// Value of a field; empty: unset, the task uses the queue's default.
using FieldValue = std::variant<std::monostate, QByteArray, qint64, bool, TimePoint, Millis, TaskState>;

/// One field of both sides.
struct FieldDiff
{
    const char* name; ///< name in `duectl show --json`: `max_attempts`; for programs, not for people
    FieldValue a;
    FieldValue b;

    Change change() const;
};

/// Differences of two tasks of a queue, or of two attempts.
struct Comparison
{
    struct Section
    {
        const char* name; ///< `payload`, `result`, `error`
        ContentDiff content;
    };

    std::vector<FieldDiff> fields; ///< all fields, including equal ones
    std::vector<Section> contents; ///< contents that at least one side has
    bool masked = false; ///< some members were masked, so that their values were not compared

    bool isSame() const;
    /// Returns the number of fields and places that differ.
    qint64 differences() const;
};

/// Reads two tasks and compares them. A change made meanwhile may or may not be visible. Payloads above
/// ContentDiff::wholeUpTo bytes are read in pieces and never held in memory. `maskedFields`: from the profile, whose
/// backend masks them. Errors: Usage (both are the same task), those of QueueInspector.
Result<Comparison> compareTasks(
    Backend& backend, const QueueName& queue, const TaskId& a, const TaskId& b, const QStringList& maskedFields);

/// Compares two tasks that were already read.
Comparison compareDetails(const TaskDetail& a, const TaskDetail& b);

/// Compares two attempts, of one task or of two: their errors by lines.
Comparison compareAttempts(const Attempt& a, const Attempt& b, bool masked);

} // namespace dueline
