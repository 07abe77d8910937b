// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

class CustomLayout;

/// Custom design with its parameters. The queue has the name of its key. Each design adds its own parameters.
struct CustomSpec : LayoutParameters
{
    explicit CustomSpec(const CustomLayout& layout)
        : design(&layout)
    { }

    const CustomLayout* design;
    QByteArray key; ///< key of the sorted set or list; for `pubsub`, the channel
    // type of all tasks, which selects the handler; never empty; not used by cron, whose commands define their own
    // types
    QByteArray type;

    /// Returns one of Dueline's keys next to the design's key, in the same cluster slot: `{KEY}:dueline:<role>`, or
    /// `KEY:dueline:<role>` if the key has its own hash tag.
    QByteArray overlay(QByteArrayView role) const;
    /// Returns a clause stating why the keys are not in one cluster slot; empty if they are.
    virtual QString severalSlots() const;
    bool fitsOneSlot() const { return severalSlots().isEmpty(); }
    /// Returns the text for `--layout`. The inverse of parseLayout().
    QString text() const;
    QByteArray name() const; ///< name of the design, such as `zset`

    bool operator==(const CustomSpec& other) const { return text() == other.text(); }

protected:
    friend class CustomLayout;

    /// Sets a parameter to its value in `--layout`. Returns why the value is invalid; empty if it is valid. `type` is
    /// already set.
    virtual QString assign(QByteArrayView name, QByteArrayView value) = 0;
    /// Completes the parameters after all of them have been set. Returns what is missing; empty if nothing is.
    virtual QString complete() { return {}; }
    /// Returns the parameters that differ from their defaults, such as `unit=ms`, in the order in which they are
    /// written. Omits `type`.
    virtual QStringList parameterTexts() const = 0;
};

using CustomSpecPtr = std::shared_ptr<const CustomSpec>;

} // namespace dueline
