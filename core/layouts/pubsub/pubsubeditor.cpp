// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/pubsub/pubsubeditor.h"

#include "core/base/text.h"
#include "core/layouts/port/portwords.h"
#include "core/layouts/pubsub/pubsubwords.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <QByteArrayList>

#include <algorithm>

namespace dueline {

namespace {

constexpr std::size_t keysPerCall = 100;
constexpr auto entriesPerScan = "500";

using Place = PubsubSourceKey::Entry::Location;

} // namespace

PubsubEditor::PubsubEditor(NativeScripts& scripts, const PubsubSpec& spec)
    : OverlayEditor(scripts, spec)
    , m_home(scripts, spec)
    , m_pattern(spec.keys)
{ }

TaskId PubsubEditor::idFor(const QueueName&, const NewTask& task) const
{
    const QByteArray unique = uniqueOf(task);
    const QByteArray& pattern = m_pattern;
    const bool isSimple
        = pattern.count('*') == 1 && !pattern.contains('?') && !pattern.contains('[') && !pattern.contains('\\');
    if (m_home.isTask(unique) || !isSimple || !timeOfId(task.id))
        return unique;
    QByteArray id = pattern;
    return id.replace(id.indexOf('*'), 1, unique);
}

Result<std::vector<AddOutcome>> PubsubEditor::add(const QueueName& queue, const std::vector<NewTask>& tasks)
{
    if (tasks.empty())
        return std::vector<AddOutcome>();
    if (auto met = meet(queue, true); !met)
        return met.error();
    const auto now = scripts().client().serverTime();
    if (!now)
        return now.error();
    std::vector<std::pair<TaskId, TimePoint>> entries;
    for (const NewTask& task : tasks) {
        if (auto fine = checkOptions(task); !fine)
            return fine.error();
        if (!task.payload.isEmpty())
            return refused(pubsubwords::noPayload());
        TaskId id = idFor(queue, task);
        if (!m_home.isTask(id))
            return refused(pubsubwords::patternDiffers(printable(id, 60), printable(m_pattern, 60)));
        const TimePoint due = task.dueAt ? *task.dueAt : *now + task.dueIn.value_or(Millis(0));
        entries.emplace_back(std::move(id), due);
    }
    const NativeKeys keys = scripts().keys(queue);
    std::vector<AddOutcome> outcomes;
    for (std::size_t from = 0; from < entries.size(); from += keysPerCall) {
        const std::size_t end = std::min(entries.size(), from + keysPerCall);
        std::vector<QByteArray> names{
            scripts().memo(keys, "push"), keys.ofRole("ran"), keys.leased(), keys.retry(), keys.statisticsPrefix()};
        std::vector<QByteArray> arguments{scripts().nextNonce(), spec().key, keys.wakeChannel()};
        for (std::size_t i = from; i < end; ++i) {
            names.push_back(entries[i].first);
            arguments.push_back(PubsubSourceKey::valueOf(entries[i].second));
            arguments.push_back(QByteArray::number(toMs(entries[i].second)));
        }
        const auto reply = scripts().run("addkeys", keys, names, arguments);
        if (!reply)
            return reply.error();
        if (reply->bytes.size() != qsizetype(end - from))
            return unexpectedReply();
        for (const char code : reply->bytes)
            outcomes.push_back(code == '1' ? AddOutcome::Added
                    : code == 'e'          ? AddOutcome::Exists
                                           : AddOutcome::Conflict);
    }
    return outcomes;
}

Result<std::vector<ItemOutcome>> PubsubEditor::actAtHome(const ActionStep& step)
{
    const ActionKind kind = step.action.kind;
    const bool retimes = kind == ActionKind::Reschedule || kind == ActionKind::RunNow;
    if (!retimes && kind != ActionKind::Discard && kind != ActionKind::Delete)
        return std::vector<ItemOutcome>(step.refs.size(), ItemOutcome::Refused);
    std::vector<TaskId> ids;
    for (const TaskRef& ref : step.refs)
        ids.push_back(ref.id);
    TimePoint now{};
    const auto entries = m_home.look(ids, now);
    if (!entries)
        return entries.error();
    const NativeKeys keys = scripts().keys(step.queue);
    std::vector<QByteArray> names;
    std::vector<QByteArray> arguments{scripts().nextNonce()};
    const char* script = "deletekeys";
    if (retimes) {
        script = "retime";
        names = {keys.before(), keys.leased(), keys.retry(), keys.meta(), scripts().memo(keys, "act"),
            keys.operation(step.operation)};
        arguments.push_back(uniquePartOf(step.operation));
    } else if (kind == ActionKind::Discard) {
        script = "discardkeys";
        names = {keys.trash(), keys.tasks(), keys.before(), keys.leased(), keys.retry(), keys.meta(),
            scripts().memo(keys, "act"), keys.statisticsPrefix()};
        arguments.insert(arguments.end(), {uniquePartOf(step.operation), homeward});
    } else {
        names = {keys.meta(), scripts().memo(keys, "act")};
    }
    std::vector<ItemOutcome> outcomes(step.refs.size(), ItemOutcome::MovedOn);
    std::vector<std::size_t> asked;
    for (std::size_t i = 0; i < step.refs.size(); ++i) {
        const PubsubSourceKey::Entry& entry = (*entries)[i];
        const bool isTask = m_home.isTask(ids[i]);
        const bool asSeen = step.refs[i].seenAt == TimePoint() || step.refs[i].seenAt == entry.due;
        if (!isTask || entry.place == Place::Gone) {
            const auto known = scripts().client().call({"HEXISTS", keys.tasks(), ids[i]});
            if (!known)
                return NativeScripts::errorAt(keys.tasks(), known.error());
            if (known->integer == 0)
                outcomes[i] = ItemOutcome::NotFound;
        } else if (entry.place == Place::Strange || (kind == ActionKind::RunNow && entry.due <= now)) {
            outcomes[i] = ItemOutcome::Refused;
        } else if (entry.place == Place::Home && asSeen) {
            asked.push_back(i);
            names.push_back(ids[i]);
            arguments.push_back(entry.value);
            if (retimes)
                arguments.push_back(PubsubSourceKey::valueOf(kind == ActionKind::RunNow ? now : step.newDue[i]));
        }
    }
    if (asked.empty())
        return outcomes;
    const auto reply = scripts().run(script, keys, names, arguments);
    if (!reply)
        return reply.error();
    if (reply->bytes.size() != qsizetype(asked.size()))
        return unexpectedReply();
    for (std::size_t i = 0; i < asked.size(); ++i) {
        const char code = reply->bytes[qsizetype(i)];
        outcomes[asked[i]] = code == '1' ? ItemOutcome::Done
            : code == '0'                ? ItemOutcome::NotFound
                                         : ItemOutcome::MovedOn;
    }
    return outcomes;
}

Result<> PubsubEditor::bringHome()
{
    const NativeKeys keys = scripts().keys(spec().key);
    while (true) {
        const auto ids = scripts().run("waiting", keys, {keys.retry()}, {homeward});
        if (!ids)
            return ids.error();
        if (ids->items.empty())
            return {};
        std::vector<QByteArray> names{keys.retry(), keys.tasks(), keys.tries(), keys.ofRole("ran"), keys.meta()};
        for (const Reply& id : ids->items)
            names.push_back(id.bytes);
        const auto moved = scripts().run("bringhome", keys, names, {homeward});
        if (!moved)
            return moved.error();
        if (moved->integer == 0)
            return {};
    }
}

Result<UndoStep> PubsubEditor::undoTimes(const OperationId& undone)
{
    const NativeKeys keys = scripts().keys(spec().key);
    const QByteArray mark = uniquePartOf(undone) + " home ";
    std::map<TaskId, std::pair<QByteArray, QByteArray>> noted; // each task's current and previous value
    QByteArray cursor = "0";
    do {
        const auto page = scripts().client().call({"HSCAN", keys.before(), cursor, "COUNT", entriesPerScan});
        if (!page)
            return NativeScripts::errorAt(keys.before(), page.error());
        if (page->items.size() != 2)
            return unexpectedReply();
        const std::vector<Reply>& fields = page->items[1].items;
        for (std::size_t i = 0; i + 1 < fields.size(); i += 2) {
            const QByteArrayList words = fields[i + 1].bytes.split(' ');
            if (fields[i + 1].bytes.startsWith(mark) && words.size() == 9)
                noted[fields[i].bytes] = {words[8], words[2]};
        }
        cursor = page->items[0].bytes;
    } while (cursor != "0");
    UndoStep step;
    for (auto next = noted.begin(); next != noted.end();) {
        std::vector<QByteArray> names{keys.before(), keys.leased(), keys.retry(), keys.meta(),
            scripts().memo(keys, "undotimes"), keys.operation(undone)};
        std::vector<QByteArray> arguments{scripts().nextNonce(), {}};
        for (std::size_t i = 0; i < keysPerCall && next != noted.end(); ++i, ++next) {
            names.push_back(next->first);
            arguments.push_back(next->second.first);
            arguments.push_back(next->second.second);
        }
        const auto reply = scripts().run("retime", keys, names, arguments);
        if (!reply)
            return reply.error();
        step.restored += reply->bytes.count('1');
        step.movedOn += reply->bytes.size() - reply->bytes.count('1');
    }
    return step;
}

Result<> PubsubEditor::removeQueue(const QueueName& queue, bool force)
{
    const auto overlay = scripts().client().call({"EXISTS", scripts().keys(queue).meta()});
    if (!overlay)
        return overlay.error();
    const auto home = m_home.counts({});
    if (!home)
        return home.error();
    if (overlay->integer == 0 && !home->exists)
        return Error{ErrorCode::NotFound, portwords::noQueue(printable(queue))};
    if (auto removed = OverlayEditor::removeQueue(queue, force); !removed)
        return removed;
    // Remove the keys of tasks that are waiting or have run. Keep keys that aren't this design's tasks.
    QByteArray cursor = "0";
    do {
        const auto ids = m_home.scan(cursor);
        if (!ids)
            return ids.error();
        TimePoint now{};
        const auto entries = m_home.look(*ids, now);
        if (!entries)
            return entries.error();
        Command unlink{"UNLINK"};
        for (const PubsubSourceKey::Entry& entry : *entries) {
            if (entry.place != Place::Strange && entry.place != Place::Gone && PubsubSourceKey::timeOf(entry.value))
                unlink.push_back(entry.id);
        }
        if (unlink.size() > 1) {
            if (const auto gone = scripts().client().call(unlink); !gone)
                return gone.error();
        }
    } while (cursor != "0");
    const auto forgotten = scripts().client().call({"UNLINK", scripts().keys(queue).ofRole("ran")});
    return forgotten ? Result<>() : forgotten.error();
}

Result<UndoStep> PubsubEditor::undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
    const QByteArray& cursor, const UndoTurn& turn)
{
    // Also call OverlayEditor::undo(), which checks whether the operation exists.
    auto step = OverlayEditor::undo(queue, undone, operation, cursor, turn);
    if (!step || !cursor.isEmpty() || turn.limit == 0)
        return step;
    const auto times = undoTimes(undone);
    if (!times)
        return times;
    step->restored += times->restored;
    if (step->restoredInAll)
        *step->restoredInAll += times->restored;
    step->movedOn += times->movedOn;
    return step;
}

} // namespace dueline
