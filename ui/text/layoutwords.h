// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/keyguesses.h"

#include <QCoreApplication>

namespace dueline {

/// Layout that the user can select: a type, and one of its forms.
struct LayoutChoice
{
    const LayoutType* type = nullptr;
    std::size_t form = 0;

    /// Returns whether the layout consists of a single queue, whose key is entered in the first field.
    bool isDesign() const;
    static LayoutChoice of(const LayoutSpec& spec) { return {&spec.type(), spec.facts().form}; }
    bool operator==(const LayoutChoice&) const = default;
};

/// User-visible strings about layouts. Each layout in core/layouts defines its own strings.
class LayoutWords
{
    Q_DECLARE_TR_FUNCTIONS(LayoutWords)

public:
    /// Returns all available layouts and their forms, in display order.
    static const std::vector<std::pair<LayoutChoice, LayoutForm>>& choices();
    static const LayoutForm& formOf(const LayoutChoice& choice);

    /// Returns the heading above a layout's queues, such as `BullMQ 6.7.0` or `BullMQ 5.81.5, 6.7.0 (bullmq:shop)`.
    /// `id`: layout id, as in queue rows; empty for native queues.
    static QString headOf(const QByteArray& id, const QStringList& versions);
    /// Returns a short label for a queue's layout; empty if the queue's name is enough.
    static QString markOf(const QByteArray& id);
    static QString text(const char* source);
    static QString text(const LayoutText& text);
    /// Returns the features of a custom design that native queues don't have, one sentence each.
    static QStringList lostByAdoption(const LayoutSpec& spec);
};

} // namespace dueline
