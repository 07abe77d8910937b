// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

namespace dueline {

/// Returns whether a fact is the stack trace of the task's error.
inline bool isStackFact(const TaskFact& fact) { return fact.name == "traceback" || fact.name == "exception"; }

/// Returns a task's error, with its stack trace if the framework stores one in the last attempt or separately.
inline QByteArray wholeErrorOf(const TaskDetail& detail)
{
    const QByteArray error = detail.task.error.trimmed();
    if (error.isEmpty())
        return error;
    if (!detail.attempts.empty()) {
        const QByteArray& last = detail.attempts.back().error;
        if (last.size() > error.size() && last.contains(error))
            return last;
    }
    for (const TaskFact& fact : detail.facts) {
        if (isStackFact(fact) && fact.value.size() > error.size() && fact.value.contains(error))
            return fact.value;
    }
    return error;
}

} // namespace dueline
