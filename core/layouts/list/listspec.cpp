// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/list/listspec.h"

#include "core/layouts/custom/customlayout.h"
#include "core/layouts/list/listwords.h"
#include "core/layouts/port/layouttext.h"

namespace dueline {

bool ListSpec::resends() const { return name() == "resend"; }

QString ListSpec::assign(QByteArrayView name, QByteArrayView value)
{
    if (name == "results") {
        results = decodedPart(value);
        return {};
    }
    bool isNumber = false;
    max = value.toByteArray().toInt(&isNumber);
    return isNumber && max >= 0 && max <= mostResends ? QString() : listwords::maxIsWrong();
}

QStringList ListSpec::parameterTexts() const
{
    QStringList texts;
    if (!results.isEmpty())
        texts << QStringLiteral("results=") + encodedPart(results);
    if (max != usualMax)
        texts << QStringLiteral("max=%1").arg(max);
    return texts;
}

} // namespace dueline
