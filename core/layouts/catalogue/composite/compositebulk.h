// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/catalogue/composite/actedqueues.h"
#include "core/layouts/catalogue/composite/compositeroutes.h"
#include "core/queue/bulkeditor.h"

namespace dueline {

/// Bulk editor that forwards operations to each queue's layout.
class CompositeBulk : public BulkEditor
{
public:
    /// Creates a bulk editor. `acted`: receives the name of each changed queue.
    CompositeBulk(const CompositeRoutes& routes, ActedQueues& acted)
        : m_routes(routes)
        , m_acted(acted)
    { }

    Result<BulkTaken> gather(const QueueName& queue, const OperationId& operation, const BulkWalk& walk) override;
    Result<qint64> count(const QueueName& queue, const BulkWalk& walk) override;
    Result<> put(
        const QueueName& queue, const OperationId& operation, const std::vector<TaskRef>& refs, Millis keep) override;
    Result<BulkState> act(const BulkStep& step) override;
    Result<> drop(const QueueName& queue, const OperationId& operation) override;
    Result<> ask(const QueueName& queue, const OperationId& operation, const QByteArray& what) override;

private:
    struct Target
    {
        CompositeRoutes::Route route;
        BulkEditor& bulk;
    };
    Result<Target> to(const QueueName& queue) const;

    const CompositeRoutes& m_routes;
    ActedQueues& m_acted;
};

} // namespace dueline
