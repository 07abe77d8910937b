// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/compare/contentdiff.h"
#include "core/queue/backend.h"

#include <QStringList>

#include <variant>

namespace dueline {

/// Value of a field; std::monostate if the task doesn't set the field and uses the queue's default.
using FieldValue = std::variant<std::monostate, QByteArray, qint64, bool, TimePoint, Millis, TaskState>;

/// One field with its values on both sides.
struct FieldDiff
{
    const char* name; ///< member name in `duectl show --json`, such as `max_attempts`; not for display
    FieldValue a;
    FieldValue b;

    Change change() const;
};

/// Differences between two tasks in a queue, or between two attempts.
struct Comparison
{
    struct Section
    {
        const char* name; ///< `payload`, `result`, or `error`
        ContentDiff content;
    };

    std::vector<FieldDiff> fields; ///< all fields, including equal ones
    std::vector<Section> contents; ///< contents that at least one side has
    bool masked = false; ///< true if masked members weren't compared

    bool isSame() const;
    /// Returns the number of differing fields plus the number of differences in all contents.
    qint64 differences() const;
};

/// Reads two tasks and compares them. Concurrent changes may or may not be included. Payloads above
/// ContentDiff::wholeUpTo bytes are read in pieces, so that they needn't fit into memory. `maskedFields`: fields that
/// the profile masks. Errors: Usage (both are the same task); otherwise same as QueueInspector.
Result<Comparison> compareTasks(
    Backend& backend, const QueueName& queue, const TaskId& a, const TaskId& b, const QStringList& maskedFields);

/// Compares two tasks that have already been read.
Comparison compareDetails(const TaskDetail& a, const TaskDetail& b);

/// Compares two attempts, either at the same task or at different ones. Errors are compared by line.
Comparison compareAttempts(const Attempt& a, const Attempt& b, bool masked);

} // namespace dueline
