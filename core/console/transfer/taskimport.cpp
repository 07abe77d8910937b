// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/transfer/taskimport.h"

#include "core/base/shellword.h"
#include "core/base/text.h"
#include "core/console/operations/undorun.h"
#include "core/queue/bulkeditor.h"

#include <QCryptographicHash>
#include <QtEndian>

#include <algorithm>
#include <map>

namespace dueline {

namespace {

/// Returns a 64-bit hash. Among a million tasks, a collision is unlikely, and would only make a count wrong.
quint64 hashOf(std::initializer_list<QByteArrayView> parts)
{
    QCryptographicHash hash(QCryptographicHash::Md5);
    for (const QByteArrayView part : parts) {
        hash.addData(QByteArray::number(part.size()) + ' ');
        hash.addData(part);
    }
    return qFromUnaligned<quint64>(hash.result().constData());
}

bool hasPlace(const Capabilities& can, const TaskRecord& task)
{
    return can.place || StateSet::pending().contains(task.detail.task.state);
}

/// Returns the task without its lease: the worker that holds it doesn't serve the target queue.
TaskDetail withoutLease(TaskDetail detail)
{
    if (detail.task.state != TaskState::Leased)
        return detail;
    detail.task.state = TaskState::Retrying;
    detail.task.attempt = std::max(detail.task.attempt - 1, 0);
    detail.fence = std::max<qint64>(detail.fence, 1);
    return detail;
}

QByteArray factNamed(const TaskDetail& detail, QByteArrayView name)
{
    const auto fact = std::find_if(
        detail.facts.begin(), detail.facts.end(), [name](const TaskFact& one) { return one.name == name; });
    return fact == detail.facts.end() ? QByteArray() : fact->value;
}

/// Returns the task to add. If the layout can set tasks' states (QueueEditor::place()), the task is added as a parked
/// task.
NewTask newTaskOf(const Capabilities& can, const TaskRecord& record)
{
    NewTask task;
    const TaskDetail& detail = record.detail;
    task.id = detail.task.id;
    task.isTransferred = true;
    task.options = detail.options;
    task.payload = record.payload;
    if (const auto addedAt = detail.task.addedAt; addedAt && toMs(*addedAt) > 0)
        task.addedAt = addedAt;
    // If a task has no due time, don't copy its time: that is when the task was read, which may be in the future by the
    // target's clock. The task becomes due immediately.
    if (can.place)
        task.dueAt = parkedUntil;
    else if (!detail.task.untimed)
        task.dueAt = detail.task.at;
    task.stored = factNamed(detail, "opts");
    if (task.stored.isEmpty())
        task.stored = detail.stored;
    if (const int priority = factNamed(detail, "priority").toInt(); priority > 0 && priority <= can.mostPriority)
        task.priority = priority;
    return task;
}

ImportOutcome outcomeOf(AddOutcome outcome)
{
    return outcome == AddOutcome::Added ? ImportOutcome::Added
        : outcome == AddOutcome::Exists ? ImportOutcome::Exists
                                        : ImportOutcome::Conflict;
}

/// Returns the error if no tasks can be added to a queue. If the source's tasks belong to several queues that share a
/// key, the message says how to import them.
Error whyNotAdded(Backend& backend, const QueueName& queue, const std::vector<TaskRecord>& tasks)
{
    const auto admitted = backend.admits(queue, {});
    if (admitted) {
        return {ErrorCode::Refused,
            QStringLiteral("This connection cannot add tasks to the queue %1.").arg(printable(queue, 60))};
    }
    const auto owned = std::find_if(
        tasks.begin(), tasks.end(), [](const TaskRecord& task) { return !task.detail.task.ownQueue.isEmpty(); });
    if (admitted.error().code != ErrorCode::Usage || owned == tasks.end())
        return admitted.error();
    const QueueName& own = owned->detail.task.ownQueue;
    const QueueName into = queue.startsWith('@') ? QueueName(own + queue) : own;
    const QString match = QStringLiteral("queue:") + quotedForFilter(QString::fromUtf8(own));
    return {ErrorCode::Usage,
        QStringLiteral(
            "The tasks in %1 belong to several queues. Import each queue's tasks into that queue: duectl import "
            "--match %2 %3 FILE")
            .arg(printable(queue, 60), shellName(match.toUtf8()), shellOperands({into}))};
}

/// Returns whether any task's state must be set, because tasks have just been added or an interrupted import has left
/// parked tasks.
Result<bool> somethingIsPlaced(Backend& backend, const QueueName& queue, const std::vector<AddOutcome>& answers)
{
    if (std::find(answers.begin(), answers.end(), AddOutcome::Added) != answers.end())
        return true;
    const auto last = backend.inspector().lastDue(queue, {TaskState::Scheduled});
    if (!last)
        return last.error();
    return *last && **last >= parkedUntil;
}

/// Returns the suffix that tells the id apart from equal ids, taken from the task's name `ID~DIGEST`; empty if there is
/// none.
QByteArray shortDigestOf(const Task& task)
{
    constexpr qsizetype digits = 8;
    const qsizetype own = ownIdIn(task.exact).size();
    return own > 0 ? '~' + task.exact.mid(own + 1, digits) : QByteArray();
}

/// Returns the other id that an earlier transfer may have added the task under: an id gets a suffix only if the
/// transfer includes other tasks with the same id. Empty if there is none.
TaskId otherIdOf(const TaskRecord& record)
{
    const QByteArray digest = shortDigestOf(record.detail.task);
    if (digest.isEmpty())
        return {};
    const TaskId& id = record.detail.task.id;
    return id.endsWith(digest) ? id.chopped(digest.size()) : id + digest;
}

/// Predicts an import like wouldImport(), but only compares each task with the existing task of the same id.
Result<std::vector<ImportOutcome>> foreseeById(
    Backend& backend, const QueueName& queue, const std::vector<TaskRecord>& tasks)
{
    const Capabilities& can = backend.capabilities(queue);
    std::vector<NewTask> added;
    for (const TaskRecord& task : tasks) {
        if (hasPlace(can, task))
            added.push_back(newTaskOf(can, task));
    }
    if (can.add && added.empty())
        return std::vector<ImportOutcome>(tasks.size(), ImportOutcome::NoPlace);
    if (const auto admitted = backend.admits(queue, added); !admitted)
        return can.add ? admitted.error() : whyNotAdded(backend, queue, tasks);
    const auto foreseen = backend.foreseeAdd(queue, added);
    if (!foreseen)
        return foreseen.error();
    std::vector<ImportOutcome> outcomes;
    if (*foreseen) {
        std::size_t next = 0;
        for (const TaskRecord& task : tasks)
            outcomes.push_back(hasPlace(can, task) ? outcomeOf((**foreseen)[next++]) : ImportOutcome::NoPlace);
        return outcomes;
    }
    while (outcomes.size() < tasks.size()) {
        std::vector<TaskId> ids;
        for (std::size_t i = outcomes.size(); i < tasks.size() && ids.size() < QueueInspector::taskRecords; ++i)
            ids.push_back(tasks[i].detail.task.id);
        const auto there = backend.inspector().readRecords(queue, ids);
        if (!there)
            return there.error();
        for (const auto& known : *there) {
            const TaskRecord& task = tasks[outcomes.size()];
            const bool same = known && known->payload == task.payload && known->detail.options == task.detail.options;
            // An interrupted import left this parked task, and this import will complete it.
            const bool parked = same && known->detail.task.at == parkedUntil;
            outcomes.push_back(!hasPlace(backend.capabilities(queue), task) ? ImportOutcome::NoPlace
                    : !known || parked                                      ? ImportOutcome::Added
                    : same                                                  ? ImportOutcome::Exists
                                                                            : ImportOutcome::Conflict);
        }
    }
    return outcomes;
}

/// Returns for each task whether the queue contains it under its other id (otherIdOf()).
Result<std::vector<bool>> areThereUnderOtherId(
    Backend& backend, const QueueName& queue, const std::vector<TaskRecord>& tasks, PlainIds& plainIds)
{
    for (const TaskRecord& task : tasks) {
        const QByteArray digest = shortDigestOf(task.detail.task);
        if (!digest.isEmpty() && !task.detail.task.id.endsWith(digest))
            plainIds.insert(hashOf({task.detail.task.id}));
    }
    std::vector<bool> are(tasks.size());
    std::vector<TaskRecord> renamed;
    std::vector<std::size_t> which;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        // If another task in this run has this id without a suffix, the id belongs to that task.
        if (const TaskId other = otherIdOf(tasks[i]); !other.isEmpty() && !plainIds.contains(hashOf({other}))) {
            renamed.push_back(tasks[i]);
            renamed.back().detail.task.id = other;
            which.push_back(i);
        }
    }
    if (renamed.empty())
        return are;
    const auto outcomes = foreseeById(backend, queue, renamed);
    if (!outcomes)
        return isRefusal(outcomes.error().code) ? Result(are) : outcomes.error();
    for (std::size_t k = 0; k < which.size(); ++k)
        are[which[k]] = (*outcomes)[k] == ImportOutcome::Exists;
    return are;
}

/// Adds the tasks with the outcome Added to the undo list. `listed`: tasks that are already on the list.
Result<> listForUndo(Backend& backend, const QueueName& queue, const OperationId& operation,
    const std::vector<TaskRecord>& tasks, const std::vector<ImportOutcome>& outcomes, std::set<TaskId>& listed)
{
    const auto now = backend.serverTime();
    if (!now)
        return now.error();
    const QueueEditor& editor = *backend.editor();
    std::map<QueueName, std::vector<TaskRef>> added; // tasks, by the queue that will store them
    std::set<TaskId> all = listed;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        if (outcomes[i] != ImportOutcome::Added || !all.insert(tasks[i].detail.task.id).second)
            continue;
        const TimePoint at = tasks[i].detail.task.at;
        const bool isRetry = staysRetry(backend.capabilities(queue), tasks[i]);
        // tasks without a due time become due immediately
        const bool isDue = !isRetry && (tasks[i].detail.task.untimed || at <= *now);
        added[isDue ? queue : editor.laterPlace(queue)].push_back(
            {editor.idFor(queue, newTaskOf(backend.capabilities(queue), tasks[i])),
                isRetry     ? TaskState::Retrying
                    : isDue ? TaskState::Due
                            : TaskState::Scheduled,
                {}, at - at.time_since_epoch() % editor.dueUnit(queue)});
    }
    for (const auto& [place, refs] : added) {
        const auto put
            = backend.editor()->bulk(place)->put(place, undoOfImport(operation, place), refs, QueueSettings().keepUndo);
        if (!put)
            return put;
    }
    listed = std::move(all);
    return {};
}

/// Writes a batch's record and undo list before its tasks are added. Does nothing if the batch adds no tasks.
Result<> prepareUndo(Backend& backend, const QueueName& queue, const OperationId& operation,
    const std::vector<TaskRecord>& tasks, ImportUndo& undo, const ImportRecorder& record)
{
    const bool places = backend.capabilities(queue).place;
    const bool lists = undo.lists && undoesImportByList(backend, queue);
    undo.listed.clear();
    std::vector<ImportOutcome> foreseen;
    if (!undo.isRecorded || lists) {
        auto outcomes = foreseeById(backend, queue, tasks);
        if (!outcomes)
            return outcomes.error();
        foreseen = *std::move(outcomes);
        if (std::find(foreseen.begin(), foreseen.end(), ImportOutcome::Added) == foreseen.end())
            return {};
    }
    if (!undo.isRecorded || places) {
        std::vector<TaskId> parked;
        for (std::size_t i = 0; places && i < tasks.size(); ++i)
            parked.push_back(tasks[i].detail.task.id);
        const auto written = record(parked);
        if (!written)
            return written.error();
        undo.isRecorded = *written;
    }
    return lists ? listForUndo(backend, queue, operation, tasks, foreseen, undo.listed) : Result<>();
}

/// Imports tasks like importTasks(), but doesn't check whether the queue contains them under another id.
Result<std::vector<ImportOutcome>> importById(Backend& backend, const QueueName& queue, const OperationId& operation,
    const std::vector<TaskRecord>& tasks, ImportUndo& undo, const ImportRecorder& record)
{
    QueueEditor* editor = backend.editor();
    if (!editor || !backend.capabilities(queue).add)
        return whyNotAdded(backend, queue, tasks);
    const bool places = backend.capabilities(queue).place;
    std::vector<ImportOutcome> outcomes(tasks.size(), ImportOutcome::NoPlace);
    std::vector<NewTask> added;
    std::vector<std::size_t> which;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        if (!hasPlace(backend.capabilities(queue), tasks[i]))
            continue;
        added.push_back(newTaskOf(backend.capabilities(queue), tasks[i]));
        added.back().importId = operation;
        which.push_back(i);
    }
    if (added.empty())
        return outcomes;
    if (!undo.isPrepared) {
        if (const auto prepared = prepareUndo(backend, queue, operation, tasks, undo, record); !prepared)
            return prepared.error();
        undo.isPrepared = true;
    }
    const auto answers = editor->add(queue, added);
    if (!answers)
        return answers.error();
    std::vector<TaskDetail> parked;
    std::vector<std::size_t> placed;
    for (std::size_t k = 0; k < answers->size(); ++k) {
        const AddOutcome answer = (*answers)[k];
        outcomes[which[k]] = outcomeOf(answer);
        if (places && answer != AddOutcome::Conflict) {
            parked.push_back(withoutLease(tasks[which[k]].detail));
            placed.push_back(which[k]);
        }
    }
    // Some tasks that were predicted to exist may have been added, because another client removed the existing ones
    // first. List these tasks too.
    if (undo.lists && undoesImportByList(backend, queue)) {
        if (const auto listed = listForUndo(backend, queue, operation, tasks, outcomes, undo.listed); !listed)
            return listed.error();
    }
    const auto isNeeded = undo.isRecorded ? Result<bool>(false) : somethingIsPlaced(backend, queue, *answers);
    if (!isNeeded)
        return isNeeded.error();
    if (*isNeeded) {
        std::vector<TaskId> ids;
        for (const TaskDetail& detail : parked)
            ids.push_back(detail.task.id);
        const auto written = record(ids);
        if (!written)
            return written.error();
        undo.isRecorded = *written;
    }
    if (parked.empty()) {
        undo.isPrepared = false;
        return outcomes;
    }
    const auto places_ = editor->place(queue, operation, parked);
    if (!places_)
        return places_.error();
    for (std::size_t k = 0; k < places_->size(); ++k) {
        ImportOutcome& outcome = outcomes[placed[k]];
        if ((*places_)[k] == ItemOutcome::Done)
            outcome = ImportOutcome::Added;
        else if (outcome == ImportOutcome::Added)
            outcome = ImportOutcome::MovedOn;
    }
    undo.isPrepared = false;
    return outcomes;
}

} // namespace

Result<std::vector<ImportOutcome>> importTasks(Backend& backend, const QueueName& queue, const OperationId& operation,
    const std::vector<TaskRecord>& tasks, ImportUndo& undo, const ImportRecorder& record)
{
    const bool mayAdd = backend.editor() && backend.capabilities(queue).add;
    const auto known
        = mayAdd ? areThereUnderOtherId(backend, queue, tasks, undo.plainIds) : std::vector<bool>(tasks.size());
    if (!known)
        return known.error();
    std::vector<TaskRecord> others;
    std::vector<std::size_t> which;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        if (!(*known)[i]) {
            others.push_back(tasks[i]);
            which.push_back(i);
        }
    }
    const auto imported = importById(backend, queue, operation, others, undo, record);
    if (!imported)
        return imported.error();
    std::vector<ImportOutcome> outcomes(tasks.size(), ImportOutcome::Exists);
    for (std::size_t k = 0; k < which.size(); ++k)
        outcomes[which[k]] = (*imported)[k];
    return outcomes;
}

Result<std::vector<ImportOutcome>> wouldImport(
    Backend& backend, const QueueName& queue, const std::vector<TaskRecord>& tasks, PlainIds& plainIds)
{
    auto outcomes = foreseeById(backend, queue, tasks);
    const auto known = outcomes ? areThereUnderOtherId(backend, queue, tasks, plainIds) : std::vector<bool>();
    if (!outcomes || !known)
        return outcomes ? known.error() : outcomes.error();
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        if ((*known)[i] && (*outcomes)[i] == ImportOutcome::Added)
            (*outcomes)[i] = ImportOutcome::Exists;
    }
    return outcomes;
}

Result<> checkImport(Backend& backend, const QueueName& queue, const TaskRecord& task)
{
    const Capabilities& can = backend.capabilities(queue);
    return hasPlace(can, task) ? backend.admits(queue, {newTaskOf(can, task)}) : Result<>();
}

ImportOutcome ImportedTasks::outcomeOf(const TaskRecord& task, ImportOutcome outcome)
{
    if (outcome != ImportOutcome::Added)
        return outcome;
    const quint64 id = hashOf({task.detail.task.id});
    const TaskOptions& options = task.detail.options;
    const quint64 contents = hashOf({task.payload, QByteArray::number(options.maxAttempts.value_or(0)),
        options.backoff ? formatBackoff(*options.backoff).toUtf8() : QByteArray(),
        QByteArray::number(qint64(options.leaseFor.value_or(Millis(0)).count())),
        QByteArray::number(options.expiresAt ? toMs(*options.expiresAt) : 0), options.keepResult ? "r" : ""});
    const auto before = m_added.constFind(id);
    if (before == m_added.constEnd()) {
        m_added.insert(id, contents);
        return outcome;
    }
    return *before == contents ? ImportOutcome::Exists : ImportOutcome::Conflict;
}

bool staysRetry(const Capabilities& target, const TaskRecord& task)
{
    const bool isMarked = !target.attemptsMarker.isEmpty() && task.detail.stored.contains(target.attemptsMarker);
    return task.detail.task.state == TaskState::Retrying && (target.place || isMarked);
}

bool losesAttempts(const Capabilities& target, const TaskRecord& task)
{
    const TaskDetail& detail = task.detail;
    if (target.place || (detail.task.attempt == 0 && detail.task.error.isEmpty()))
        return false;
    return target.attemptsMarker.isEmpty() || !detail.stored.contains(target.attemptsMarker);
}

Result<qint64> missingTasks(Backend& backend, const QueueName& queue, const std::vector<TaskRecord>& tasks)
{
    const auto behindType = [](const TaskId& id) { return id.mid(id.indexOf('#') + 1); };
    std::vector<std::vector<TaskId>> ids; // ids that each remaining task may have
    for (const TaskRecord& task : tasks) {
        const TaskId& id = task.detail.task.id;
        ids.push_back({id, behindType(id), otherIdOf(task), behindType(otherIdOf(task))});
        if (const QueueEditor* editor = backend.editor())
            ids.back().push_back(editor->idFor(queue, newTaskOf(backend.capabilities(queue), task)));
    }
    std::vector<QueueName> places{queue};
    if (const QueueEditor* editor = backend.editor(); editor && editor->laterPlace(queue) != queue)
        places.push_back(editor->laterPlace(queue));
    const std::size_t ways = ids.empty() ? 0 : ids.front().size();
    for (std::size_t search = 0; search < places.size() * ways && !ids.empty(); ++search) {
        std::vector<TaskId> asked;
        for (const auto& each : ids)
            asked.push_back(each[search % ways]);
        const auto found = backend.inspector().readRecords(places[search / ways], asked);
        if (!found)
            return found.error();
        std::vector<std::vector<TaskId>> left;
        for (std::size_t i = 0; i < ids.size(); ++i) {
            if (!(*found)[i])
                left.push_back(std::move(ids[i]));
        }
        ids = std::move(left);
    }
    return qint64(ids.size());
}

bool losesRelations(const TaskRecord& task)
{
    static const std::set<QByteArray> relations{"parent", "deduplication id", "unique key", "bid", "unique_for",
        "unique_until", "lock_digest", "unique_digest", "unique_hash"};
    const auto& facts = task.detail.facts;
    return std::any_of(facts.begin(), facts.end(), [](const TaskFact& fact) { return relations.contains(fact.name); });
}

QString relationsLostText(qint64 count)
{
    return (count == 1 ? QStringLiteral("1 task loses its") : QStringLiteral("%1 tasks lose their").arg(count))
        + QStringLiteral(" parent, deduplication, batch or lock, which only the framework can set.");
}

bool waitsForChildren(const TaskRecord& task) { return task.detail.task.nativeState == "waiting-children"; }

QString flowParentsText(qint64 count)
{
    return count == 1
        ? QStringLiteral("1 task that waits for its children is not added, because only the framework can "
                         "link them. Its children are added as independent tasks.")
        : QStringLiteral("%1 tasks that wait for their children are not added, because only the framework "
                         "can link them. Their children are added as independent tasks.")
              .arg(count);
}

bool isRenamed(Backend& backend, const QueueName& queue, const TaskRecord& task)
{
    const TaskId& id = task.detail.task.id;
    const QByteArray digest = shortDigestOf(task.detail.task);
    if (!digest.isEmpty() && id.endsWith(digest))
        return true;
    const auto own = id.sliced(id.indexOf('#') + 1);
    QueueEditor* editor = backend.editor();
    return editor && editor->idFor(queue, newTaskOf(backend.capabilities(queue), task)).startsWith(own + '~');
}

QString renamedText(qint64 count)
{
    return (count == 1 ? QStringLiteral("1 task has") : QStringLiteral("%1 tasks have").arg(count))
        + QStringLiteral(
            " a different id here, ID~HASH: the source has several tasks with the id, or the framework assigns its own "
            "ids.");
}

QString attemptsLostText(qint64 count)
{
    return (count == 1 ? QStringLiteral("1 task loses its attempts and errors")
                       : QStringLiteral("%1 tasks lose their attempts and errors").arg(count))
        + QStringLiteral(": the target's layout does not import them.");
}

} // namespace dueline
