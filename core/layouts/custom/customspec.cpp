// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/custom/customspec.h"

#include "core/layouts/custom/customlayout.h"
#include "core/layouts/custom/customwords.h"
#include "core/layouts/port/layouttext.h"

namespace dueline {

QByteArray CustomSpec::overlay(QByteArrayView role) const
{
    const qsizetype open = key.indexOf('{');
    const bool tagged = open >= 0 && key.indexOf('}', open) > open + 1;
    return (tagged ? key : '{' + key + '}') + ":dueline:" + role.toByteArray();
}

QString CustomSpec::severalSlots() const
{
    const qsizetype open = key.indexOf('{');
    const bool fits = key.indexOf('}', open) > open + 1 ? open >= 0 : open < 0 && !key.contains('}');
    return fits ? QString() : customwords::keyHasBraces();
}

QByteArray CustomSpec::name() const { return design->name(); }

QString CustomSpec::text() const
{
    QStringList parameters = parameterTexts();
    if (design->hasTypes() && type != key)
        parameters << QStringLiteral("type=") + encodedPart(type);
    const QString text = QString::fromLatin1(name()) + u':' + encodedPart(key);
    return parameters.isEmpty() ? text : text + u'?' + parameters.join(u'&');
}

} // namespace dueline
