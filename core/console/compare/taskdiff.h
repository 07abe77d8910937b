// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/compare/contentdiff.h"
#include "core/queue/backend.h"

#include <QStringList>

#include <variant>

namespace dueline {

/// What a field holds; nothing: the task has none, or goes by its queue.
using FieldValue = std::variant<std::monostate, QByteArray, qint64, bool, TimePoint, Millis, TaskState>;

/// One field of both sides.
struct FieldDiff
{
    const char* name; ///< as `duectl show --json` calls it: `max_attempts`; for programs, not for people
    FieldValue a;
    FieldValue b;

    Change change() const;
};

/// What two tasks of a queue, or two attempts, differ in.
struct Comparison
{
    struct Section
    {
        const char* name; ///< `payload`, `result`, `error`
        ContentDiff content;
    };

    std::vector<FieldDiff> fields; ///< all of them, the same ones too
    std::vector<Section> contents; ///< those that one of both has
    bool masked = false; ///< some members were hidden, so that what they hold was not compared

    bool isSame() const;
    /// Fields and places that differ.
    qint64 differences() const;
};

/// Reads two tasks and compares them. What changes meanwhile may be seen as it was or as it is. A payload of more than
/// ContentDiff::wholeUpTo bytes is read in pieces and never held. `maskedFields`: of the profile, whose backend hides
/// them.
/// Errors: Usage (it is one task), those of QueueInspector.
Result<Comparison> compareTasks(
    Backend& backend, const QueueName& queue, const TaskId& a, const TaskId& b, const QStringList& maskedFields);

/// The same of two that were read.
Comparison compareDetails(const TaskDetail& a, const TaskDetail& b);

/// Two attempts, of one task or of two: their errors by lines.
Comparison compareAttempts(const Attempt& a, const Attempt& b, bool masked);

} // namespace dueline
