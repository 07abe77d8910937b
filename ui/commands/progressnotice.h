// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationprogress.h"
#include "core/queue/operation.h"
#include "ui/widgets/messagebar.h"

#include <QHash>

#include <functional>
#include <memory>

namespace dueline {

class OperationJob;
class OperationParts;
class UndoJob;
class Workbench;

/// How far an action, or its undo, with all its parts, that takes longer than a moment has come, in the message bar,
/// with pause and cancel. Whoever closes the bar has Activity.
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
    /// What the links of the notice act on, as long as it is there.
    struct Controls
    {
        QString connection; ///< id
        OperationRecord record;
        std::function<bool()> isPaused;
        std::function<void(bool)> setPaused;
        std::function<void()> cancel;
    };
    struct Told;

    void follow(OperationJob* job);
    void follow(UndoJob* job);
    /// `part`: what the links are about; they are made anew where it is another.
    void tell(Told& told, const QObject* part, const Headline& headline, const OperationProgress& progress,
        const std::function<Controls()>& controls);
    void show(const Headline& headline, const OperationProgress& progress, const Controls& controls);
    template <typename Work> static Controls controlsOf(Work& work, const QString& connection);
    static QString words(const OperationProgress& progress, bool paused);

    Workbench& m_bench;
    MessageBar& m_messages;
    QHash<QObject*, std::shared_ptr<Told>> m_told; ///< by what carries out the parts, as long as that lives
};

} // namespace dueline
