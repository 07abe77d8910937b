// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/leaseedits.h"

#include "core/console/operations/undorun.h"
#include "core/queue/backend.h"
#include "ui/presenters/connection.h"
#include "ui/text/formatting.h"

#include <utility>

namespace dueline {

namespace {

constexpr int editsPerTurn = 100; ///< number of edits per time slice; other requests use the lane between slices

/// Outcome of one queue's edits.
struct Edited
{
    int done = 0;
    int movedOn = 0;
};

Result<> record(QueueEditor& editor, const QByteArray& kind, const QueueName& queue, const std::vector<TaskRef>& refs,
    const Edited& edited)
{
    OperationRecord record;
    record.id = makeOperationId(queue, SystemClock().now());
    record.kind = kind;
    record.queue = queue;
    if (refs.size() == 1)
        record.filter = refs.front().id;
    record.by = Session::identity();
    record.total = qint64(refs.size());
    record.done = edited.done;
    record.skipped = edited.movedOn;
    record.finished = true;
    return editor.record(record);
}

} // namespace

/// Lease edits in progress, queue by queue. Used on the lane, one time slice at a time.
struct LeaseEdits::Work
{
    Edit edit;
    Chosen left;
    Edited ofQueue; ///< the first remaining queue's outcome so far
    std::size_t next = 0; ///< index of the next lease in the first remaining queue
    int done = 0;
    int movedOn = 0;
    QString unrecorded; ///< why the edits couldn't be recorded

    /// Runs one time slice. Returns true when all leases have been edited.
    Result<bool> turn(QueueEditor& editor)
    {
        for (int edits = 0; edits < editsPerTurn && !left.empty();) {
            const auto& [queue, refs] = *left.begin();
            if (next < refs.size()) {
                const Result<ItemOutcome> outcome = edit.act(editor, queue, refs[next]);
                if (!outcome) {
                    endQueue(editor);
                    return outcome.error();
                }
                ++(*outcome == ItemOutcome::Done ? ofQueue.done : ofQueue.movedOn);
                ++next;
                ++edits;
                continue;
            }
            endQueue(editor);
        }
        return left.empty();
    }

    /// Finishes the first remaining queue and records its edits, even after an error.
    void endQueue(QueueEditor& editor)
    {
        const auto& [queue, refs] = *left.begin();
        if (ofQueue.done > 0) {
            if (auto recorded = record(editor, edit.kind, queue, refs, ofQueue); !recorded)
                unrecorded = recorded.error().message;
        }
        done += ofQueue.done;
        movedOn += ofQueue.movedOn;
        ofQueue = {};
        next = 0;
        left.erase(left.begin());
    }
};

void LeaseEdits::cancel(Connection& connection, const Chosen& chosen)
{
    begin(connection, chosen,
        {"cancel", QStringLiteral("stop"),
            [](QueueEditor& editor, const QueueName& in, const TaskRef& ref) { return editor.cancel(in, ref); },
            [](int count) { return tr("Workers were asked to stop %Ln task(s)", nullptr, count); }});
}

void LeaseEdits::release(Connection& connection, const Chosen& chosen)
{
    begin(connection, chosen,
        {"release", QStringLiteral("release"),
            [](QueueEditor& editor, const QueueName& in, const TaskRef& ref) { return editor.release(in, ref); },
            [](int count) { return tr("%Ln lease(s) released; the tasks return to the queue", nullptr, count); }});
}

void LeaseEdits::extend(Connection& connection, const Chosen& chosen, Millis leaseFor)
{
    begin(connection, chosen,
        {"extend", QStringLiteral("extend"),
            [leaseFor](QueueEditor& editor, const QueueName& in, const TaskRef& ref) {
                return editor.extend(in, ref, leaseFor);
            },
            [leaseFor](int count) {
                return tr("%Ln lease(s) extended to %1 from now", nullptr, count).arg(Formatting::duration(leaseFor));
            }});
}

void LeaseEdits::begin(Connection& connection, const Chosen& chosen, Edit edit)
{
    auto work = std::make_shared<Work>();
    work->edit = std::move(edit);
    for (const auto& [queue, refs] : chosen) {
        for (const TaskRef& ref : refs) {
            if (ref.seenState == TaskState::Leased)
                work->left[queue].push_back(ref);
        }
    }
    step(&connection, work);
}

void LeaseEdits::step(const QPointer<Connection>& connection, const std::shared_ptr<Work>& work)
{
    connection->session().runAgain(
        Session::Lane::Interactive, this,
        [work](Backend& backend) -> Result<bool> {
            const auto editor = backend.requireEditor();
            return editor ? work->turn(**editor) : Result<bool>(editor.error());
        },
        [this, connection, work](const Result<bool>& finished) {
            if (finished && !*finished && connection)
                return step(connection, work);
            const QString of = connection ? connection->id() : QString();
            QStringList detail;
            if (work->movedOn > 0)
                detail << tr("%Ln changed in the meantime", nullptr, work->movedOn);
            if (!work->unrecorded.isEmpty())
                detail << tr("not recorded: %1").arg(work->unrecorded);
            if (!finished) {
                // If the connection became read-only, `done` doesn't include the current queue yet.
                const int before = work->done + work->ofQueue.done;
                if (before > 0)
                    detail.prepend(work->edit.done(before));
                Q_EMIT noticed({Notice::Kind::Failure, QStringLiteral("warning"), finished.error().message,
                    Formatting::list(detail), {}, {}, {}, of});
                return;
            }
            Q_EMIT noticed({work->done > 0 ? Notice::Kind::Result : Notice::Kind::Warning, work->edit.icon,
                work->edit.done(work->done), Formatting::list(detail), {}, {}, {}, of});
        });
}

} // namespace dueline
