// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/leaseedits.h"

#include "core/console/undorun.h"
#include "ui/presenters/connection.h"
#include "ui/text/formatting.h"

namespace dueline {

namespace {

/// What became of the leases of one edit.
struct Edited
{
    int done = 0;
    int movedOn = 0;
    QString unrecorded; ///< why there is no record of it
};

Result<> record(QueueEditor& editor, const QByteArray& kind, const QueueName& queue, const TaskId& only,
    const Edited& edited)
{
    OperationRecord record;
    record.id = makeOperationId(queue, SystemClock().now());
    record.kind = kind;
    record.queue = queue;
    record.filter = only;
    record.by = Session::identity();
    record.total = edited.done + edited.movedOn;
    record.done = edited.done;
    record.skipped = edited.movedOn;
    record.finished = true;
    return editor.record(record);
}

} // namespace

void LeaseEdits::cancel(Connection& connection, const QueueName& queue, const std::vector<TaskRef>& refs)
{
    run(connection, queue, refs,
        {"cancel", QStringLiteral("stop"),
            [](QueueEditor& editor, const QueueName& in, const TaskRef& ref) { return editor.cancel(in, ref); },
            [](int count) { return tr("Workers were asked to stop %n task(s)", nullptr, count); }});
}

void LeaseEdits::release(Connection& connection, const QueueName& queue, const std::vector<TaskRef>& refs)
{
    run(connection, queue, refs,
        {"release", QStringLiteral("release"),
            [](QueueEditor& editor, const QueueName& in, const TaskRef& ref) { return editor.release(in, ref); },
            [](int count) { return tr("%n lease(s) released; the tasks wait again", nullptr, count); }});
}

void LeaseEdits::extend(
    Connection& connection, const QueueName& queue, const std::vector<TaskRef>& refs, Millis leaseFor)
{
    run(connection, queue, refs,
        {"extend", QStringLiteral("extend"),
            [leaseFor](QueueEditor& editor, const QueueName& in, const TaskRef& ref) {
                return editor.extend(in, ref, leaseFor);
            },
            [leaseFor](int count) {
                return tr("%n lease(s) extended to %1 from now", nullptr, count).arg(Formatting::duration(leaseFor));
            }});
}

void LeaseEdits::run(Connection& connection, const QueueName& queue, const std::vector<TaskRef>& refs, Edit edit)
{
    connection.session().run(
        Session::Lane::Interactive, this,
        [queue, refs, kind = edit.kind, act = edit.act](Backend& backend) -> Result<Edited> {
            QueueEditor* editor = backend.editor();
            if (!editor)
                return Error{ErrorCode::Refused, tr("This connection is read-only.")};
            Edited edited;
            for (const TaskRef& ref : refs) {
                if (ref.seenState != TaskState::Leased)
                    continue;
                const Result<ItemOutcome> outcome = act(*editor, queue, ref);
                if (!outcome)
                    return outcome.error();
                ++(*outcome == ItemOutcome::Done ? edited.done : edited.movedOn);
            }
            if (edited.done > 0) {
                const TaskId only = refs.size() == 1 ? refs.front().id : TaskId();
                if (auto recorded = record(*editor, kind, queue, only, edited); !recorded)
                    edited.unrecorded = recorded.error().message;
            }
            return edited;
        },
        [this, icon = edit.icon, done = edit.done](const Result<Edited>& edited) {
            if (!edited) {
                Q_EMIT noticed(
                    {Notice::Kind::Failure, QStringLiteral("warning"), edited.error().message, {}, {}});
                return;
            }
            QStringList detail;
            if (edited->movedOn > 0)
                detail << tr("%n had moved on", nullptr, edited->movedOn);
            if (!edited->unrecorded.isEmpty())
                detail << tr("not recorded: %1").arg(edited->unrecorded);
            Q_EMIT noticed({edited->done > 0 ? Notice::Kind::Result : Notice::Kind::Warning, icon, done(edited->done),
                detail.join(QStringLiteral("; ")), {}});
        });
}

} // namespace dueline
