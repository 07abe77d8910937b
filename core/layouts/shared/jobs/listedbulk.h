// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/operationstore.h"
#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/bulkeditor.h"

#include <map>

namespace dueline {

/// Base class of the framework bulk editors. Each operation's task list is stored in one of Dueline's keys for the
/// queue. This class creates and deletes the list; derived classes act on the tasks.
class ListedBulk : public BulkEditor
{
public:
    Result<BulkTaken> gather(const QueueName& queue, const OperationId& operation, const BulkWalk& walk) override;
    Result<qint64> count(const QueueName& queue, const BulkWalk& walk) override;
    Result<> put(
        const QueueName& queue, const OperationId& operation, const std::vector<TaskRef>& refs, Millis keep) override;
    Result<> drop(const QueueName& queue, const OperationId& operation) override;
    Result<> ask(const QueueName& queue, const OperationId& operation, const QByteArray& what) override;

protected:
    /// Scripts that append tasks to an operation's list.
    struct Gathering
    {
        const char* fromList; ///< script for tasks in a list
        const char* fromSet; ///< script for tasks in a sorted set
        int most; ///< maximum number of tasks per call; such a call blocks the server for about 0.4 ms
    };

    /// Creates a bulk editor. Both arguments must outlive this object.
    ListedBulk(FrameworkScripts& scripts, OperationStore& operations)
        : m_scripts(scripts)
        , m_operations(operations)
    { }

    virtual OverlayKeys keysOf(const QueueName& queue) const = 0;
    /// Returns the sources whose tasks actions can change.
    virtual std::vector<TaskSource> sourcesOf(const QueueName& queue) const = 0;
    virtual Gathering gathering(const QueueName& queue, TaskState state) const = 0;
    FrameworkScripts& scripts() const { return m_scripts; }

private:
    /// Returns the sources that contain tasks in a state, in scan order.
    std::vector<TaskSource> sourcesFor(const QueueName& queue, TaskState state) const;

    FrameworkScripts& m_scripts;
    OperationStore& m_operations;
};

} // namespace dueline
