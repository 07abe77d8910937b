// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativeeditor.h"

#include "core/base/text.h"
#include "core/layouts/native/nativeadd.h"
#include "core/layouts/native/nativebulk.h"
#include "core/layouts/native/nativecodec.h"
#include "core/layouts/native/nativedescription.h"
#include "core/layouts/native/nativeedit.h"
#include "core/layouts/native/nativeoperations.h"
#include "core/layouts/native/nativeplacing.h"
#include "core/layouts/native/nativewords.h"
#include "core/layouts/port/outcomecodes.h"
#include "core/layouts/port/portwords.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <QByteArrayList>

#include <algorithm>

namespace dueline {

namespace {

/// Number of ids per call. It is small because a call takes twice as long if the tasks are in different sets.
constexpr std::size_t undoCall = 50;
constexpr int scanCount = 500; ///< number of fields per HSCAN; a call blocks the server for about 0.2 ms
constexpr int scansPerStep = 10; ///< maximum number of scans per undo step, even if no task has been found
constexpr QByteArrayView globCharacters = "*?[]\\^-";

Error noQueue(const QueueName& queue) { return {ErrorCode::NotFound, portwords::noQueue(printable(queue))}; }

/// Returns the keys needed by all operator scripts, in the order of include/refs.lua.
std::vector<QByteArray> columns(const NativeKeys& k, const QByteArray& memo)
{
    return {k.pending(), k.retry(), k.leased(), k.failed(), k.done(), k.trash(), k.tasks(), k.tries(), k.before(),
        k.leases(), k.cancel(), k.meta(), memo};
}

const char* scriptOf(ActionKind kind)
{
    switch (kind) {
    case ActionKind::Retry:
        return "retry";
    case ActionKind::RunNow:
        return "runnow";
    case ActionKind::Reschedule:
        return "reschedule";
    case ActionKind::Discard:
        return "discard";
    case ActionKind::Restore:
        return "restore";
    case ActionKind::Delete:
        return "delete";
    }
    Q_UNREACHABLE();
    return nullptr;
}

const OutcomeCodes& nativeCodes()
{
    static const OutcomeCodes codes;
    return codes;
}

/// Escapes `text` for use in a SCAN pattern.
QByteArray globQuoted(const QByteArray& text)
{
    QByteArray quoted;
    for (const char c : text) {
        if (globCharacters.contains(c))
            quoted += '\\';
        quoted += c;
    }
    return quoted;
}

} // namespace

NativeEditor::NativeEditor(NativeScripts& scripts)
    : m_scripts(scripts)
    , m_bulk(scripts.overlay() ? nullptr : std::make_unique<NativeBulk>(*this))
{ }

NativeEditor::~NativeEditor() = default;

BulkEditor* NativeEditor::bulk(const QueueName&) { return m_bulk.get(); }

Result<Reply> NativeEditor::once(const char* script, const QueueName& queue, const char* memoKind,
    const std::vector<QByteArray>& keyNames, std::vector<QByteArray> arguments)
{
    std::vector<QByteArray> call{script, queue};
    call.insert(call.end(), arguments.begin() + 1, arguments.end());
    arguments.front() = m_calls.nonceFor(memoKind, call, [this] { return m_scripts.nextNonce(); });
    auto reply = m_scripts.run(script, m_scripts.keys(queue), keyNames, arguments);
    m_calls.ended(memoKind, reply);
    return reply;
}

Result<std::vector<AddOutcome>> NativeEditor::add(const QueueName& queue, const std::vector<NewTask>& tasks)
{
    return NativeAdd(m_scripts).add(queue, tasks);
}

Result<std::vector<ItemOutcome>> NativeEditor::place(
    const QueueName& queue, const OperationId& operation, const std::vector<TaskDetail>& tasks)
{
    if (auto checked = checkOperation(operation); !checked)
        return checked.error();
    if (auto prepared = m_scripts.prepare(queue); !prepared)
        return prepared.error();
    return NativePlacing(m_scripts).place(queue, uniquePartOf(operation), tasks);
}

Result<std::vector<ItemOutcome>> NativeEditor::act(const ActionStep& step)
{
    if (step.refs.size() > maxStep)
        return Error{ErrorCode::Usage, portwords::stepIsTooLong()};
    const bool setsDue = step.action.setsDue();
    if (setsDue && step.newDue.size() != step.refs.size())
        return Error{ErrorCode::Usage, portwords::dueTimesAreMissing()};
    if (auto checked = checkOperation(step.operation); !checked)
        return checked.error();
    if (step.refs.empty())
        return std::vector<ItemOutcome>();
    if (auto prepared = m_scripts.prepare(step.queue); !prepared)
        return prepared.error();

    const NativeKeys k = m_scripts.keys(step.queue);
    std::vector<QByteArray> keyNames = columns(k, m_scripts.memo(k, "act"));
    if (step.action.kind == ActionKind::Discard)
        keyNames.push_back(k.statisticsPrefix());
    else if (step.action.kind == ActionKind::Delete)
        keyNames.insert(keyNames.end(), {k.history(), k.results(), k.expiring(), k.bigPayloadPrefix()});
    const NativeOverlay* overlay = m_scripts.overlay();
    if (overlay)
        overlay->appendHome(keyNames, step.refs);
    std::vector<QByteArray> arguments{{}, uniquePartOf(step.operation), step.action.force ? "1" : "0", k.wakeChannel()};
    for (std::size_t i = 0; i < step.refs.size(); ++i) {
        const TaskRef& ref = step.refs[i];
        const bool isHome = overlay && overlay->isAtHome(ref);
        arguments.push_back(ref.id);
        arguments.push_back(isHome ? QByteArray("home") : roleOf(ref.seenState));
        // Pass a leased task's token, which shows the script whether the task has changed since the user saw it.
        const bool isMoved = setsDue && ref.seenState != TaskState::Leased;
        if (isHome)
            arguments.push_back(overlay->homeDetail(ref, isMoved ? std::optional(step.newDue[i]) : std::nullopt));
        else
            arguments.push_back(isMoved                  ? number(toMs(step.newDue[i]))
                    : ref.seenState == TaskState::Leased ? ref.seenToken
                                                         : QByteArray());
    }
    const auto reply = once(scriptOf(step.action.kind), step.queue, "act", keyNames, std::move(arguments));
    if (!reply)
        return reply.error();
    return nativeCodes().read(reply->bytes, step.refs.size());
}

Result<UndoStep> NativeEditor::undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
    const QByteArray& cursor, const UndoTurn& turn)
{
    for (const OperationId& id : {undone, operation}) {
        if (auto checked = checkOperation(id); !checked)
            return checked.error();
    }
    if (auto prepared = m_scripts.prepare(queue); !prepared)
        return prepared.error();
    if (m_bulk) {
        if (auto step = m_bulk->undo(queue, undone, operation, cursor, turn))
            return std::move(*step);
        if (turn.limit == 0)
            return m_bulk->rest(queue, operation);
        if (auto step = NativeEdit(*this).undo(queue, undone, operation))
            return std::move(*step);
    }
    const NativeKeys k = m_scripts.keys(queue);
    const QByteArray mark = uniquePartOf(undone) + ' ';
    QByteArray at = cursor.isEmpty() ? QByteArray("0") : cursor;
    std::set<TaskId> found; // HSCAN may return a field twice
    UndoStep step;
    std::optional<qint64> restoredBefore;
    for (int scan = 0; scan < scansPerStep && found.empty(); ++scan) {
        const auto replies = m_scripts.client().pipeline(
            {{"ZSCORE", k.operations(), uniquePartOf(undone)}, {"HGET", k.operation(operation), "wish"},
                {"HSCAN", k.before(), at, "COUNT", number(turn.limit < UndoTurn::most ? turn.limit : scanCount)},
                {"HMGET", k.operation(undone), "at", "restored"}});
        if (!replies)
            return replies.error();
        const Reply& recorded = replies->at(0);
        const Reply& page = replies->at(2);
        step.asked = replies->at(1).isError() ? QByteArray() : replies->at(1).bytes;
        if (recorded.isError())
            return NativeScripts::errorOf(recorded.bytes.startsWith("WRONGTYPE") ? "DAMAGED ops" : recorded.bytes, k);
        if (recorded.isNil())
            return Error{ErrorCode::NotFound, portwords::noOperation(printable(undone))};
        if (page.isError())
            return NativeScripts::errorOf(page.bytes.startsWith("WRONGTYPE") ? "DAMAGED before" : page.bytes, k);
        if (page.items.size() != 2)
            return unexpectedReply();
        const Reply& record = replies->at(3);
        if (record.items.size() == 2 && record.items[0].isBytes())
            restoredBefore = record.items[1].bytes.toLongLong();
        const std::vector<Reply>& entries = page.items[1].items;
        for (std::size_t i = 0; i + 1 < entries.size(); i += 2) {
            if (entries[i + 1].bytes.startsWith(mark))
                found.insert(entries[i].bytes);
        }
        at = page.items[0].bytes;
        if (at == "0")
            break;
    }

    step.cursor = at == "0" ? QByteArray() : at;
    std::vector<QByteArray> keyNames = columns(k, m_scripts.memo(k, "undo"));
    keyNames.push_back(k.operations());
    if (const NativeOverlay* overlay = m_scripts.overlay())
        overlay->appendHome(keyNames);
    keyNames.push_back(k.operation(undone));
    const QByteArray keepUndo = number(QueueSettings().keepUndo.count());
    for (auto next = found.begin(); next != found.end();) {
        std::vector<QByteArray> arguments{{}, uniquePartOf(undone), uniquePartOf(operation), k.wakeChannel(), keepUndo};
        for (std::size_t i = 0; i < undoCall && next != found.end(); ++i)
            arguments.push_back(*next++);
        const auto reply = once("undo", queue, "undo", keyNames, std::move(arguments));
        if (!reply)
            return reply.error();
        step.restored += reply->bytes.count('1');
        step.movedOn += reply->bytes.count('m');
    }
    if (restoredBefore)
        step.restoredInAll = *restoredBefore + step.restored;
    return step;
}

Result<> NativeEditor::record(const OperationRecord& record)
{
    if (auto checked = checkOperation(record.id); !checked)
        return checked;
    if (auto prepared = m_scripts.prepare(record.queue); !prepared)
        return prepared;
    const auto there = NativeOperations(m_scripts).write(record);
    if (!there)
        return there.error();
    return *there ? Result<>() : Result<>(noQueue(record.queue));
}

Result<> NativeEditor::setPaused(const QueueName& queue, bool paused)
{
    if (auto prepared = m_scripts.prepare(queue); !prepared)
        return prepared;
    const NativeKeys k = m_scripts.keys(queue);
    const auto reply = m_scripts.run("pause", k, {k.meta()}, {paused ? "1" : "0", k.wakeChannel()});
    if (!reply)
        return reply.error();
    if (!reply->isInteger())
        return unexpectedReply();
    if (reply->integer == 0)
        return noQueue(queue);
    return {};
}

Result<> NativeEditor::configure(const QueueName& queue, const QueueSettings& settings)
{
    if (auto prepared = m_scripts.prepare(queue); !prepared)
        return prepared;
    const NativeKeys k = m_scripts.keys(queue);
    const auto reply = m_scripts.run("settings", k, {k.meta()}, NativeCodec::encodeSettings(settings));
    if (!reply)
        return reply.error();
    if (!reply->isInteger())
        return unexpectedReply();
    if (reply->integer == 0)
        return noQueue(queue);
    return {};
}

Result<> NativeEditor::removeQueue(const QueueName& queue, bool force)
{
    if (auto prepared = m_scripts.prepare(queue); !prepared)
        return prepared;
    const NativeKeys k = m_scripts.keys(queue);
    RedisClient& client = m_scripts.client();
    // SCAN is the only command below that the user may lack permission for, so check it before deleting anything.
    if (const auto mayScan = client.call({"SCAN", "0", "COUNT", "1"}); !mayScan)
        return mayScan.error();
    std::vector<QByteArray> keyNames{k.meta(), k.leased(), k.pending(), k.retry(), k.failed(), k.done(), k.trash(),
        k.tasks(), k.leases(), k.tries(), k.history(), k.results(), k.before(), k.expiring(), k.cancel(), k.damaged(),
        k.operations(), k.events(), k.schedules(), k.ticks(), k.ticked(), k.unique()};
    if (const NativeOverlay* overlay = m_scripts.overlay())
        overlay->appendHome(keyNames);
    const auto reply = m_scripts.run("removequeue", k, keyNames, {force ? "1" : "0"});
    if (!reply)
        return reply.error();
    if (!reply->isInteger())
        return unexpectedReply();
    if (reply->integer == 2)
        return Error{ErrorCode::Refused, nativewords::leasesAreHeld(printable(queue))};

    // Delete the keys of individual payloads, operations, statistics and memos. This also completes an interrupted
    // removal if the queue is still in the registry.
    QByteArray cursor = "0";
    do {
        const auto page
            = client.call({"SCAN", cursor, "MATCH", globQuoted(k.ofRole("")) + '*', "COUNT", number(2 * scanCount)});
        if (!page)
            return page.error();
        if (page->items.size() != 2)
            return unexpectedReply();
        Command unlink{"UNLINK"};
        for (const Reply& key : page->items[1].items) {
            const QByteArrayView name = QByteArrayView(key.bytes).sliced(k.ofRole("").size());
            // Delete only these keys. If the queue has since been recreated, the other keys belong to the new queue.
            if (name.startsWith("b:") || name.startsWith("op:") || name.startsWith("stats:") || name.startsWith("m:"))
                unlink.push_back(key.bytes);
        }
        if (unlink.size() > 1) {
            if (const auto gone = client.call(unlink); !gone)
                return gone.error();
        }
        cursor = page->items[0].bytes;
    } while (cursor != "0");
    const auto registered = client.call({"SREM", NativeKeys::queues(m_scripts.prefix()), queue});
    if (!registered)
        return registered.error();
    if (reply->integer == 0 && registered->integer == 0)
        return noQueue(queue);
    m_scripts.reconnected(); // forget that the queue is registered, so that a later add registers it again
    return {};
}

Result<ItemOutcome> NativeEditor::onLease(
    const char* script, const QueueName& queue, const TaskRef& ref, const QByteArray& detail)
{
    if (auto prepared = m_scripts.prepare(queue); !prepared)
        return prepared.error();
    const NativeKeys k = m_scripts.keys(queue);
    const auto reply = once(script, queue, "lease",
        {k.leased(), k.leases(), k.tasks(), k.meta(), m_scripts.memo(k, "lease"), k.cancel(), k.retry(), k.tries()},
        {{}, ref.id, ref.seenToken, detail});
    if (!reply)
        return reply.error();
    const auto outcome = reply->bytes.size() == 1 ? nativeCodes().outcomeOf(reply->bytes[0]) : std::nullopt;
    if (!outcome)
        return unexpectedReply();
    return *outcome;
}

Result<ItemOutcome> NativeEditor::cancel(const QueueName& queue, const TaskRef& ref)
{
    return onLease("cancellease", queue, ref, m_scripts.keys(queue).wakeChannel());
}

Result<ItemOutcome> NativeEditor::release(const QueueName& queue, const TaskRef& ref)
{
    return onLease("releaselease", queue, ref, m_scripts.keys(queue).wakeChannel());
}

Result<ItemOutcome> NativeEditor::extend(const QueueName& queue, const TaskRef& ref, Millis leaseFor)
{
    return onLease("extendlease", queue, ref, number(std::clamp(leaseFor, Millis(1), NativeCodec::maxLease).count()));
}

} // namespace dueline
