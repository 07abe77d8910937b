// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <QCoreApplication>

namespace dueline {

class Formatting;

/// All recorded data about a task except its payload, as plain text in titled sections: full errors with stack traces,
/// the return value, options, and layout-specific data (logs, progress, raw options).
class DetailText
{
    Q_DECLARE_TR_FUNCTIONS(DetailText)

public:
    /// Returns a task's sections, separated by blank lines. The task's bytes are untrusted and copied unchanged.
    static QByteArray of(const TaskDetail& detail, const Formatting& formatting);
    /// Returns a task's options, one per line: common options first, then the layout's own.
    static QStringList optionsOf(const TaskDetail& detail, const Formatting& formatting);
    /// Returns the lines of the task's log.
    static QByteArrayList logsOf(const TaskDetail& detail);
    /// Returns the title of an attempt's section.
    static QByteArray titleOf(const Attempt& attempt, const Formatting& formatting);

private:
    static QStringList ownOptions(const TaskDetail& detail, const Formatting& formatting);
};

} // namespace dueline
