// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/customspec.h"

namespace dueline {

/// Parameters of the design with `SET id time` and `PUBLISH channel id`: the tasks are keys, and the channel names the
/// queue.
struct PubsubSpec : CustomSpec
{
    using CustomSpec::CustomSpec;

    QString severalSlots() const override;

    QByteArray keys; ///< MATCH pattern of the keys that are tasks, as in SCAN

protected:
    QString assign(QByteArrayView name, QByteArrayView value) override;
    QString complete() override;
    QStringList parameterTexts() const override;
};

} // namespace dueline
