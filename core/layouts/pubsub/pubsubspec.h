// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/customspec.h"

namespace dueline {

/// Parameters of the design that uses `SET id time` and `PUBLISH channel id`: the tasks are keys, and the queue has the
/// name of the channel.
struct PubsubSpec : CustomSpec
{
    using CustomSpec::CustomSpec;

    QString severalSlots() const override;

    QByteArray keys; ///< pattern of the keys that are tasks, as for SCAN

protected:
    QString assign(QByteArrayView name, QByteArrayView value) override;
    QString complete() override;
    QStringList parameterTexts() const override;
};

} // namespace dueline
