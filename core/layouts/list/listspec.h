// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/customspec.h"

namespace dueline {

/// Parameters of a list of tasks that is processed with LPUSH, RPOP and published results (`list`), or of a list of
/// JSON messages with a timestamp and a retry count (`resend`).
struct ListSpec : CustomSpec
{
    using CustomSpec::CustomSpec;

    bool resends() const;

    static constexpr int usualMax = 3;
    static constexpr int mostResends = 1'000'000;

    QByteArray results; ///< for `list`: channel on which results are published; may be empty
    int max = usualMax; ///< for `resend`: maximum number of times that a message is sent again

protected:
    QString assign(QByteArrayView name, QByteArrayView value) override;
    QStringList parameterTexts() const override;
};

} // namespace dueline
