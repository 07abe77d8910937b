// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/schedules/scheduleedits.h"

#include "core/base/text.h"
#include "core/console/operations/undorun.h"
#include "core/queue/backend.h"
#include "ui/presenters/connection.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace dueline {

namespace {

using NoticeWords = std::function<QString()>;

Notice told(const char* icon, const NoticeWords& text, const NoticeWords& detail = {})
{
    return Notice::worded([icon, text, detail]() -> Notice {
        return {Notice::Kind::Result, QString::fromLatin1(icon), text(), detail ? detail() : QString(), {}};
    });
}

/// Checks that a recurring task hasn't changed since it was displayed. Errors: Refused (it has changed).
Result<> checkUnchanged(ScheduleBook& book, const QueueName& queue, const Schedule& seen)
{
    const auto all = book.schedules(queue);
    if (!all)
        return all.error();
    const auto found = std::find_if(
        all->begin(), all->end(), [&seen](const ScheduleState& state) { return state.schedule.name == seen.name; });
    if (found == all->end())
        return Error{ErrorCode::NotFound, ScheduleEdits::tr("%1 has been removed.").arg(printable(seen.name, 64))};
    if (found->schedule.definition != seen.definition)
        return Error{ErrorCode::Refused,
            ScheduleEdits::tr("%1 has changed in the meantime; check it again.").arg(printable(seen.name, 64))};
    return {};
}

Result<> putInstead(Backend& backend, const QueueName& queue, const Schedule& seen, const Schedule& wanted)
{
    ScheduleBook& book = *backend.schedules();
    if (const auto unchanged = checkUnchanged(book, queue, seen); !unchanged)
        return unchanged;
    return book.put(queue, wanted, true);
}

/// Returns the stored recurring task, so that undoing can compare against it.
std::optional<Schedule> asKept(Backend& backend, const QueueName& queue, const QByteArray& name)
{
    const auto all = backend.schedules()->schedules(queue);
    for (const ScheduleState& state : all ? *all : std::vector<ScheduleState>()) {
        if (state.schedule.name == name)
            return state.schedule;
    }
    return {};
}

Result<> recordEdit(QueueEditor& editor, const QByteArray& kind, const QueueName& queue, const QByteArray& name)
{
    OperationRecord record;
    record.id = makeOperationId(queue, SystemClock().now());
    record.kind = kind;
    record.queue = queue;
    record.filter = name;
    record.by = Session::identity();
    record.total = 1;
    record.done = 1;
    record.finished = true;
    return editor.record(record);
}

} // namespace

void ScheduleEdits::add(Connection& connection, const QueueName& queue, const Schedule& schedule)
{
    // Undoing only restores the state before this edit, and never overwrites a newer change.
    const auto written = std::make_shared<Schedule>(schedule);
    run(connection, queue, schedule.name,
        {[queue, schedule, written](Backend& backend) -> Result<> {
             if (const auto put = backend.schedules()->put(queue, schedule, false); !put)
                 return put;
             if (const auto kept = asKept(backend, queue, schedule.name))
                 *written = *kept;
             return {};
         },
            "schedule",
            told("schedules",
                [name = printable(schedule.name, 64)] { return tr("Recurring task \"%1\" added").arg(name); }),
            [this, queue, written](Connection& in) {
                run(in, queue, written->name,
                    {[queue, written](Backend& backend) -> Result<> {
                         ScheduleBook& book = *backend.schedules();
                         const auto unchanged = checkUnchanged(book, queue, *written);
                         return unchanged ? book.remove(queue, written->name) : unchanged;
                     },
                        "unschedule",
                        told("undo",
                            [name = printable(written->name, 64)] {
                                return tr("Undone: recurring task \"%1\" removed").arg(name);
                            }),
                        {}});
            }});
}

void ScheduleEdits::change(Connection& connection, const QueueName& queue, const Schedule& seen, const Schedule& wanted)
{
    const auto written = std::make_shared<Schedule>(wanted);
    run(connection, queue, wanted.name,
        {[queue, seen, wanted, written](Backend& backend) -> Result<> {
             if (const auto put = putInstead(backend, queue, seen, wanted); !put)
                 return put;
             if (const auto kept = asKept(backend, queue, wanted.name))
                 *written = *kept;
             return {};
         },
            "schedule",
            told("schedules",
                [name = printable(wanted.name, 64)] { return tr("Recurring task \"%1\" changed").arg(name); }),
            [this, queue, seen, written](Connection& in) {
                run(in, queue, seen.name,
                    {[queue, seen, written](Backend& backend) { return putInstead(backend, queue, *written, seen); },
                        "schedule",
                        told("undo",
                            [name = printable(seen.name, 64)] {
                                return tr("Undone: recurring task \"%1\" changed back").arg(name);
                            }),
                        {}});
            }});
}

void ScheduleEdits::setEnabled(Connection& connection, const QueueName& queue, const Schedule& seen, bool enabled)
{
    Schedule wanted = seen;
    wanted.enabled = enabled;
    const QString name = printable(seen.name, 64);
    run(connection, queue, seen.name,
        {[queue, seen, wanted](Backend& backend) { return putInstead(backend, queue, seen, wanted); },
            enabled ? "schedule" : "unschedule",
            enabled ? told("play", [name] { return tr("%1 is enabled").arg(name); })
                    : told(
                        "pause", [name] { return tr("%1 is disabled").arg(name); },
                        [] { return tr("existing tasks are kept; no more tasks will be added"); }),
            [this, queue, before = seen.enabled, name = seen.name](Connection& in) {
                run(in, queue, name,
                    {[queue, before, name](Backend& backend) -> Result<> {
                         auto kept = asKept(backend, queue, name);
                         if (!kept)
                             return Error{ErrorCode::NotFound, tr("%1 has been removed.").arg(printable(name, 64))};
                         kept->enabled = before;
                         return backend.schedules()->put(queue, *kept, true);
                     },
                        before ? "schedule" : "unschedule",
                        told("undo",
                            [before, shown = printable(name, 64)] {
                                return before ? tr("%1 is enabled").arg(shown) : tr("%1 is disabled").arg(shown);
                            }),
                        {}});
            }});
}

void ScheduleEdits::remove(Connection& connection, const QueueName& queue, const Schedule& seen)
{
    Undo undo;
    // Undoing can't restore a schedule that is damaged or that this machine can't calculate.
    if (!seen.damaged && seen.unready.isEmpty()) {
        undo = [this, queue, seen](Connection& in) {
            run(in, queue, seen.name,
                {[queue, seen](Backend& backend) { return backend.schedules()->put(queue, seen, false); }, "schedule",
                    told("undo",
                        [name = printable(seen.name, 64)] { return tr("Recurring task \"%1\" restored").arg(name); }),
                    {}});
        };
    }
    run(connection, queue, seen.name,
        {[queue, seen](Backend& backend) -> Result<> {
             if (const auto unchanged = checkUnchanged(*backend.schedules(), queue, seen); !unchanged)
                 return unchanged;
             return backend.schedules()->remove(queue, seen.name);
         },
            "unschedule",
            told(
                "delete", [name = printable(seen.name, 64)] { return tr("Recurring task \"%1\" removed").arg(name); },
                [] { return tr("existing tasks are kept"); }),
            undo});
}

void ScheduleEdits::runNow(Connection& connection, const QueueName& queue, const Schedule& seen)
{
    run(connection, queue, seen.name,
        {[queue, seen](Backend& backend) -> Result<> {
             const auto now = backend.serverTime();
             if (!now)
                 return now.error();
             const auto added = backend.editor()->add(queue, {taskOf(seen, *now)});
             return added ? Result<>() : Result<>(added.error());
         },
            {},
            told(
                "run-now", [name = printable(seen.name, 64)] { return tr("A task was added for %1").arg(name); },
                [] { return tr("the next run is not affected"); }),
            {}});
}

void ScheduleEdits::undoLast()
{
    const Undo undo = std::exchange(m_undo, {});
    if (undo && m_connection)
        undo(*m_connection);
}

void ScheduleEdits::run(Connection& connection, const QueueName& queue, const QByteArray& name, const Edit& edit)
{
    connection.session().run(
        Session::Lane::Interactive, this,
        [queue, name, kind = edit.kind, act = edit.act](Backend& backend) -> Result<QString> {
            const auto editor = backend.requireEditor();
            if (!editor)
                return editor.error();
            if (!backend.schedules())
                return Error{ErrorCode::NotSupported, tr("This layout has no recurring tasks.")};
            if (const auto done = act(backend); !done)
                return done.error();
            if (kind.isEmpty())
                return QString();
            const auto recorded = recordEdit(**editor, kind, queue, name);
            return recorded ? QString() : recorded.error().message;
        },
        [this, of = QPointer(&connection), told = edit.notice.again, undo = edit.undo](const Result<QString>& done) {
            const QString id = of ? of->id() : QString();
            if (!done) {
                Q_EMIT noticed(
                    {Notice::Kind::Failure, QStringLiteral("warning"), done.error().message, {}, {}, {}, {}, id});
                Q_EMIT changed();
                return;
            }
            m_connection = of;
            m_undo = undo;
            Q_EMIT noticed(Notice::worded([this, told, offers = bool(undo), unrecorded = *done] {
                Notice notice = told();
                if (!unrecorded.isEmpty())
                    notice.detail = tr("not recorded: %1").arg(unrecorded);
                if (offers)
                    notice.links.push_back({tr("Undo"), {}, [this] { Q_EMIT undoRequested(); }});
                return notice;
            }).about(id));
            Q_EMIT changed();
        });
}

} // namespace dueline
