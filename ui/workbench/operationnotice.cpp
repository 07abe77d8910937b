// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/operationnotice.h"

#include "core/base/text.h"
#include "ui/text/formatting.h"
#include "ui/text/operationwords.h"
#include "ui/text/undowords.h"
#include "ui/workbench/actionrunner.h"

namespace dueline {

namespace {

/// Adds an Undo link and the time left to undo.
void addUndo(Notice& notice, QStringList& detail, const QPointer<ActionRunner>& actions,
    const OperationNotice::Subject& subject, Millis undoFor)
{
    detail << OperationNotice::tr("can be undone for %1").arg(Formatting::duration(undoFor));
    notice.links.push_back(OperationNotice::undoLink(*actions, subject.connection, subject.record));
    notice.links.back().shortcut = QStringLiteral("Ctrl+Z");
}

void addDetails(Notice& notice, const QPointer<ActionRunner>& actions, const OperationNotice::Subject& subject)
{
    notice.links.push_back({OperationNotice::tr("Details"), {},
        [actions, subject] { actions->events().showOperation(subject.connection, subject.record); }});
}

/// Adds a link to the task, because the table may no longer list it.
void addShow(Notice& notice, const QPointer<ActionRunner>& actions, const OperationNotice::Subject& subject)
{
    if (subject.task.isEmpty() || subject.kind == ActionKind::Delete)
        return;
    const auto state = subject.kind == ActionKind::Discard ? std::optional(TaskState::Trash) : std::nullopt;
    const SidebarPlace place{subject.connection, subject.record.queue, state};
    notice.links.push_back({OperationNotice::tr("Show", "the task"), {},
        [actions, place, id = subject.task] { actions->events().showTask(place, id); }});
}

} // namespace

Notice::Link OperationNotice::undoLink(ActionRunner& actions, const QString& connection, const OperationRecord& record)
{
    return {tr("Undo"), {},
        [at = QPointer(&actions), connection, record] {
            if (Connection* of = at->view().connections().find(connection))
                at->undo().undoAction(*of, record);
        },
        "edit.undo"};
}

Notice OperationNotice::outOfView(
    ActionRunner& actions, const Connection& connection, const std::vector<OperationRecord>& parts)
{
    const QString name = printable(connection.profile().name.toUtf8(), 40);
    const bool sameServer = &connection == actions.view().current();
    return Notice::worded([at = QPointer(&actions), of = connection.id(), name, parts, sameServer] {
        const OperationRecord& last = parts.back();
        const QString queue = queueWords(parts);
        const bool isOne = queue == printable(last.queue, 40);
        Notice notice{Notice::Kind::Warning, QStringLiteral("undo"),
            sameServer ? tr("Nothing was undone: the last operation was in %1", "queue").arg(queue)
                       : tr("Nothing was undone: the last operation was on %1").arg(name),
            deedWords(parts, name), {}};
        notice.links.push_back({tr("Go to %1").arg(sameServer && isOne ? queue : name), {},
            [at, place = SidebarPlace{of, isOne ? last.queue : QueueName(), {}}] { at->view().show(place); }});
        if (sameServer) {
            notice.links.push_back(undoLink(*at, of, last));
            notice.links.back().text = undoWords(parts);
        }
        notice.subject = QStringLiteral("undo");
        return notice;
    });
}

void OperationNotice::Ended::add(const OperationRecord& part, const OperationProgress& progress,
    const SkippedTasks& left, std::optional<Millis> partUndoFor)
{
    parts.push_back(part);
    reached.done += progress.done;
    reached.skipped += progress.skipped;
    if (progress.stopped) {
        reached.stopped = true;
        reached.stage = progress.stage;
    }
    if (parts.size() == 1) {
        skipped = left;
    } else {
        for (const auto& [reason, count] : left.counts())
            skipped.add(reason, count);
        for (const SkippedTask& task : left.named())
            skipped.name(task.id, task.reason);
    }
    if (partUndoFor)
        undoFor = std::min(undoFor.value_or(*partUndoFor), *partUndoFor);
}

Notice OperationNotice::ended(ActionRunner& actions, const Subject& subject, const Ended& all)
{
    return Notice::worded([at = QPointer(&actions), subject, all] {
        const OperationProgress& reached = all.reached;
        Notice notice;
        notice.icon = iconOf(subject.kind);
        notice.text = reached.done == 0 && reached.skipped == 0 ? tr("No tasks to change")
                                                                : doneWords(subject.kind, reached.done);
        QStringList detail;
        if (reached.done > 0)
            detail << tr("in %1", "a queue, or 3 queues").arg(queueWords(all.parts));
        if (reached.stopped)
            detail << stageWords(reached.stage.toLatin1());
        if (all.skipped.total() > 0)
            detail << tr("skipped: %1").arg(leftAloneWords(all.skipped));
        if (all.undoFor)
            addUndo(notice, detail, at, subject, *all.undoFor);
        if (reached.done > 0)
            addShow(notice, at, subject);
        if (reached.done > 0)
            addDetails(notice, at, subject);
        notice.detail = Formatting::list(detail);
        notice.subject = QString::fromUtf8(subject.record.id);
        if (reached.done == 0 || reached.stopped || all.skipped.total() > 0)
            notice.kind = Notice::Kind::Warning;
        return notice;
    }).about(subject.connection);
}

Notice OperationNotice::failure(const Error& error)
{
    return {Notice::Kind::Failure, QStringLiteral("warning"), error.message, {}, {}};
}

Notice OperationNotice::connectionClosed()
{
    return Notice::worded([]() -> Notice {
        return {Notice::Kind::Failure, QStringLiteral("warning"), tr("The connection was closed. Nothing was changed."),
            {}, {}};
    });
}

Notice OperationNotice::failed(ActionRunner& actions, const Subject& subject, const Ended& all, const Error& error)
{
    return Notice::worded([at = QPointer(&actions), subject, all, error] {
        Notice notice = failure(error);
        QStringList detail;
        if (all.reached.done > 0)
            detail << doneWords(subject.kind, all.reached.done);
        if (all.undoFor)
            addUndo(notice, detail, at, subject, *all.undoFor);
        if (all.reached.done > 0)
            addDetails(notice, at, subject);
        notice.detail = Formatting::list(detail);
        return notice;
    }).about(subject.connection);
}

Notice OperationNotice::added(WindowEvents& events, const AddedTasks& tasks)
{
    return Notice::worded([at = QPointer(&events), tasks] {
        const bool one = tasks.asked == 1 && !tasks.tasks.empty();
        const QString name = one ? printable(tasks.tasks.front().id, 60) : QString();
        Notice notice{Notice::Kind::Result, QStringLiteral("add"),
            one && tasks.added == 1 ? tr("%1 was added").arg(name)
                                    : tr("%Ln task(s) added", nullptr, Formatting::plural(tasks.added)),
            tr("in %1", "a queue, or 3 queues").arg(printable(tasks.queue, 40)), {}};
        if (tasks.added < tasks.asked) {
            notice.kind = Notice::Kind::Warning;
            notice.detail = tasks.uniqueHeld
                ? tr("the unique key is held by an earlier task")
                : tr("%Ln ID(s) already exist", nullptr, Formatting::plural(tasks.asked - tasks.added));
        }
        if (one) {
            const SidebarPlace place{tasks.connection, tasks.queue, {}};
            notice.links.push_back(
                {tr("Show", "the task"), {}, [at, place, id = tasks.tasks.front().id] { at->showTask(place, id); }});
        }
        if (tasks.added == tasks.asked && !tasks.tasks.empty()) {
            // Discard only the unchanged tasks. Skip any that have been run or edited since then.
            notice.links.push_back({tr("Discard"), {}, [at, tasks] { at->discardAdded(tasks); }});
        }
        return notice;
    }).about(tasks.connection);
}

Notice OperationNotice::undone(
    const UndoProgress& progress, const QString& queues, const std::optional<Error>& error, int leftOut)
{
    return Notice::worded([progress, queues, error, leftOut]() -> Notice {
        if (error) {
            Notice notice = failure(*error);
            if (progress.restored > 0)
                notice.detail = undoneWords(progress);
            return notice;
        }
        QStringList detail;
        if (progress.restored > 0)
            detail << tr("in %1", "a queue, or 3 queues").arg(queues);
        if (leftOut > 0)
            detail << tr("skipped: %Ln operation(s) still running", nullptr, leftOut);
        return {progress.restored > 0 ? Notice::Kind::Result : Notice::Kind::Warning, QStringLiteral("undo"),
            undoneWords(progress), Formatting::list(detail), {}};
    });
}

Notice OperationNotice::stillActing(ActionRunner& actions, OperationJob& job)
{
    const QString name = job.connection() ? job.connection()->profile().name : QString();
    OperationRecord record = job.record();
    record.done = job.reached().done;
    return Notice::worded([at = QPointer(&actions), running = QPointer(&job), record, name] {
        Notice notice{Notice::Kind::Warning, QStringLiteral("undo"),
            tr("Can't undo yet: the operation is still running"), deedWords(record, name), {}};
        notice.links.push_back({tr("Stop"), {}, [running] {
                                    if (running)
                                        running->cancel();
                                }});
        if (const UndoHistory::Undoable* earlier = at ? at->undo().next() : nullptr) {
            notice.links.push_back(undoLink(*at, earlier->connection->id(), earlier->operation));
            notice.links.back().text = undoWords(at->undo().nextParts());
        }
        notice.subject = QStringLiteral("undo");
        return notice;
    });
}

Notice OperationNotice::paused(ActionRunner& actions, const QString& connection, const QueueName& queue, bool paused)
{
    return Notice::worded([at = QPointer(&actions), connection, queue, paused] {
        const QString name = printable(queue, 60);
        Notice notice{Notice::Kind::Result, paused ? QStringLiteral("pause") : QStringLiteral("play"),
            paused ? tr("%1 is paused").arg(name) : tr("%1 resumed").arg(name),
            paused ? tr("running tasks will finish, but no new ones will be claimed") : QString(), {}};
        notice.links.push_back({tr("Undo"), {},
            [at, connection, queue, paused] {
                Connection* of = at->view().connections().find(connection);
                if (of && of == at->view().current())
                    at->setPaused(*of, queue, !paused);
                else if (of)
                    // Changes are made only on the displayed connection. Otherwise, just display the queue.
                    at->view().show({connection, queue, {}});
            },
            paused ? "queue.resume" : "queue.pause"});
        return notice;
    }).about(connection);
}

Notice OperationNotice::orderDropped(qint64 matches, qint64 most)
{
    return Notice::worded([matches, most]() -> Notice {
        return {Notice::Kind::Warning, QStringLiteral("info"), tr("Sorted by time again"),
            tr("%1 tasks match, but at most %2 can be sorted by another column; narrow the filter first")
                .arg(Formatting::count(matches), Formatting::count(most)),
            {}};
    });
}

} // namespace dueline
