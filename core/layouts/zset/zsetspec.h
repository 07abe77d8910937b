// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/customspec.h"

namespace dueline {

/// Parameters of a sorted set scored by time. With `zset`, the set contains ids. Workers either lock ids with lock
/// keys, or poll the set and remove an id after success. With `cron`, which has no parameters, the set contains
/// `COMMAND_<unix s>`.
struct ZsetSpec : CustomSpec
{
    using CustomSpec::CustomSpec;

    bool isCron() const;
    bool locks() const { return !lock.isEmpty(); }
    /// Returns the name of the key that locks a task.
    QByteArray lockKey(QByteArrayView id) const;
    QString severalSlots() const override;

    static constexpr Millis usualLock{60'000};

    bool milliseconds = false; ///< true if scores are in milliseconds since the epoch, not seconds
    QByteArray lock; ///< pattern for lock keys, where `%1` stands for the id; empty if there are no locks
    Millis lockFor = usualLock; ///< time for which the design's workers lock a task

protected:
    QString assign(QByteArrayView name, QByteArrayView value) override;
    QString complete() override;
    QStringList parameterTexts() const override;
};

} // namespace dueline
