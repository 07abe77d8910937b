// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutspec.h"
#include "core/queue/retrypolicy.h"

#include <QCoreApplication>

namespace dueline {

/// Properties that a new task of a layout can have. The dialog hides all others.
struct AddTaskRules : AddingFacts
{
    Q_DECLARE_TR_FUNCTIONS(AddTaskRules)

public:
    static AddTaskRules of(const LayoutSpec& layout);
    /// Returns the rules for one queue. `queues`: queues that the user can choose from if AddingFacts::asksQueue is
    /// set, including the queue in view, if any.
    static AddTaskRules of(const LayoutSpec& connection, const QueueName& queue, const std::vector<QueueName>& queues);

    std::vector<QueueName> queues; ///< selectable queues, by their names in the layout
    QueueName chosen; ///< initially selected queue of `queues`; empty: none
    QByteArray behindQueue; ///< suffix of the names in `queues` on the connection: `@sidekiq`, or empty

    /// Returns why the entered id is not accepted; empty if it is.
    QString problemOf(const QString& id, bool hasPayload, int copies) const;
    /// Returns why the payload is not accepted; empty if it is.
    QString problemOf(const QByteArray& payload) const;
    /// Returns why the backoff is not accepted; empty if it is.
    QString problemOf(const Backoff& backoff) const;
};

} // namespace dueline
