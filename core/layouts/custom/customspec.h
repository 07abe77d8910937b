// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

class CustomLayout;

/// One of the designs that people write by hand, with its parameters. The queue's name is its key. Each design adds
/// what is its own.
struct CustomSpec : LayoutParameters
{
    explicit CustomSpec(const CustomLayout& layout)
        : design(&layout)
    { }

    const CustomLayout* design;
    QByteArray key; ///< of the sorted set or list; of `pubsub` the channel
    QByteArray type; ///< names the handler of all tasks; never empty; unused by cron, whose commands name theirs

    /// A key of ours beside theirs, in the same slot of a cluster: `{KEY}:dueline:<role>`, or `KEY:dueline:<role>`
    /// where the key has a hash tag of its own.
    QByteArray overlay(QByteArrayView role) const;
    /// Why its keys do not lie in one slot of a cluster, a part of a sentence; empty: they do.
    virtual QString severalSlots() const;
    bool fitsOneSlot() const { return severalSlots().isEmpty(); }
    /// The text that `--layout` accepts; parseLayout() reads it back.
    QString text() const;
    QByteArray name() const; ///< of the design: `zset`

    bool operator==(const CustomSpec& other) const { return text() == other.text(); }

protected:
    friend class CustomLayout;

    /// Puts one parameter in its place, as it stands in `--layout`; what is wrong with it, or nothing. `type` is known.
    virtual QString assign(QByteArrayView name, QByteArrayView value) = 0;
    /// After all of them; what is missing, or nothing.
    virtual QString complete() { return {}; }
    /// Those that are not as usual, `unit=ms`, in the order in which they are written; without `type`.
    virtual QStringList parameterTexts() const = 0;
};

using CustomSpecPtr = std::shared_ptr<const CustomSpec>;

} // namespace dueline
