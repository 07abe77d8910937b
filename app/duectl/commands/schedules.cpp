// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands.h"
#include "app/duectl/context.h"
#include "app/duectl/fields.h"
#include "app/duectl/records.h"
#include "app/duectl/tables.h"
#include "app/duectl/taskoptions.h"
#include "core/base/shellword.h"
#include "core/base/text.h"

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

constexpr int nextRuns = 5;

Result<ScheduleBook*> bookOf(Context& context, Access access)
{
    const auto backend = context.open(access);
    if (!backend)
        return backend.error();
    if (ScheduleBook* book = (*backend)->schedules())
        return book;
    return Error{ErrorCode::NotSupported, u"This layout has no recurring tasks."_s};
}

Result<ScheduleState> findSchedule(ScheduleBook& book, const QueueName& queue, const QByteArray& name)
{
    const auto all = book.schedules(queue);
    if (!all)
        return all.error();
    for (const ScheduleState& state : *all) {
        if (state.schedule.name == name)
            return state;
    }
    QByteArrayList names;
    for (const ScheduleState& state : *all)
        names << state.schedule.name;
    return Error{ErrorCode::NotFound,
        u"There is no schedule \"%1\" in %2. Schedules: %3."_s.arg(
            printable(name, 64), printable(queue), names.isEmpty() ? u"none"_s : printable(names.join(", "), 300))};
}

/// Returns the state of the schedule's most recently added task; empty if the task no longer exists.
Result<QString> lastOutcome(QueueInspector& inspector, const QueueName& queue, const ScheduleState& state)
{
    if (!state.last || !state.isOurs)
        return QString();
    const auto task = inspector.task(queue, taskIdOf(state.schedule, *state.last));
    if (!task)
        return task.error().code == ErrorCode::NotFound ? Result<QString>(QString()) : Result<QString>(task.error());
    return QString::fromLatin1(stateName(task->task.state));
}

void writeSchedule(JsonWriter& json, const ScheduleState& state, const QString& outcome)
{
    const Schedule& schedule = state.schedule;
    json.beginObject();
    json.member("name", schedule.name);
    json.member("cron", schedule.cron);
    json.member("zone", schedule.zone.isEmpty() ? QByteArray("UTC") : schedule.zone);
    if (const auto cron = CronSchedule::parse(schedule.cron, schedule.zone);
        cron && cron->days() != CronSchedule::Days::Plain)
        json.member("days", cron->days() == CronSchedule::Days::Either ? "either" : "both");
    json.member("type", schedule.type);
    json.member("enabled", schedule.enabled);
    json.member("missed", schedule.runMissed ? "once" : "skip");
    json.member("damaged", schedule.damaged);
    if (!schedule.unready.isEmpty())
        json.member("unready", schedule.unready.toUtf8());
    json.member("size", schedule.payload.size());
    json.member("next_ms", state.next ? std::optional(toMs(*state.next)) : std::nullopt);
    json.member("last_ms", state.last ? std::optional(toMs(*state.last)) : std::nullopt);
    json.textOrNull("last_state", outcome.toUtf8());
    json.key("next_runs_ms").beginArray();
    if (state.next) {
        json.number(toMs(*state.next));
        if (const auto cron = CronSchedule::parse(schedule.cron, schedule.zone)) {
            for (const TimePoint at : cron->next(*state.next, nextRuns - 1))
                json.number(toMs(at));
        }
    }
    json.endArray();
    json.endObject();
}

Result<int> list(Context& context, const QueueName& queue)
{
    const auto book = bookOf(context, Access::ReadOnly);
    if (!book)
        return book.error();
    const auto now = context.now();
    if (!now)
        return now.error();
    const auto all = (*book)->schedules(queue);
    if (!all)
        return all.error();
    JsonWriter json;
    json.beginArray();
    QStringList unready;
    Table table({u"NAME"_s, u"CRON"_s, u"ZONE"_s, u"TYPE"_s, u"NEXT"_s, u"LAST"_s, u"LAST TASK"_s});
    for (const ScheduleState& state : *all) {
        const auto outcome = lastOutcome(context.backend().inspector(), queue, state);
        if (!outcome)
            return outcome.error();
        if (context.json()) {
            writeSchedule(json, state, *outcome);
            continue;
        }
        const Schedule& schedule = state.schedule;
        if (!schedule.unready.isEmpty())
            unready << u"%1: %2"_s.arg(printable(schedule.name), schedule.unready);
        const QString next = schedule.damaged ? u"cannot be read"_s
            : state.next                      ? timeText(*state.next, *now)
            : schedule.enabled                ? u"unknown"_s
                                              : u"disabled"_s;
        table.row({printable(schedule.name), printable(schedule.cron),
            schedule.zone.isEmpty() ? u"UTC"_s : printable(schedule.zone), printable(schedule.type, 60), next,
            state.last ? relativeTime(*state.last, *now) : u"never"_s,
            state.last && state.isOurs && outcome->isEmpty() ? u"gone"_s : *outcome});
    }
    json.endArray();
    if (context.json())
        context.out().write(json.take());
    else if (!table.isEmpty())
        context.out().write(table.take());
    else
        // Other frameworks' schedules can only be created with the framework.
        tell(context.backend().capabilities(queue).settings
                ? u"The queue %1 has no schedules. Create one with \"duectl schedules %2 add NAME CRON TYPE\"."_s.arg(
                    printable(queue), shellOperands({queue, "add"}))
                : u"The queue %1 has no schedules."_s.arg(printable(queue)));
    for (const QString& sentence : unready)
        tell(sentence);
    return 0;
}

/// Prints a schedule as it is stored now.
Result<int> report(Context& context, ScheduleBook& book, const QueueName& queue, const QByteArray& name)
{
    const auto state = findSchedule(book, queue, name);
    if (!state)
        return state.error();
    if (context.json()) {
        JsonWriter json;
        writeSchedule(json, *state, {});
        context.out().write(json.take());
        return 0;
    }
    const auto now = context.now();
    if (!now)
        return now.error();
    context.out().line(state->next
            ? u"%1: next %2"_s.arg(printable(name), timeText(*state->next, *now))
            : u"%1: %2"_s.arg(printable(name), state->schedule.enabled ? u"enabled"_s : u"disabled"_s));
    if (const auto cron = CronSchedule::parse(state->schedule.cron, state->schedule.zone)) {
        if (cron->days() == CronSchedule::Days::Either)
            context.out().line(u"Both day fields are restricted: the schedule runs on days that match either."_s);
        else if (cron->days() == CronSchedule::Days::Both)
            context.out().line(
                u"Both day fields are restricted, and one starts with *: the schedule runs on days that match both."_s);
    }
    return 0;
}

Result<Schedule> read(const CommandLine& line)
{
    Schedule schedule;
    schedule.name = line.words()[2];
    schedule.cron = line.words()[3];
    schedule.type = line.words()[4];
    schedule.zone = line.value("zone");
    if (line.has("zone") && schedule.zone.isEmpty())
        return usage(u"--zone is empty. Use a place such as Asia/Shanghai, an offset such as UTC+08:00, or UTC."_s);
    auto options = readTaskOptions(line);
    if (!options)
        return options.error();
    schedule.options = *options;
    const auto expires = line.duration("expires");
    if (!expires)
        return expires.error();
    schedule.expiresAfter = *expires;
    const QByteArray missed = line.has("missed") ? line.value("missed") : QByteArray("skip");
    if (missed != "skip" && missed != "once")
        return usage(u"--missed must be skip or once."_s);
    schedule.runMissed = missed == "once";
    schedule.enabled = !line.has("disabled");
    auto payload = readPayload(line);
    if (!payload)
        return payload.error();
    schedule.payload = *std::move(payload);
    if (const auto valid = checkSchedule(schedule); !valid)
        return valid.error();
    return schedule;
}

Result<int> runNow(Context& context, const QueueName& queue, const ScheduleState& state)
{
    const auto editor = context.editor();
    if (!editor)
        return editor.error();
    const auto now = context.now();
    if (!now)
        return now.error();
    const NewTask task = taskOf(state.schedule, *now);
    const auto added = (*editor)->add(queue, {task});
    if (!added)
        return added.error();
    if (context.json()) {
        JsonWriter json;
        json.beginObject();
        json.member("id", task.id);
        json.endObject();
        context.out().write(json.take());
    } else {
        context.out().line(printable(task.id));
    }
    return 0;
}

} // namespace

Result<int> runSchedules(Context& context)
{
    const CommandLine& line = context.line();
    const std::vector<QByteArray>& words = line.words();
    const bool makes = words.size() > 1 && words[1] == "add";
    const auto queue = context.queue(0, makes ? QueueUse::MayCreate : QueueUse::Existing);
    if (!queue)
        return queue.error();
    if (words.size() == 1)
        return list(context, *queue);
    const QByteArray verb = words[1];
    const bool adds = verb == "add";
    if (!adds && verb != "enable" && verb != "disable" && verb != "run-now" && verb != "remove")
        return usage(u"\"%1\" is not valid after the queue name: use add, enable, disable, run-now or remove."_s.arg(
            printable(verb, 40)));
    if (words.size() != (adds ? 5U : 3U))
        return usage(adds ? u"add needs NAME CRON TYPE; quote the expression: add nightly \"30 3 * * *\" report."_s
                          : u"%1 needs the name of one schedule."_s.arg(QString::fromLatin1(verb)));
    std::optional<Schedule> wanted;
    if (adds) {
        auto schedule = read(line);
        if (!schedule)
            return schedule.error();
        wanted = *std::move(schedule);
    }
    const auto editor = context.editorOf(*queue);
    if (!editor)
        return editor.error();
    if (adds) {
        if (const auto checked = context.checkMade(words[0]); !checked)
            return checked.error();
    }
    const auto found = bookOf(context, Access::Operate);
    if (!found)
        return found.error();
    ScheduleBook& book = **found;
    const QByteArray& name = words[2];
    const auto noted = [&](const char* kind) { return recordOperation(**editor, kind, *queue, name); };
    if (adds) {
        if (const auto put = book.put(*queue, *wanted, line.has("replace")); !put) {
            if (put.error().code == ErrorCode::Exists)
                return Error{ErrorCode::Exists, put.error().message + u" Add --replace to change it."_s};
            return put.error();
        }
        if (const auto recorded = noted("schedule"); !recorded)
            return recorded.error();
        return report(context, book, *queue, name);
    }
    auto state = findSchedule(book, *queue, name);
    if (!state)
        return state.error();
    if (verb == "remove") {
        if (const auto removed = book.remove(*queue, name); !removed)
            return removed.error();
        if (const auto recorded = noted("unschedule"); !recorded)
            return recorded.error();
        if (context.json())
            context.out().line(u"{\"removed\": true}"_s);
        else
            context.out().line(u"Removed the schedule %1; tasks that it created are kept."_s.arg(printable(name)));
        return 0;
    }
    if (state->schedule.damaged)
        return Error{ErrorCode::WrongType,
            u"The schedule %1 cannot be read. Replace it with add --replace, or remove it."_s.arg(printable(name))};
    if (verb == "enable" && !state->schedule.unready.isEmpty())
        return Error{ErrorCode::NotSupported,
            u"The schedule %1 cannot be enabled here. %2"_s.arg(printable(name), state->schedule.unready)};
    if (verb == "run-now")
        return runNow(context, *queue, *state);
    state->schedule.enabled = verb == "enable";
    if (const auto put = book.put(*queue, state->schedule, true); !put)
        return put.error();
    if (const auto recorded = noted(verb == "enable" ? "schedule" : "unschedule"); !recorded)
        return recorded.error();
    return report(context, book, *queue, name);
}

} // namespace dueline::duectl
