// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationprogress.h"
#include "ui/widgets/messagebar.h"

namespace dueline {

class RunningJob;
class Workbench;

/// How far an operation, or an undo, that takes longer than a moment has come, in the message bar, with pause and
/// cancel. Whoever closes the bar has Activity.
class ProgressNotice : public QObject
{
    Q_OBJECT

public:
    static constexpr qint64 toldAfterMs = 700;

    ProgressNotice(Workbench& bench, MessageBar& messages, QObject* parent = nullptr);

private:
    struct Headline
    {
        QString icon;
        std::function<QString(qint64)> text; ///< of so many tasks, in the language in force
    };

    void follow(RunningJob* job, const Headline& headline);
    void show(RunningJob& job, const Headline& headline, const OperationProgress& progress);
    static QString words(const OperationProgress& progress, bool paused);

    Workbench& m_bench;
    MessageBar& m_messages;
};

} // namespace dueline
