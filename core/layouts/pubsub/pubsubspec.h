// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/customspec.h"

namespace dueline {

/// Parameters of a design that uses `SET id time` and `PUBLISH channel id`. The tasks are keys, and the queue is named
/// after the channel.
struct PubsubSpec : CustomSpec
{
    using CustomSpec::CustomSpec;

    QString severalSlots() const override;

    QByteArray keys; ///< pattern of task keys, in SCAN syntax

protected:
    QString assign(QByteArrayView name, QByteArrayView value) override;
    QString complete() override;
    QStringList parameterTexts() const override;
};

} // namespace dueline
