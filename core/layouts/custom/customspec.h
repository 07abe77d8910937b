// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

class CustomLayout;

/// Custom design and its parameters. The queue is named after the design's key. Each design adds its own parameters.
struct CustomSpec : LayoutParameters
{
    explicit CustomSpec(const CustomLayout& layout)
        : design(&layout)
    { }

    const CustomLayout* design;
    QByteArray key; ///< key of the sorted set or list; for `pubsub`, the channel name
    // type of all tasks, which selects the handler; never empty; unused by cron, whose commands specify their types
    QByteArray type;

    /// Returns the name of one of Dueline's keys for the design: `{KEY}:dueline:<role>`, or `KEY:dueline:<role>` if the
    /// design's key has a hash tag. The key is in the same cluster slot as the design's key.
    QByteArray overlay(QByteArrayView role) const;
    /// Returns a clause that explains why the keys are in different cluster slots; empty if they share one.
    virtual QString severalSlots() const;
    bool fitsOneSlot() const { return severalSlots().isEmpty(); }
    /// Returns the text for `--layout`; the inverse of parseLayout().
    QString text() const;
    QByteArray name() const; ///< the design's name, such as `zset`

    bool operator==(const CustomSpec& other) const { return text() == other.text(); }

protected:
    friend class CustomLayout;

    /// Sets a parameter to its value in `--layout`. Returns why the value is invalid; empty if it is valid. `type` has
    /// already been set.
    virtual QString assign(QByteArrayView name, QByteArrayView value) = 0;
    /// Completes the parameters once all of them have been set. Returns an error sentence if a required parameter is
    /// missing; empty otherwise.
    virtual QString complete() { return {}; }
    /// Returns the parameters that differ from their defaults, such as `unit=ms`, in the order they are written. Omits
    /// `type`.
    virtual QStringList parameterTexts() const = 0;
};

using CustomSpecPtr = std::shared_ptr<const CustomSpec>;

} // namespace dueline
