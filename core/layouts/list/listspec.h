// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/customspec.h"

namespace dueline {

/// Parameters of a list of tasks processed with LPUSH, RPOP and published results (`list`), or of a list of JSON
/// messages with a timestamp and a retry count (`resend`).
struct ListSpec : CustomSpec
{
    using CustomSpec::CustomSpec;

    bool resends() const;

    static constexpr int usualMax = 3;
    static constexpr int mostResends = 1'000'000;

    QByteArray results; ///< for `list`: channel to publish results on; may be empty
    int max = usualMax; ///< for `resend`: maximum number of times that a message is resent

protected:
    QString assign(QByteArrayView name, QByteArrayView value) override;
    QStringList parameterTexts() const override;
};

} // namespace dueline
