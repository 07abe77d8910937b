// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/outcomecodes.h"
#include "core/layouts/shared/jobs/memberplaces.h"
#include "core/layouts/shared/jobs/operationstore.h"
#include "core/layouts/shared/jobs/redisclock.h"
#include "core/queue/queueeditor.h"

#include <memory>

namespace dueline {

class MemberBulk;

/// Changes tasks whose bytes are read before a step and compared in it. Each step is one script, which acts on a task
/// only while it stands where it was seen, and writes down how that is undone. A layout tells what becomes of one task;
/// its scripts are `act`, `delete`, `bulk`, `undo` and `probe`.
class MemberEditor : public QueueEditor
{
public:
    static constexpr int tasksPerCall = 50; ///< less than a millisecond
    static constexpr qsizetype bytesPerCall = 256 * 1024; ///< of tasks, one at least
    static constexpr std::size_t wordsPerTask = 6;

    ~MemberEditor() override;

    Result<std::vector<ItemOutcome>> act(const ActionStep& step) override;
    Result<UndoStep> undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
        const QByteArray& cursor, const UndoTurn& turn) override;
    BulkEditor* bulk(const QueueName&) override;
    Result<> record(const OperationRecord& record) override;
    /// As Backend::permitted.
    Result<> permitted(const QueueName& queue);
    /// As Backend::foresee.
    Result<std::optional<Foresight>> foresee(const ActionStep& step);

    static const OutcomeCodes& codes();

protected:
    /// `layout`: as OperationStore has it.
    MemberEditor(RedisClient& client, RedisClock& clock, const ScriptLibrary& own, const QByteArray& layout,
        FrameworkScripts::RefusalText refusal, MemberPlaces::OwnId ownId);

    virtual OverlayKeys keys(const QueueName& queue) const = 0;
    virtual std::vector<TaskSource> sourcesOf(const QueueName& queue) const = 0;
    /// Whether members of its sets are names, rather than all bytes of a task.
    virtual bool hasNames(const QueueName&) const { return false; }
    /// Whether undo of this keeps all bytes of a task, which of one in the trash it need not.
    virtual bool keepsBytes(ActionKind kind) const { return kind == ActionKind::Retry || kind == ActionKind::RunNow; }
    /// The arguments of `probe`.
    virtual std::vector<QByteArray> probed(const QueueName&) const { return {}; }
    /// Whether others wait behind a task that will not run without it.
    virtual bool isFollowed(const QueueName&, const QByteArray&) const { return false; }
    /// Why an action is refused as a whole, before anything is looked at.
    virtual Result<> refuse(ActionKind, const QueueName&) { return {}; }
    /// Where tasks stand now, as MemberPlaces::find.
    virtual Result<std::vector<std::optional<MemberPlace>>> find(
        const QueueName& queue, const TaskSource& source, const std::vector<MemberWanted>& wanted);
    /// The arguments of a script for one task: what it is called, where it stands, what was seen there, two of the
    /// layout's own (of a reschedule the second is its due time, ms, put there by who calls), and a code that settles
    /// it, or nothing.
    /// `name`: its id, or what it is called on a list; nullopt stands for one that was not found.
    virtual Result<std::vector<QByteArray>> wordsFor(const Action& action, const QueueName& queue, TaskState state,
        const QByteArray& name, const std::optional<MemberPlace>& place)
        = 0;
    /// The words of one that is not acted on.
    static std::vector<QByteArray> settled(const QByteArray& name, ItemOutcome outcome);

    RedisClient& client() { return m_client; }
    FrameworkScripts& scripts() { return m_scripts; }
    Result<TimePoint> now() { return m_clock.now(m_client); }

private:
    friend class MemberBulk;

    /// A step that was begun, and may have been done without an answer: made again, it goes on by the same words.
    struct Begun
    {
        ActionStep step;
        std::vector<ItemOutcome> outcomes; ///< of its first tasks, as they were answered
        std::vector<QByteArray> call; ///< the one after these; empty: not made yet
        std::size_t tasks = 0; ///< of `call`
    };

    /// By position: where tasks stand that were seen in a state, in the first of its keys that has them.
    Result<std::vector<std::optional<MemberPlace>>> findIn(
        const QueueName& queue, TaskState state, const std::vector<MemberWanted>& wanted);
    /// Where tasks `first` to `last`, without that one, of a step stand now.
    Result<std::vector<std::optional<MemberPlace>>> placesOf(
        const ActionStep& step, std::size_t first, std::size_t last);
    Result<> prepare(Begun& begun);

    RedisClient& m_client;
    RedisClock& m_clock;
    FrameworkScripts m_scripts;
    OperationStore m_operations;
    MemberPlaces m_places;
    std::optional<Begun> m_begun;
    std::unique_ptr<MemberBulk> m_bulk;
};

} // namespace dueline
