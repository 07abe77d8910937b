// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutspec.h"
#include "core/queue/retrypolicy.h"

#include <QCoreApplication>

namespace dueline {

/// Properties that a new task can have in a layout. The dialog hides the fields for all others.
struct AddTaskRules : AddingFacts
{
    Q_DECLARE_TR_FUNCTIONS(AddTaskRules)

public:
    static AddTaskRules of(const LayoutSpec& layout);
    /// Returns the rules for a queue. `queues`: if AddingFacts::asksQueue is set, the queues to choose from, including
    /// the displayed one, if any.
    static AddTaskRules of(const LayoutSpec& connection, const QueueName& queue, const std::vector<QueueName>& queues);

    std::vector<QueueName> queues; ///< queues to choose from, with their names in the layout
    QueueName chosen; ///< initially selected item of `queues`; empty if there is none
    QByteArray behindQueue; ///< suffix, such as `@sidekiq`, that the connection appends to the names in `queues`

    /// Returns why the entered id isn't accepted; empty if it is.
    QString problemOf(const QString& id, bool hasPayload, int copies) const;
    /// Returns why the payload isn't accepted; empty if it is.
    QString problemOf(const QByteArray& payload) const;
    /// Returns why the backoff isn't accepted; empty if it is.
    QString problemOf(const Backoff& backoff) const;
};

} // namespace dueline
