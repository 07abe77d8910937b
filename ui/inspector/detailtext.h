// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <QCoreApplication>

namespace dueline {

class Formatting;

/// All recorded data of a task except its payload, as plain text in titled sections: full errors with stack traces, the
/// return value, options, and layout data (logs, progress, raw options).
class DetailText
{
    Q_DECLARE_TR_FUNCTIONS(DetailText)

public:
    /// Returns the sections for a task, separated by blank lines. Bytes from the task are untrusted and are copied
    /// unchanged.
    static QByteArray of(const TaskDetail& detail, const Formatting& formatting);
    /// Returns the options of a task, one per line: first the task's own options, then those specific to the layout.
    static QStringList optionsOf(const TaskDetail& detail, const Formatting& formatting);
    /// Returns the lines of the task's log.
    static QByteArrayList logsOf(const TaskDetail& detail);
    /// Returns the title of an attempt's section.
    static QByteArray titleOf(const Attempt& attempt, const Formatting& formatting);

private:
    static QStringList ownOptions(const TaskDetail& detail, const Formatting& formatting);
};

} // namespace dueline
