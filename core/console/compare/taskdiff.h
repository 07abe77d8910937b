// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/compare/contentdiff.h"
#include "core/queue/backend.h"

#include <QStringList>

#include <variant>

namespace dueline {

/// Value of a field; empty if the field is unset and the task uses the queue's default.
using FieldValue = std::variant<std::monostate, QByteArray, qint64, bool, TimePoint, Millis, TaskState>;

/// One field with its values on both sides.
struct FieldDiff
{
    const char* name; ///< name in `duectl show --json`, such as `max_attempts`; for programs, not for display
    FieldValue a;
    FieldValue b;

    Change change() const;
};

/// Differences between two tasks of a queue, or between two attempts.
struct Comparison
{
    struct Section
    {
        const char* name; ///< name of the content: `payload`, `result` or `error`
        ContentDiff content;
    };

    std::vector<FieldDiff> fields; ///< all fields, including equal ones
    std::vector<Section> contents; ///< contents that exist on either side
    bool masked = false; ///< true if some members were masked, so their values were not compared

    bool isSame() const;
    /// Returns the number of differences in fields and contents.
    qint64 differences() const;
};

/// Reads two tasks and compares them. Changes made during the comparison may or may not be included. Payloads above
/// ContentDiff::wholeUpTo bytes are read in pieces and never held completely in memory. `maskedFields`: fields that the
/// profile's backend masks. Errors: Usage (both are the same task), those of QueueInspector.
Result<Comparison> compareTasks(
    Backend& backend, const QueueName& queue, const TaskId& a, const TaskId& b, const QStringList& maskedFields);

/// Compares two tasks that have already been read.
Comparison compareDetails(const TaskDetail& a, const TaskDetail& b);

/// Compares two attempts of one task or of two tasks. Errors are compared by lines.
Comparison compareAttempts(const Attempt& a, const Attempt& b, bool masked);

} // namespace dueline
