// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

class CustomLayout;

/// A design written by hand, with its parameters. The queue's name is its key. Each design adds its own parameters.
struct CustomSpec : LayoutParameters
{
    explicit CustomSpec(const CustomLayout& layout)
        : design(&layout)
    { }

    const CustomLayout* design;
    QByteArray key; ///< the sorted set or list; for `pubsub` the channel
    QByteArray type; ///< names the handler of all tasks; never empty; unused by cron, whose commands name their own

    /// Returns a key of Dueline next to the design's key, in the same slot of a cluster: `{KEY}:dueline:<role>`, or
    /// `KEY:dueline:<role>` if the key has its own hash tag.
    QByteArray overlay(QByteArrayView role) const;
    /// Returns why its keys are not in one slot of a cluster, as a clause; empty if they are.
    virtual QString severalSlots() const;
    bool fitsOneSlot() const { return severalSlots().isEmpty(); }
    /// Returns the text that `--layout` accepts; parseLayout() reads it back.
    QString text() const;
    QByteArray name() const; ///< name of the design: `zset`

    bool operator==(const CustomSpec& other) const { return text() == other.text(); }

protected:
    friend class CustomLayout;

    /// Sets one parameter to its value in `--layout`. Returns what is wrong with it, or nothing. `type` is already set.
    virtual QString assign(QByteArrayView name, QByteArrayView value) = 0;
    /// Completes the parameters after the last one. Returns what is missing, or nothing.
    virtual QString complete() { return {}; }
    /// Returns the parameters that differ from the defaults, `unit=ms`, in their order of writing; without `type`.
    virtual QStringList parameterTexts() const = 0;
};

using CustomSpecPtr = std::shared_ptr<const CustomSpec>;

} // namespace dueline
