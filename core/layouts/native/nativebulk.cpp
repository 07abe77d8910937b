// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativebulk.h"

#include "core/base/text.h"
#include "core/layouts/native/nativedescription.h"
#include "core/layouts/native/nativeeditor.h"
#include "core/layouts/native/nativewords.h"
#include "core/layouts/port/operationfields.h"
#include "core/layouts/port/portwords.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <QByteArrayList>
#include <QElapsedTimer>

#include <algorithm>

namespace dueline {

namespace {

constexpr int gatherPerCall = 500; ///< number of tasks per call; a call blocks the server for about 0.4 ms
/// Lifetime of a task list after its operation's last step. Until the list expires, the operation can be resumed. Most
/// undo data has the same lifetime. A preview's list expires sooner.
constexpr Millis listKept{std::chrono::hours(24)};
constexpr std::array rolesOfSpans{"pending", "retry", "failed", "done", "trash"};

std::optional<TimePoint> instantOrNone(const QByteArray& score)
{
    return score == "-" ? std::nullopt : std::optional(instantOf(score));
}

/// Returns the first `count` words of `text`, with the rest of the text as the last item.
QByteArrayList wordsAndRest(const QByteArray& text, int count)
{
    QByteArrayList words;
    qsizetype at = 0;
    for (int i = 0; i < count; ++i) {
        const qsizetype space = text.indexOf(' ', at);
        if (space < 0)
            return {};
        words << text.mid(at, space - at);
        at = space + 1;
    }
    return words << text.mid(at);
}

QByteArray bound(const std::optional<TimePoint>& at, const char* none)
{
    return at ? number(toMs(*at)) : QByteArray(none);
}

QByteArray howOf(Action::Time time)
{
    switch (time) {
    case Action::Time::Shift:
        return "shift";
    case Action::Time::Spread:
        return "spread";
    case Action::Time::None:
        return "now";
    case Action::Time::At:
    case Action::Time::In:
        break;
    }
    return "at";
}

} // namespace

Result<BulkTaken> NativeBulk::gather(const QueueName& queue, const OperationId& operation, const BulkWalk& walk)
{
    NativeScripts& scripts = m_editor.scripts();
    if (auto prepared = scripts.prepare(queue); !prepared)
        return prepared.error();
    const NativeKeys k = scripts.keys(queue);
    const QByteArrayList seen = walk.cursor.isEmpty() ? QByteArrayList{{}, {}} : wordsAndRest(walk.cursor, 1);
    const auto reply = m_editor.once("gather", queue, "gather",
        {k.setOf(walk.state), k.operationList(operation), k.meta(), scripts.memo(k, "gather")},
        {{}, roleOf(walk.state), number(gatherPerCall), bound(walk.from, "-inf"), bound(walk.until, "+inf"), seen[0],
            seen[1], number(previewKept)});
    if (!reply)
        return reply.error();
    const QByteArrayList words = wordsAndRest(reply->bytes, 4);
    if (words.isEmpty())
        return unexpectedReply();
    BulkTaken taken;
    taken.tasks = words[0].toLongLong();
    taken.first = instantOrNone(words[2]);
    taken.last = instantOrNone(words[3]);
    if (words[1] == "0")
        taken.cursor = words[3] + ' ' + words[4];
    return taken;
}

Result<qint64> NativeBulk::count(const QueueName& queue, const BulkWalk& walk)
{
    const QByteArray key = m_editor.scripts().keys(queue).setOf(walk.state);
    const auto reply
        = m_editor.scripts().client().call({"ZCOUNT", key, bound(walk.from, "-inf"), bound(walk.until, "+inf")});
    if (!reply)
        return NativeScripts::errorAt(key, reply.error());
    return reply->integer;
}

Result<> NativeBulk::put(
    const QueueName& queue, const OperationId& operation, const std::vector<TaskRef>& refs, Millis keep)
{
    NativeScripts& scripts = m_editor.scripts();
    if (auto prepared = scripts.prepare(queue); !prepared)
        return prepared;
    const NativeKeys k = scripts.keys(queue);
    for (auto next = refs.begin(); next != refs.end();) {
        const QByteArray role = roleOf(next->seenState);
        std::vector<QByteArray> arguments{{}, role, number(keep)};
        for (; next != refs.end() && roleOf(next->seenState) == role; ++next) {
            arguments.push_back(next->id);
            arguments.push_back(next->seenState == TaskState::Leased ? next->seenToken : number(toMs(next->seenAt)));
        }
        const auto reply = m_editor.once("gatherids", queue, "gather",
            {k.operationList(operation), k.meta(), scripts.memo(k, "gather")}, std::move(arguments));
        if (!reply)
            return reply.error();
    }
    return {};
}

Result<BulkState> NativeBulk::act(const BulkStep& step)
{
    NativeScripts& scripts = m_editor.scripts();
    if (auto prepared = scripts.prepare(step.queue); !prepared)
        return prepared.error();
    const NativeKeys k = scripts.keys(step.queue);
    const Action& action = step.action;
    QElapsedTimer took;
    took.start();
    const bool shifts = action.time == Action::Time::Shift;
    const auto reply = scripts.run("bulk", k,
        {k.pending(), k.retry(), k.leased(), k.failed(), k.done(), k.trash(), k.tasks(), k.tries(), k.before(),
            k.leases(), k.cancel(), k.meta(), k.operationList(step.operation), k.operation(step.operation),
            k.statisticsPrefix()},
        {step.holder, uniquePartOf(step.operation), action.force ? "1" : "0", k.wakeChannel(), number(step.holdFor),
            actionName(action.kind).toByteArray(), number(std::clamp(step.limit, 0, m_acting.tasks())),
            number(listKept), howOf(action.time), shifts ? number(action.by) : number(toMs(action.at)),
            number(action.until - action.at), number(step.gaps)});
    if (!reply)
        return OperationFields::errorOf(reply.error(), step.operation);
    const std::vector<Reply>& items = reply->items;
    if (items.size() != 10 || !items[7].isArray() || items[7].items.size() % 2 != 0)
        return unexpectedReply();
    BulkState state;
    state.isLeft = items[0].integer > 0;
    state.place = items[1].integer;
    state.done = items[2].integer;
    state.skipped = items[3].integer;
    state.notFound = items[4].integer;
    state.refused = items[5].integer;
    state.asked = items[6].bytes;
    // Use the client's measurement if the server's clock didn't advance during the call.
    state.busyUs = items[8].integer > 0 ? items[8].integer : took.nsecsElapsed() / 1000;
    for (std::size_t i = 0; i < items[7].items.size(); i += 2) {
        const QByteArray& code = items[7].items[i + 1].bytes;
        const ItemOutcome outcome = code == "1" ? ItemOutcome::Done
            : code == "0"                       ? ItemOutcome::NotFound
            : code == "r"                       ? ItemOutcome::Refused
                                                : ItemOutcome::MovedOn;
        state.told.emplace_back(items[7].items[i].bytes, outcome);
    }
    m_acting.took(int(items[9].integer), state.busyUs);
    return state;
}

Result<> NativeBulk::drop(const QueueName& queue, const OperationId& operation)
{
    const auto reply
        = m_editor.scripts().client().call({"UNLINK", m_editor.scripts().keys(queue).operationList(operation)});
    return reply ? Result<>() : Result<>(reply.error());
}

Result<> NativeBulk::ask(const QueueName& queue, const OperationId& operation, const QByteArray& what)
{
    NativeScripts& scripts = m_editor.scripts();
    if (auto prepared = scripts.prepare(queue); !prepared)
        return prepared;
    const NativeKeys k = scripts.keys(queue);
    const auto reply = scripts.run("ask", k, {k.operation(operation), k.meta()}, {uniquePartOf(operation), what});
    if (!reply)
        return reply.error();
    if (reply->integer == 1)
        return {};
    return Error{ErrorCode::NotFound, portwords::operationHasEnded(printable(operation))};
}

Result<> NativeBulk::findSpans(const QueueName& queue, const OperationId& undone)
{
    NativeScripts& scripts = m_editor.scripts();
    const QByteArray key = scripts.keys(queue).operation(undone);
    Command command{"HMGET", key};
    for (const char* role : rolesOfSpans)
        command.push_back(QByteArray("to:") + role);
    const auto reply = scripts.client().call(command);
    if (!reply)
        return NativeScripts::errorAt(key, reply.error());
    if (reply->items.size() != rolesOfSpans.size())
        return unexpectedReply();
    m_undone = undone;
    m_spans.clear();
    for (std::size_t i = 0; i < rolesOfSpans.size(); ++i) {
        const QByteArrayList words = reply->items[i].bytes.split(' ');
        if (words.size() == 2)
            m_spans.push_back({rolesOfSpans[i], words[0], words[1]});
    }
    return {};
}

Result<UndoStep> NativeBulk::rest(const QueueName& queue, const OperationId& undo)
{
    const auto reply
        = m_editor.scripts().client().call({"HGET", m_editor.scripts().keys(queue).operation(undo), "wish"});
    if (!reply)
        return reply.error();
    UndoStep step;
    step.asked = reply->bytes;
    return step;
}

std::optional<Result<UndoStep>> NativeBulk::undo(const QueueName& queue, const OperationId& undone,
    const OperationId& operation, const QByteArray& cursor, const UndoTurn& turn)
{
    if (cursor.isEmpty() || m_undone != undone) {
        if (const auto found = findSpans(queue, undone); !found)
            return found.error();
    }
    if (m_spans.empty())
        return std::nullopt;
    // The cursor contains the index of the span, and the last task's score and id.
    const QByteArrayList place = cursor.isEmpty() ? QByteArrayList{"0", {}, {}} : wordsAndRest(cursor, 2);
    const std::size_t index = place.isEmpty() ? m_spans.size() : place[0].toULongLong();
    if (index >= m_spans.size())
        return Error{ErrorCode::Usage, nativewords::cursorIsNoUndo()};
    NativeScripts& scripts = m_editor.scripts();
    const NativeKeys k = scripts.keys(queue);
    const Span& span = m_spans[index];
    const auto reply = m_editor.once("bulkundo", queue, "undo",
        {k.ofRole(span.role), k.pending(), k.retry(), k.failed(), k.done(), k.trash(), k.tasks(), k.tries(), k.before(),
            k.leases(), k.cancel(), k.meta(), scripts.memo(k, "undo"), k.operations(), k.operation(operation),
            k.operation(undone)},
        {{}, uniquePartOf(undone), uniquePartOf(operation), k.wakeChannel(), number(QueueSettings().keepUndo),
            span.role, number(std::clamp(turn.limit, 0, m_undoing.tasks())), span.lowest, span.highest, place[1],
            place[2], turn.holder});
    if (!reply)
        return OperationFields::errorOf(reply.error(), operation);
    if (reply->isNil())
        // Let the caller treat this as an operation without a list, which it then reports as unknown.
        return std::nullopt;
    if (reply->items.size() != 2)
        return unexpectedReply();
    const QByteArrayList words = wordsAndRest(reply->items[0].bytes, 6);
    if (words.isEmpty())
        return unexpectedReply();
    m_undoing.took(words[1].toInt() + words[2].toInt(), words[4].toLongLong());
    UndoStep step;
    step.asked = reply->items[1].bytes;
    step.busyUs = words[4].toLongLong();
    step.restored = words[1].toLongLong();
    step.movedOn = words[2].toLongLong();
    if (words[3] != "-")
        step.restoredInAll = words[3].toLongLong();
    if (words[0] == "0")
        step.cursor = QByteArray::number(qulonglong(index)) + ' ' + words[5] + ' ' + words[6];
    else if (index + 1 < m_spans.size())
        // An empty score and id refer to the start of the set.
        step.cursor = QByteArray::number(qulonglong(index) + 1) + "  ";
    return step;
}

} // namespace dueline
