// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/retrypolicy.h"
#include "core/queue/taskstate.h"

#include <QByteArray>
#include <QString>

#include <algorithm>
#include <optional>
#include <vector>

namespace dueline {

using QueueName = QByteArray; ///< 1 to 256 bytes, no `{` or `}`
using TaskId = QByteArray; ///< `TYPE#unique`
using OperationId = QByteArray; ///< `QUEUE/unique`

/// The part before the first `#`; the whole id when there is none.
QByteArrayView typeOf(QByteArrayView id);

/// `type` + `#` + 16 characters of an order-keeping base64url alphabet: 48 bits of time, 48 random. Unique without
/// asking anyone.
TaskId makeTaskId(QByteArrayView type, TimePoint now);
/// The instant a generated id carries; nullopt for ids that were given, as far as can be told (2020 to 2100 is
/// believed).
std::optional<TimePoint> timeOfId(QByteArrayView id);
/// The given unique part below its type: `order-7` becomes `mail.send#order-7`; one that starts with `type#` already
/// stays.
TaskId taskIdFor(QByteArrayView type, QByteArrayView given);

/// Errors: Usage, when it is empty, over 256 bytes, or holds `#` (type), `{` or `}` (queue).
Result<> checkType(QByteArrayView type);
Result<> checkQueueName(QByteArrayView queue);

/// What a task may carry beyond its queue's defaults; unset means the default.
struct TaskOptions
{
    std::optional<int> maxAttempts;
    std::optional<Backoff> backoff;
    std::optional<Millis> leaseFor;
    std::optional<TimePoint> expiresAt; ///< do not start after
    bool keepResult = false;

    bool operator==(const TaskOptions&) const = default;
};

/// Lets only the first add of a key in: for as long as it holds, another add with the key adds nothing and answers
/// "exists". It counts time alone, from the first add on, whatever becomes of the task meanwhile.
struct UniqueKey
{
    static constexpr Millis longest{std::chrono::hours(24 * 366)};

    QByteArray key; ///< 1 to 256 bytes, unique in its queue
    Millis holdFor{}; ///< 1 ms to `longest`

    bool operator==(const UniqueKey&) const = default;
};

/// Errors: Usage, naming what is wrong with it.
Result<> checkUniqueKey(const UniqueKey& unique);

/// A task to add.
struct NewTask
{
    TaskId id; ///< made by the client, so that a repeated add answers "exists"
    std::optional<TimePoint> dueAt; ///< an instant; with neither set: now, by the server's clock
    std::optional<Millis> dueIn; ///< from the server's now
    TaskOptions options;
    QByteArray payload;
    std::optional<UniqueKey> unique = {};
    std::optional<TimePoint> addedAt = {}; ///< of one that was in another queue; counts where its id does not tell
    std::optional<int> priority = {}; ///< 1 to Capabilities::mostPriority, the lower the sooner; unset: none
    /// What its framework stored of a task that was exported: the options of Bull and BullMQ, or the whole job. Empty:
    /// nothing. A layout ignores what is not its own; `options` and `priority` outweigh it.
    QByteArray stored = {};

    bool operator==(const NewTask&) const = default;
};

/// Whether a layout takes its priority. `most`: the layout's Capabilities::mostPriority. Errors: NotSupported (it has
/// none), Usage (too large, or below 1).
Result<> checkPriority(const NewTask& task, int most, QByteArrayView layout);

/// A task as lists show it.
struct Task
{
    static constexpr qsizetype previewBytes = 160;
    static constexpr qsizetype previewedPayload = 64 * 1024;

    TaskId id;
    QByteArray type; ///< names the handler where the id does not (designs without types); empty: typeOf(id)
    TaskState state = TaskState::Scheduled;
    /// The state's instant: due (pending), lease expiry (leased), when it got there (failed, done, trash).
    TimePoint at{};
    std::optional<TimePoint> dueAt; ///< equals `at` while pending; else when its first lease was due, where known
    /// Waits its turn in a list, without a due time: `at` and `dueAt` are when it was read. Leased: it is held without
    /// an end, and `at` is when it was taken.
    bool untimed = false;
    int attempt = 0; ///< attempts made, the running one included
    int maxAttempts = 0; ///< its own or the queue's
    qint64 size = 0; ///< payload bytes
    QByteArray preview; ///< in lists: the first `previewBytes` of a payload up to `previewedPayload`; untrusted
    QByteArray token; ///< of the lease while leased, else empty
    QByteArray worker; ///< session that holds it while leased, else empty
    QByteArray error; ///< of the last attempt that went wrong, empty if none; untrusted text
    std::optional<TimePoint> addedAt; ///< by the id (timeOfId), else as noted by the server when it was added
    bool retried = false; ///< True if it failed and was retried before; nativeState says how that ended
    bool stuck = false; ///< True if what it waits for failed or is gone: it will not run by itself, `error` says why
    /// The framework's own word for where it stands, `waiting-children`; empty: the state says it all.
    QByteArray nativeState = {};
    /// The queue that the task belongs to, in a place that several queues share (`@sidekiq`); empty: the queue it is
    /// read in.
    QueueName ownQueue = {};
    /// Names this very task where other tasks may have the same id: its own id and a digest of its bytes, `ID~DIGEST`.
    /// Empty: the id names one task only. QueueInspector accepts it wherever it accepts an id.
    TaskId exact = {};

    bool operator==(const Task&) const = default;
};

/// What names the handler of a task.
inline QByteArrayView typeOf(const Task& task)
{
    return task.type.isEmpty() ? typeOf(task.id) : QByteArrayView(task.type);
}

/// One finished or expired attempt.
struct Attempt
{
    int number = 0;
    QByteArray worker;
    TimePoint startedAt{};
    TimePoint endedAt{};
    QByteArray outcome; ///< `failed`, `retry`, `expired`, `released`, `cancelled`, `done`
    QByteArray error; ///< untrusted text, may be empty

    bool operator==(const Attempt&) const = default;
};

/// Where a task stands, or is to stand.
struct TaskPlace
{
    TaskState state = TaskState::Scheduled;
    TimePoint at{}; ///< the state's instant

    bool operator==(const TaskPlace&) const = default;
};

/// Something a framework keeps with a task, which no other field has: a word for people, and what is stored. Untrusted.
struct TaskFact
{
    QByteArray name; ///< `logs`, `progress`
    QByteArray value;

    bool operator==(const TaskFact&) const = default;
};

/// Everything about one task except the payload's bytes.
struct TaskDetail
{
    Task task;
    TaskOptions options;
    qint64 fence = 0; ///< leases ever given
    int expiries = 0; ///< leases that ran out
    std::vector<Attempt> attempts; ///< oldest first, the last 20 that are kept
    std::optional<QByteArray> result;
    OperationId lastOperation; ///< the operator action that touched it last, empty if none is remembered
    std::optional<TimePoint> firstDue; ///< when its first lease was due, of tasks leased before and not done
    std::vector<TaskFact> facts = {}; ///< what the layout keeps besides, in the order in which it is shown
    /// As the framework stores it, of a payload that is a reading of stored bytes (a pickle, a message); empty: the
    /// payload is what is stored. Goes into files, not on screen.
    QByteArray stored = {};
    std::optional<TaskPlace> restoresTo; ///< in the trash: where restore takes it, where that is remembered
    bool inFlow = false; ///< it waits for others, or others for it: QueueInspector::flow() tells which

    /// Number of attempts that ended and are not among `attempts`. A task that is held until an instant, or by a named
    /// worker, runs; of any other task that is held this is not known.
    int attemptsNotKept() const
    {
        const bool isRunning = task.state == TaskState::Leased && (!task.untimed || !task.worker.isEmpty());
        const bool hasEnded = task.state == TaskState::Failed || task.state == TaskState::Done;
        return std::max(task.attempt - (isRunning ? 1 : 0), hasEnded ? 1 : 0) - int(attempts.size());
    }
    bool operator==(const TaskDetail&) const = default;
};

/// A task with all that is known of it: what goes into a file, or into another queue.
struct TaskRecord
{
    TaskDetail detail;
    QByteArray payload;
    QString damage = {}; ///< why what is stored of it cannot be read, a whole sentence: then only its id is known

    static TaskRecord unreadable(const TaskId& id, const QString& why);
    bool operator==(const TaskRecord&) const = default;
};

/// Names a task together with what the operator saw: an action applies only while that still holds.
struct TaskRef
{
    TaskId id;
    TaskState seenState = TaskState::Scheduled;
    QByteArray seenToken; ///< while leased
    TimePoint seenAt{}; ///< the state's instant
    TaskId exact = {}; ///< Task::exact

    bool operator==(const TaskRef&) const = default;
};

/// Refers to a task as it was seen.
inline TaskRef refOf(const Task& task) { return {task.id, task.state, task.token, task.at, task.exact}; }
/// The id that no other task has.
inline const TaskId& exactId(const Task& task) { return task.exact.isEmpty() ? task.id : task.exact; }
inline const TaskId& exactId(const TaskRef& ref) { return ref.exact.isEmpty() ? ref.id : ref.exact; }
/// The id in an exact name, which several tasks may have; empty: the name is not exact.
QByteArrayView ownIdIn(QByteArrayView exact);
/// The id that a task carries itself.
QByteArrayView ownIdOf(const Task& task);
/// Returns whether an id names a task, or another one of the same own id.
bool goesBy(const Task& task, const TaskId& id);

} // namespace dueline
