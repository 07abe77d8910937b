// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/keyguesses.h"

#include <QCoreApplication>

namespace dueline {

/// A layout as people choose it: its type, and which of the type's forms.
struct LayoutChoice
{
    const LayoutType* type = nullptr;
    std::size_t form = 0;

    /// Whether it is one design, of the key that its fields name.
    bool isDesign() const;
    static LayoutChoice of(const LayoutSpec& spec) { return {&spec.type(), spec.facts().form}; }
    bool operator==(const LayoutChoice&) const = default;
};

/// What the window says about layouts. The words stand with each layout, in core/layouts.
class LayoutWords
{
    Q_DECLARE_TR_FUNCTIONS(LayoutWords)

public:
    /// All that are offered, with their forms, in the order in which they are shown.
    static const std::vector<std::pair<LayoutChoice, LayoutForm>>& choices();
    static const LayoutForm& formOf(const LayoutChoice& choice);

    /// What a layout's queues stand below: `BullMQ 6.7.0`, `BullMQ 5.81.5, 6.7.0 (bullmq:shop)`. `id`: as rows of
    /// queues have it; empty: native.
    static QString headOf(const QByteArray& id, const QStringList& versions);
    /// The short word beside a queue; empty: its name says enough.
    static QString markOf(const QByteArray& id);
    static QString text(const char* source);
    static QString text(const LayoutText& text);
    /// Of a design what a native queue does not have, a sentence each.
    static QStringList lostByAdoption(const LayoutSpec& spec);
};

} // namespace dueline
