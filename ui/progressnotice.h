// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationprogress.h"
#include "ui/widgets/messagebar.h"

#include <QHash>

#include <memory>

namespace dueline {

class RunningJob;
class UndoJob;
class Workbench;

/// How far an operation, or an undo with all its parts, that takes longer than a moment has come, in the message bar, with
/// pause and cancel. Whoever closes the bar has Activity.
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
    struct Told;

    void follow(RunningJob* job, const Headline& headline, const std::shared_ptr<Told>& told);
    void followUndo(UndoJob* job);
    void show(RunningJob& job, const Headline& headline, const OperationProgress& progress);
    static QString words(const OperationProgress& progress, bool paused);

    Workbench& m_bench;
    MessageBar& m_messages;
    QHash<QObject*, std::shared_ptr<Told>> m_undoing; ///< by what carries out its parts, as long as that lives
};

} // namespace dueline
