// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"

#include <map>

namespace dueline {

/// Why a selected task was, or will be, left alone.
enum class SkipReason : quint8 {
    NotFound, ///< no such id in the queue
    MovedOn, ///< it changed its state, or its lease, after it was seen
    NeedsForce, ///< a worker holds it; only a forced action takes the lease away
    AlreadyDue, ///< it waits for a worker already: nothing to bring forward
    NotApplicable, ///< the action does not apply to its state
    // As in ItemOutcome:
    InFlow,
    NextRun,
    Held,
    Stalled,
    InGroup,
    Untimed,
    IdTaken,
    Damaged,
    RateLimited,
    LongList,
    Running,
    InBatch,
    UniqueLock,
    Started,
    HasDependents,
    WaitsForOther,
    Reserved,
    LeaseOver,
    Poison,
    Retried,
    RetryWaits,
};

/// The reason in a few words, to be put behind a count: `3 held by a worker`.
QString describe(SkipReason reason);

/// Why the layout refuses it, as one sentence; empty where the state of the task says it, or somebody else's action.
QString sentenceOf(SkipReason reason);

/// One task that was left alone.
struct SkippedTask
{
    TaskId id;
    SkipReason reason = SkipReason::NotFound;
    std::optional<TaskState> state = {}; ///< NotApplicable: the state it is in, where it is known
    bool operator==(const SkippedTask&) const = default;
};

/// Exact counts by reason, and the first thousand tasks by name.
class SkippedTasks
{
public:
    static constexpr std::size_t namedAtMost = 1000;

    void add(const TaskId& id, SkipReason reason, std::optional<TaskState> state = {});
    /// Tasks that are known by number only.
    void add(SkipReason reason, qint64 count);
    /// Replaces the count by one that is known better.
    void set(SkipReason reason, qint64 count);
    /// Names one that is counted elsewhere.
    void name(const TaskId& id, SkipReason reason);
    qint64 total() const;
    const std::map<SkipReason, qint64>& counts() const { return m_counts; }
    const std::vector<SkippedTask>& named() const { return m_named; }
    /// `3 not found, 2 held by a worker`; empty when there are none.
    QString summary() const;
    bool operator==(const SkippedTasks&) const = default;

private:
    std::map<SkipReason, qint64> m_counts;
    std::vector<SkippedTask> m_named;
};

/// What a layout would leave alone, of the first tasks that are selected.
struct ForeseenSkips
{
    qint64 asked = 0; ///< tasks it was asked about; 0: the layout does not know before
    std::map<SkipReason, qint64> reasons;
    qint64 followed = 0; ///< will be acted on, and others behind them will not run without them

    qint64 total() const;
    /// `3 in a flow, 2 locked by a worker`; empty when there are none.
    QString summary() const;
};

/// What an operation would do, before it does anything.
struct OperationPreview
{
    qint64 total = 0; ///< tasks it will act on
    StateCounts counts; ///< the same per state
    std::optional<TimePoint> firstDue; ///< earliest and latest due time among those that are pending
    std::optional<TimePoint> lastDue;
    SkippedTasks skipped; ///< selected, but will be left alone
    ForeseenSkips foreseen; ///< of `total`, as it is now
    /// What is to be known of the action besides, each a sentence, which the window shows as LayoutWords.
    std::vector<QByteArray> cautions = {};
    bool undoable = false; ///< the action can be undone in this layout
    qint64 undoBytes = 0; ///< memory in Redis that undo will hold, estimated
    std::optional<qint64> freeBytes; ///< what Redis has left, where it has a limit and the layout tells
    qint64 listBytes = 0; ///< and what the list of the tasks holds there until they are done
    Millis undoFor{}; ///< for how long it can be undone
    Millis heldFor{}; ///< for how long that memory is held; longer than undoFor for what stays in the trash

    /// What undo holds may take a quarter of what is left: then an operation is refused, unless nothing is kept for it.
    bool isUndoTooLarge() const { return undoable && freeBytes && undoBytes > *freeBytes / 4; }
};

/// How long it takes at `pace` tasks a second, where that is longer than it can be undone, which counts from its start.
std::optional<Millis> outlastsUndo(qint64 tasks, qint64 pace, Millis undoFor);

/// How often the record of an operation is renewed while it runs.
inline constexpr qint64 recordEveryMs = 1'000;

/// How far an operation has come.
struct OperationProgress
{
    enum class Phase : quint8 {
        Selecting, ///< walks the queue; nothing was changed yet
        Acting,
        Finished, ///< all done, or cancelled
    };

    Phase phase = Phase::Selecting;
    qint64 examined = 0; ///< tasks looked at while selecting
    qint64 total = 0; ///< selected so far, what will be left alone included; fixed once acting
    qint64 done = 0;
    qint64 skipped = 0;
    bool cancelled = false;
    bool paused = false; ///< somebody asked for it in the queue; step() goes on once nobody does
    QString stage; ///< of an operation by stages: where it is, or why it stopped by itself
    bool stopped = false; ///< by itself, since too much of a stage failed
    Millis wait{}; ///< the pace asks not to call step() earlier than this from now
};

} // namespace dueline
