// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/handmade/handmadespec.h"

#include "core/layouts/handmade/handmadelayout.h"
#include "core/layouts/layoutregistry.h"
#include "core/layouts/layouttext.h"

#include <algorithm>

namespace dueline {

QByteArray HandmadeSpec::overlay(QByteArrayView role) const
{
    const qsizetype open = key.indexOf('{');
    const bool tagged = open >= 0 && key.indexOf('}', open) > open + 1;
    return (tagged ? key : '{' + key + '}') + ":dueline:" + role.toByteArray();
}

QString HandmadeSpec::severalSlots() const
{
    const qsizetype open = key.indexOf('{');
    const bool fits = key.indexOf('}', open) > open + 1 ? open >= 0 : open < 0 && !key.contains('}');
    return fits ? QString()
                : QStringLiteral("no key of ours can lie in the slot of a key with such braces in its name");
}

QByteArray HandmadeSpec::name() const { return design->name(); }

QString HandmadeSpec::text() const
{
    QStringList parameters = parameterTexts();
    if (design->hasTypes() && type != key)
        parameters << QStringLiteral("type=") + encodedPart(type);
    const QString text = QString::fromLatin1(name()) + u':' + encodedPart(key);
    return parameters.isEmpty() ? text : text + u'?' + parameters.join(u'&');
}

Result<HandmadeSpecPtr> parseHandmade(const QString& text)
{
    const auto layout = parseLayout(text);
    if (!layout)
        return layout.error();
    auto spec = std::dynamic_pointer_cast<const HandmadeSpec>(layout->parameters());
    return spec ? Result<HandmadeSpecPtr>(std::move(spec)) : unknownLayout(text);
}

} // namespace dueline
