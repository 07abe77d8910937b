// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <QCoreApplication>

namespace dueline {

class Formatting;

/// Everything that is recorded about a task besides its payload, as plain text in titled sections: whole errors with
/// their stack traces, the return value, options, and what the layout keeps (logs, progress, raw options).
class DetailText
{
    Q_DECLARE_TR_FUNCTIONS(DetailText)

public:
    /// The sections of a task, separated by empty lines. Bytes of the task are copied unchanged: they are untrusted.
    static QByteArray of(const TaskDetail& detail, const Formatting& formatting);
    /// The title line of an attempt's section.
    static QByteArray titleOf(const Attempt& attempt, const Formatting& formatting);
};

} // namespace dueline
