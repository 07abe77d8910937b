// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationprogress.h"
#include "core/queue/operation.h"
#include "ui/widgets/toasts.h"

#include <QHash>

#include <functional>
#include <memory>

namespace dueline {

class OperationJob;
class OperationParts;
class UndoJob;
class WindowEvents;

/// Progress of an action or undo, including all its parts. If it takes longer than `toldAfterMs`, a toast shows the
/// progress, with links to pause and cancel. After the toast is closed, the Activity panel still shows it.
class ProgressNotice : public QObject
{
    Q_OBJECT

public:
    static constexpr qint64 toldAfterMs = 700;

    ProgressNotice(WindowEvents& events, Toasts& messages, QObject* parent = nullptr);

private:
    struct Headline
    {
        QString icon;
        // returns the text for a number of tasks in the current language
        std::function<QString(qint64)> text;
    };
    /// Controls for an operation, used by the notice's links as long as the operation exists.
    struct Controls
    {
        QString connection; ///< connection id
        OperationRecord record;
        std::function<bool()> isPaused;
        std::function<void(bool)> setPaused;
        std::function<void()> cancel;
    };
    struct Told;

    void follow(OperationJob* job);
    void follow(UndoJob* job);
    /// Shows the progress. `part`: operation that the links control; if it changes, the links are recreated.
    void tell(Told& told, const QObject* part, const Headline& headline, const OperationProgress& progress,
        const std::function<Controls()>& controls);
    void show(
        const QString& subject, const Headline& headline, const OperationProgress& progress, const Controls& controls);
    std::shared_ptr<Told> add(QObject* whole);
    template <typename Work> static Controls controlsOf(Work& work, const QString& connection);
    static QString words(const OperationProgress& progress, const Controls& controls);

    WindowEvents& m_events;
    Toasts& m_messages;
    QHash<QObject*, std::shared_ptr<Told>> m_told; ///< displayed states, by the object that runs the parts
    int m_number = 0; ///< number of operations so far
};

} // namespace dueline
