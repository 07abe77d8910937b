// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/framework/operationstore.h"
#include "core/layouts/framework/redisclock.h"
#include "core/layouts/sidekiq/sidekiqplaces.h"
#include "core/layouts/sidekiq/sidekiqspec.h"
#include "core/queue/queueeditor.h"

namespace dueline {

class SidekiqBulk;

/// Changes jobs of Sidekiq as its own calls do. Each step is one script, which acts on a job only while its very bytes
/// stand where they were seen, and writes down how that is undone.
class SidekiqEditor : public QueueEditor
{
public:
    static constexpr int tasksPerCall = 50; ///< less than a millisecond
    static constexpr qsizetype bytesPerCall = 256 * 1024; ///< of jobs, one at least

    /// `ours`: the prefix of our own keys.
    SidekiqEditor(RedisClient& client, RedisClock& clock, const SidekiqSpec& spec, const QByteArray& ours);
    ~SidekiqEditor() override;

    /// A task's payload are its arguments; one that is due later goes to the place that all queues share.
    Result<std::vector<AddOutcome>> add(const QueueName& queue, const std::vector<NewTask>& tasks) override;
    TaskId idFor(const QueueName& queue, const NewTask& task) const override;
    Result<std::vector<ItemOutcome>> act(const ActionStep& step) override;
    Result<UndoStep> undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
        const QByteArray& cursor, const UndoTurn& turn) override;
    BulkEditor* bulk(const QueueName&) override;
    Result<> record(const OperationRecord& record) override;
    /// Errors: NotSupported, always.
    Result<> setPaused(const QueueName& queue, bool paused) override;
    /// As Backend::permitted.
    Result<> permitted(const QueueName& queue);
    /// As Backend::foresee.
    Result<std::optional<Foresight>> foresee(const ActionStep& step);

private:
    friend class SidekiqBulk;

    /// A step that was begun, and may have been done without an answer: made again, it goes on by the same words.
    struct Begun
    {
        ActionStep step;
        std::vector<ItemOutcome> outcomes; ///< of its first tasks, as they were answered
        std::vector<QByteArray> call; ///< the one after these; empty: not made yet
        std::size_t tasks = 0; ///< of `call`
    };

    OverlayKeys keys(const QueueName& queue) const;
    /// The key in which tasks of a state stand; nullopt: none.
    std::optional<TaskSource> sourceOf(const QueueName& queue, TaskState state) const;
    /// Where tasks `first` to `last`, without that one, of a step stand now.
    Result<std::vector<std::optional<SidekiqPlace>>> placesOf(
        const ActionStep& step, std::size_t first, std::size_t last);
    Result<> prepare(Begun& begun);
    /// Six arguments of a script for one job; nullopt stands for one that was not found.
    Result<std::vector<QByteArray>> argumentsFor(ActionKind kind, const QueueName& queue, TaskState state,
        const QByteArray& name, const std::optional<SidekiqPlace>& place);

    RedisClient& m_client;
    RedisClock& m_clock;
    SidekiqSpec m_spec;
    QByteArray m_ours;
    FrameworkScripts m_scripts;
    OperationStore m_operations;
    SidekiqPlaces m_places;
    std::optional<Begun> m_begun;
    qint64 m_pushes = 0; ///< tells those of one millisecond apart
    std::unique_ptr<SidekiqBulk> m_bulk;
};

/// What a script's code for one job means; nullopt: it has no such code.
std::optional<ItemOutcome> sidekiqOutcome(char code);

} // namespace dueline
