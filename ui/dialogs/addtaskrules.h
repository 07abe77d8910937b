// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutspec.h"
#include "core/queue/retrypolicy.h"

#include <QCoreApplication>

namespace dueline {

/// What a task of a layout can be given when it is added; what it cannot, the dialog does not ask for.
struct AddTaskRules : AddingFacts
{
    Q_DECLARE_TR_FUNCTIONS(AddTaskRules)

public:
    static AddTaskRules of(const LayoutSpec& layout);
    /// Of the layout of one queue. Where the dialog asks for the queue (AddingFacts::asksQueue), `queues` has those of
    /// the connection that may be chosen, the one in view among them, if it is one.
    static AddTaskRules of(const LayoutSpec& connection, const QueueName& queue, const std::vector<QueueName>& queues);

    std::vector<QueueName> queues; ///< to choose from, as their layout calls them
    QueueName chosen; ///< of them; empty: none yet
    QByteArray behindQueue; ///< what stands behind such a name in the connection: `@sidekiq`, or nothing

    /// Why the id that was entered will not do; empty: it will.
    QString problemOf(const QString& id, bool hasPayload, int copies) const;
    /// Why the payload will not do; empty: it will.
    QString problemOf(const QByteArray& payload) const;
    /// Why the backoff will not do.
    QString problemOf(const Backoff& backoff) const;
};

} // namespace dueline
