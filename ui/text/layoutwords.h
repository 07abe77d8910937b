// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/keyguesses.h"

#include <QCoreApplication>

namespace dueline {

/// Layout selected by the user: its type, and one of the type's forms.
struct LayoutChoice
{
    const LayoutType* type = nullptr;
    std::size_t form = 0;

    /// Returns whether this is a layout with a single queue, whose key is in the first field.
    bool isDesign() const;
    static LayoutChoice of(const LayoutSpec& spec) { return {&spec.type(), spec.facts().form}; }
    bool operator==(const LayoutChoice&) const = default;
};

/// Strings about layouts, as shown in the window. They are defined with each layout in core/layouts.
class LayoutWords
{
    Q_DECLARE_TR_FUNCTIONS(LayoutWords)

public:
    /// Returns all available layouts, with their forms, in display order.
    static const std::vector<std::pair<LayoutChoice, LayoutForm>>& choices();
    static const LayoutForm& formOf(const LayoutChoice& choice);

    /// Returns the heading above a layout's queues: `BullMQ 6.7.0`, `BullMQ 5.81.5, 6.7.0 (bullmq:shop)`. `id`: layout
    /// id as in rows of queues; empty for native queues.
    static QString headOf(const QByteArray& id, const QStringList& versions);
    /// Returns the short label of a queue's layout; empty if the queue's name is sufficient.
    static QString markOf(const QByteArray& id);
    static QString text(const char* source);
    static QString text(const LayoutText& text);
    /// Returns the features of a custom design that a native queue lacks, one sentence each.
    static QStringList lostByAdoption(const LayoutSpec& spec);
};

} // namespace dueline
