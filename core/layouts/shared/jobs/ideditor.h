// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/idbulk.h"
#include "core/layouts/shared/jobs/listplaces.h"
#include "core/layouts/shared/jobs/operationstore.h"
#include "core/queue/queueeditor.h"

namespace dueline {

/// Changes tasks that have ids of their own, as a framework's own calls do. Each step is one script, which acts on a
/// task only while it stands where it was seen, and writes down how that is undone.
class IdEditor : public QueueEditor
{
public:
    /// Where what is due waits. What stands in a set needs no look through the lists.
    struct Waiting
    {
        std::vector<ListPlaces::List> lists;
        std::vector<QByteArray> sets;
    };

    ~IdEditor() override;

    Result<std::vector<ItemOutcome>> act(const ActionStep& step) override;
    Result<UndoStep> undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
        const QByteArray& cursor, const UndoTurn& turn) override;
    BulkEditor* bulk(const QueueName&) override;
    Result<> record(const OperationRecord& record) override;
    /// As Backend::permitted.
    Result<> permitted(const QueueName& queue);
    /// As Backend::foresee.
    Result<std::optional<Foresight>> foresee(const ActionStep& step);

protected:
    /// What is the layout's own.
    struct Layout
    {
        std::function<OverlayKeys(const QueueName&)> keys;
        std::function<std::vector<TaskSource>(const QueueName&)> sources; ///< that operations on all tasks act on
        std::function<QByteArray(const QueueName&)> word; ///< the third argument of its scripts
        std::function<Waiting(const QueueName&)> waiting;
        const OutcomeCodes& codes;
    };

    /// `name`: of the layout, and of the folder of its scripts.
    IdEditor(RedisClient& client, const QByteArray& name, FrameworkScripts::RefusalText refusal, Layout layout);

    RedisClient& client() { return m_client; }
    OverlayKeys keys(const QueueName& queue) const { return m_layout.keys(queue); }
    QByteArray word(const QueueName& queue) const { return m_layout.word(queue); }
    /// One of its scripts with the queue's keys. Errors: those of FrameworkScripts.
    Result<Reply> run(const char* script, const QueueName& queue, const std::vector<QByteArray>& arguments);
    /// The same with a memo of its answer.
    Result<Reply> runOnce(const char* script, const QueueName& queue, std::vector<QByteArray> arguments);

private:
    /// Of the scripts `act`, `delete` and `foresee`; where those that wait in a list stand is read now.
    Result<std::vector<QByteArray>> argumentsFor(const ActionStep& step);
    /// Where those of `ids` stand that wait in a list: `LIST INDEX`.
    Result<std::map<TaskId, QByteArray>> findInLists(const QueueName& queue, const std::vector<TaskId>& ids);

    RedisClient& m_client;
    Layout m_layout;
    FrameworkScripts m_scripts;
    OperationStore m_operations;
    ListPlaces m_places;
    IdBulk m_bulk;
};

} // namespace dueline
