// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/customspec.h"

namespace dueline {

/// `SET id time` and `PUBLISH channel id`: the tasks are keys, the channel names the queue.
struct PubsubSpec : CustomSpec
{
    using CustomSpec::CustomSpec;

    QString severalSlots() const override;

    QByteArray keys; ///< pattern of the keys that are tasks, as SCAN's MATCH

protected:
    QString assign(QByteArrayView name, QByteArrayView value) override;
    QString complete() override;
    QStringList parameterTexts() const override;
};

} // namespace dueline
