// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/check/actioncheck.h"

#include "core/base/text.h"
#include "core/layouts/described/check/samplecheck.h"
#include "core/layouts/port/detection.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr TimePoint rescheduledTo{Millis(1'950'000'000'000)};

bool hasDone(const std::vector<ItemOutcome>& outcomes)
{
    return std::find(outcomes.begin(), outcomes.end(), ItemOutcome::Done) != outcomes.end();
}

bool areDone(const std::vector<ItemOutcome>& outcomes)
{
    return std::all_of(
        outcomes.begin(), outcomes.end(), [](ItemOutcome outcome) { return outcome == ItemOutcome::Done; });
}

/// Returns the command that reads a key of this type; empty if the type isn't supported.
Command readOf(const QByteArray& type, const QByteArray& key)
{
    if (type == "string")
        return {"GET", key};
    if (type == "list")
        return {"LRANGE", key, "0", "-1"};
    if (type == "set")
        return {"SMEMBERS", key};
    if (type == "zset")
        return {"ZRANGE", key, "0", "-1", "WITHSCORES"};
    return type == "hash" ? Command{"HGETALL", key} : Command{"XRANGE", key, "-", "+"};
}

QByteArray textOf(const Reply& reply, const QByteArray& type)
{
    if (!reply.isArray())
        return QByteArray::number(reply.bytes.size()) + ':' + reply.bytes;
    QByteArrayList items;
    for (std::size_t i = 0; i < reply.items.size(); ++i) {
        QByteArray item = textOf(reply.items[i], {});
        if (type == "hash" && i + 1 < reply.items.size())
            item += textOf(reply.items[++i], {});
        items << item;
    }
    if (type == "set" || type == "hash")
        std::sort(items.begin(), items.end());
    return items.join(' ');
}

} // namespace

ActionCheck::ActionCheck(std::shared_ptr<const Description> description, const RedisConfig& server)
    : m_description(std::move(description))
    , m_server(server)
    , m_client(server)
{ }

Error ActionCheck::wrong(const DescribedPlace& place, ActionKind kind, const QString& what) const
{
    const auto action = std::find_if(m_description->actions.begin(), m_description->actions.end(),
        [kind](const DescribedAction& each) { return each.kind == kind; });
    return errorAt(action == m_description->actions.end() ? place.at : action->at,
        QStringLiteral("%1 in %2 %3").arg(QString::fromLatin1(actionName(kind)), QString::fromUtf8(place.name), what));
}

Result<> ActionCheck::reset()
{
    if (const auto emptied = m_client.call({"FLUSHALL"}); !emptied)
        return emptied.error();
    if (const auto loaded = SampleCheck::load(*m_description, m_server); !loaded)
        return loaded;
    auto backend = DescribedBackend::open(m_description, std::make_shared<RedisLane>(m_server, Access::Operate),
        Access::Operate, {'@' + m_description->name});
    if (!backend)
        return backend.error();
    m_backend = *std::move(backend);
    return {};
}

Result<ActionCheck::Refs> ActionCheck::tasksIn(const DescribedPlace& place)
{
    Refs found;
    const auto queues = m_backend->inspector().queues();
    if (!queues)
        return queues.error();
    for (const QueueInfo& info : *queues) {
        for (const TaskState state : allStates) {
            if (state == TaskState::Trash)
                continue;
            PageRequest request;
            request.queue = info.name;
            request.state = state;
            request.limit = int(QueueEditor::maxStep);
            const auto page = m_backend->inspector().page(request);
            if (!page)
                return page.error();
            for (const Task& task : page->tasks) {
                if (task.nativeState == place.name && task.state != TaskState::Leased)
                    found[info.name].push_back(refOf(task));
            }
        }
    }
    return found;
}

Result<ActionCheck::Refs> ActionCheck::trashed(const Refs& queues)
{
    Refs found;
    for (const auto& [queue, refs] : queues) {
        PageRequest request;
        request.queue = queue;
        request.state = TaskState::Trash;
        request.limit = int(QueueEditor::maxStep);
        const auto page = m_backend->inspector().page(request);
        if (!page)
            return page.error();
        for (const Task& task : page->tasks)
            found[queue].push_back(refOf(task));
    }
    return found;
}

Result<std::vector<ItemOutcome>> ActionCheck::act(ActionKind kind, const QByteArray& operation, const Refs& tasks)
{
    std::vector<ItemOutcome> all;
    for (const auto& [queue, refs] : tasks) {
        ActionStep step{queue, queue + '/' + operation, {kind}, refs, {}};
        if (kind == ActionKind::Reschedule)
            step.newDue.assign(refs.size(), rescheduledTo);
        const auto outcomes = m_backend->editor()->act(step);
        if (!outcomes)
            return outcomes.error();
        const auto codes = m_backend->describedEditor().repeatLast();
        const auto again = codes ? DescribedEditor::outcomesOf(*codes) : codes.error();
        if (!again)
            return again.error();
        if (*again != std::vector(outcomes->end() - qptrdiff(again->size()), outcomes->end()))
            return Error{ErrorCode::Refused, QStringLiteral("a repeated call returned a different result")};
        all.insert(all.end(), outcomes->begin(), outcomes->end());
    }
    return all;
}

Result<> ActionCheck::undo(const QByteArray& undone, const QByteArray& operation, const Refs& tasks)
{
    for (const auto& [queue, refs] : tasks) {
        OperationRecord record;
        record.id = queue + '/' + undone;
        record.queue = queue;
        record.kind = "check";
        record.finished = record.undoable = true;
        if (const auto recorded = m_backend->editor()->record(record); !recorded)
            return recorded;
        QByteArray cursor;
        do {
            const auto step = m_backend->editor()->undo(queue, record.id, queue + '/' + operation, cursor, {});
            if (!step)
                return step.error();
            cursor = step->cursor;
        } while (!cursor.isEmpty());
    }
    return {};
}

Result<QByteArray> ActionCheck::everything(bool withExpiries)
{
    const auto names = m_client.call({"KEYS", "*"});
    if (!names)
        return names.error();
    std::set<QByteArray> keys;
    for (const Reply& name : names->items) {
        if (!isDuelineKey(name.bytes, m_description->ownPrefix))
            keys.insert(name.bytes);
    }
    QByteArray all;
    for (const QByteArray& key : keys) {
        const auto type = m_client.call({"TYPE", key});
        if (!type)
            return type.error();
        const auto replies = m_client.pipeline({readOf(type->bytes, key), {"PEXPIRETIME", key}});
        if (!replies)
            return replies.error();
        all += key + ' ' + type->bytes + ' ' + textOf((*replies)[0], type->bytes) + ' '
            + (withExpiries ? number((*replies)[1].integer) : QByteArray()) + '\n';
    }
    return all;
}

Result<> ActionCheck::tryAction(const DescribedPlace& place, ActionKind kind, const Refs& tasks, Summary& summary)
{
    const auto before = everything();
    const auto outcomes = before ? act(kind, "first", tasks) : before.error();
    if (!outcomes)
        return wrong(place, kind, outcomes.error().message);
    if (!areDone(*outcomes) && !(place.isMovedBlindly && hasDone(*outcomes)))
        return wrong(place, kind, QStringLiteral("did not act on every task"));
    const auto middle = everything();
    if (!middle)
        return middle.error();
    if (*middle == *before)
        return wrong(place, kind, QStringLiteral("changed nothing"));
    const auto stale = act(kind, "second", tasks);
    if (!stale)
        return wrong(place, kind, stale.error().message);
    const auto after = everything();
    if (!after)
        return after.error();
    if (hasDone(*stale) || *after != *middle)
        return wrong(place, kind, QStringLiteral("acted on tasks that had already changed"));
    ++summary.acted;
    return kind == ActionKind::Delete ? Result<>() : tryUndo(place, kind, tasks, summary);
}

Result<> ActionCheck::tryUndo(const DescribedPlace& place, ActionKind kind, const Refs& tasks, Summary& summary)
{
    const auto middle = everything();
    if (!middle)
        return middle.error();
    if (const auto fresh = reset(); !fresh)
        return fresh;
    const auto before = everything();
    const auto found = tasksIn(place);
    if (!found)
        return found.error();
    const auto isNow = [this](const QByteArray& wanted) {
        const auto all = everything();
        return all && *all == wanted;
    };
    if (const auto acted = act(kind, "op", *found); !acted)
        return wrong(place, kind, acted.error().message);
    const auto done = everything();
    if (!before || !done)
        return before ? done.error() : before.error();
    if (kind == ActionKind::Discard) {
        const auto inTrash = trashed(tasks);
        const auto restored = inTrash ? act(ActionKind::Restore, "restore", *inTrash) : inTrash.error();
        if (!restored)
            return wrong(place, kind, restored.error().message);
        if (!areDone(*restored) || !isNow(*before))
            return wrong(place, kind, QStringLiteral("cannot be restored as it was"));
        if (const auto undone = undo("restore", "back", tasks); !undone)
            return wrong(place, kind, undone.error().message);
        if (!isNow(*done))
            return wrong(place, kind, QStringLiteral("differs after its restore was undone"));
        if (const auto undone = undo("back", "again", tasks); !undone)
            return wrong(place, kind, undone.error().message);
        if (!isNow(*before))
            return wrong(place, kind, QStringLiteral("cannot be restored twice"));
        if (const auto acted = act(kind, "op2", *found); !acted)
            return wrong(place, kind, acted.error().message);
    }
    if (const auto undone = undo(kind == ActionKind::Discard ? "op2" : "op", "u", tasks); !undone)
        return wrong(place, kind, undone.error().message);
    // A due task in such a place isn't changed, because the library may already have read it.
    const bool bringsForward = kind == ActionKind::RunNow || kind == ActionKind::Retry;
    if (place.isMovedBlindly && bringsForward && isNow(*done))
        return {};
    if (!isNow(*before))
        return wrong(place, kind, QStringLiteral("cannot be undone: the data differs from the original"));
    if (const auto redone = undo("u", "uu", tasks); !redone)
        return wrong(place, kind, redone.error().message);
    if (!isNow(*done))
        return wrong(place, kind, QStringLiteral("cannot be redone: the data differs from the first run"));
    ++summary.undone;
    return {};
}

Result<std::optional<std::pair<QueueName, Task>>> ActionCheck::lastTaskIn(const DescribedPlace& place)
{
    std::optional<std::pair<QueueName, Task>> last;
    const auto queues = m_backend->inspector().queues();
    if (!queues)
        return queues.error();
    for (const QueueInfo& info : *queues) {
        PageRequest request;
        request.queue = info.name;
        request.state = place.state;
        request.limit = QueueInspector::maxPage;
        const auto page = m_backend->inspector().page(request);
        if (!page)
            return page.error();
        for (const Task& task : page->tasks) {
            if (task.nativeState == place.name)
                last.emplace(info.name, task);
        }
    }
    return last;
}

Result<> ActionCheck::tryAdd(const DescribedPlace& place, Summary& summary)
{
    const auto wrongly = [&](const QString& what) {
        return errorAt(
            m_description->adding->at, QStringLiteral("add to %1 %2").arg(QString::fromUtf8(place.name), what));
    };
    if (const auto fresh = reset(); !fresh)
        return fresh;
    const auto found = lastTaskIn(place);
    if (!found)
        return found.error();
    if (!*found) {
        summary.untried << QStringLiteral("add to %1").arg(QString::fromUtf8(place.name));
        return {};
    }
    const auto& [shown, task] = **found;
    NewTask added;
    const QueueName queue = task.ownQueue.isEmpty() ? shown : task.ownQueue;
    const auto payload = m_backend->inspector().payload(shown, exactId(task));
    const auto before = everything(false);
    const auto deleted = act(ActionKind::Delete, "deleted", {{shown, {refOf(task)}}});
    const auto gone = everything(false);
    if (!payload || !before || !deleted || !gone)
        return wrongly(QStringLiteral("cannot be tested, because the sample's task cannot be deleted"));
    added.id = taskIdFor(typeOf(task), task.id);
    added.payload = *payload;
    if (place.state == TaskState::Scheduled)
        added.dueAt = task.at;
    added.importId = queue + "/add";
    const auto outcomes = m_backend->editor()->add(queue, {added});
    if (!outcomes)
        return wrongly(QStringLiteral("fails: ") + outcomes.error().message);
    const auto isNow = [this](const QByteArray& wanted) {
        const auto all = everything(false);
        return all && *all == wanted;
    };
    if (outcomes->front() != AddOutcome::Added || !isNow(*before))
        return wrongly(QStringLiteral("does not write the keys of a task in the sample"));
    const auto again = m_backend->describedEditor().repeatLast();
    const auto second = m_backend->editor()->add(queue, {added});
    if (!again || *again != "1" || !second || second->front() != AddOutcome::Exists || !isNow(*before))
        return wrongly(QStringLiteral("adds the same task twice"));
    if (const auto undone = undo("add", "remove", {{queue, {}}}); !undone)
        return wrongly(undone.error().message);
    if (!isNow(*gone))
        return wrongly(QStringLiteral("cannot be undone"));
    if (const auto redone = undo("remove", "readd", {{queue, {}}}); !redone)
        return wrongly(redone.error().message);
    if (!isNow(*before))
        return wrongly(QStringLiteral("cannot be redone"));
    ++summary.acted;
    ++summary.undone;
    return {};
}

Result<ActionCheck::Summary> ActionCheck::run()
{
    Summary summary;
    if (const auto opened = m_client.open(); !opened)
        return opened.error();
    for (std::size_t i = 0; i < m_description->places.size(); ++i) {
        const DescribedPlace& place = m_description->places[i];
        for (const ActionKind kind :
            {ActionKind::RunNow, ActionKind::Retry, ActionKind::Reschedule, ActionKind::Discard, ActionKind::Delete}) {
            if (!ActionPlanner::hasAction(*m_description, i, kind))
                continue;
            if (const auto fresh = reset(); !fresh)
                return fresh.error();
            const auto tasks = tasksIn(place);
            if (!tasks)
                return tasks.error();
            if (tasks->empty()) {
                summary.untried << QStringLiteral("%1 in %2")
                                       .arg(QString::fromLatin1(actionName(kind)), QString::fromUtf8(place.name));
                continue;
            }
            if (const auto tried = tryAction(place, kind, *tasks, summary); !tried)
                return tried.error();
        }
    }
    if (m_description->adding) {
        for (const auto& index : {m_description->adding->now, m_description->adding->later}) {
            if (const auto tried = index ? tryAdd(m_description->places[*index], summary) : Result<>(); !tried)
                return tried.error();
        }
    }
    return summary;
}

} // namespace dueline
