// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/operationnotice.h"

#include "core/base/text.h"
#include "ui/presenters/workbench.h"
#include "ui/text/formatting.h"
#include "ui/text/operationwords.h"

namespace dueline {

namespace {

/// That it can be undone, and how.
void addUndo(Notice& notice, QStringList& detail, const QPointer<Workbench>& bench, Millis undoFor)
{
    detail << Workbench::tr("can be undone within %1, for tasks that have not moved on").arg(Formatting::duration(undoFor));
    notice.links.push_back(
        {Workbench::tr("Undo"), QStringLiteral("Ctrl+Z"), [bench] { bench->undoLast(); }, "edit.undo"});
}

void addDetails(Notice& notice, const QPointer<Workbench>& bench, const OperationId& id)
{
    notice.links.push_back({Workbench::tr("Details"), {}, [bench, id] { Q_EMIT bench->operationWished(id); }});
}

} // namespace

Notice OperationNotice::ended(Workbench& bench, ActionKind kind, const OperationId& id,
    const OperationProgress& progress, const SkippedTasks& skipped, std::optional<Millis> undoFor)
{
    return Notice::worded([at = QPointer(&bench), kind, id, progress, skipped, undoFor] {
        Notice notice;
        notice.icon = iconOf(kind);
        notice.text = progress.done == 0 && progress.skipped == 0 ? Workbench::tr("There was nothing to act on")
                                                                  : doneWords(kind, progress.done);
        QStringList detail;
        if (progress.stopped)
            detail << stageWords(progress.stage.toLatin1());
        if (skipped.total() > 0)
            detail << Workbench::tr("left alone: %1").arg(leftAloneWords(skipped));
        if (undoFor)
            addUndo(notice, detail, at, *undoFor);
        if (progress.done > 0)
            addDetails(notice, at, id);
        notice.detail = Formatting::list(detail);
        if (progress.done == 0 || progress.stopped)
            notice.kind = Notice::Kind::Warning;
        return notice;
    });
}

Notice OperationNotice::failure(const Error& error)
{
    return {Notice::Kind::Failure, QStringLiteral("warning"), error.message, {}, {}};
}

Notice OperationNotice::connectionClosed()
{
    return Notice::worded([]() -> Notice {
        return {Notice::Kind::Failure, QStringLiteral("warning"),
            Workbench::tr("The connection was closed meanwhile; nothing was done."), {}, {}};
    });
}

Notice OperationNotice::failed(Workbench& bench, ActionKind kind, const OperationId& id,
    const OperationProgress& reached, const Error& error, std::optional<Millis> undoFor)
{
    return Notice::worded([at = QPointer(&bench), kind, id, reached, error, undoFor] {
        Notice notice = failure(error);
        QStringList detail;
        if (reached.done > 0)
            detail << doneWords(kind, reached.done);
        if (undoFor)
            addUndo(notice, detail, at, *undoFor);
        if (reached.done > 0)
            addDetails(notice, at, id);
        notice.detail = Formatting::list(detail);
        return notice;
    });
}

Notice OperationNotice::undone(const UndoProgress& progress)
{
    return Notice::worded([progress]() -> Notice {
        return {progress.restored > 0 ? Notice::Kind::Result : Notice::Kind::Warning, QStringLiteral("undo"),
            undoneWords(progress), {}, {}};
    });
}

Notice OperationNotice::paused(
    Workbench& bench, const QPointer<Connection>& connection, const QueueName& queue, bool paused)
{
    return Notice::worded([at = QPointer(&bench), connection, queue, paused] {
        const QString name = printable(queue, 60);
        Notice notice{Notice::Kind::Result, paused ? QStringLiteral("pause") : QStringLiteral("play"),
            paused ? Workbench::tr("%1 is paused").arg(name) : Workbench::tr("%1 goes on").arg(name),
            paused ? Workbench::tr("workers finish what they hold and get nothing new") : QString(), {}};
        const auto undo = [at, connection, queue, paused] {
            if (connection)
                at->setPaused(*connection, queue, !paused);
        };
        notice.links.push_back({Workbench::tr("Undo"), {}, undo, paused ? "queue.resume" : "queue.pause"});
        return notice;
    });
}

Notice OperationNotice::orderDropped(qint64 matches, qint64 most)
{
    return Notice::worded([matches, most]() -> Notice {
        return {Notice::Kind::Warning, QStringLiteral("info"), Workbench::tr("Sorted by time again"),
            Workbench::tr("%1 tasks match, and at most %2 can be sorted otherwise: narrow the filter first")
                .arg(Formatting::count(matches), Formatting::count(most)),
            {}};
    });
}

} // namespace dueline
