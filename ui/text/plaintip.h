// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline {

/// A tooltip that shows `text` as it is written. Qt guesses whether a tooltip is HTML: unescaped, a payload would be
/// laid out; merely escaped, `"a" & b` would be shown as `&quot;a&quot; &amp; b`. So it is always HTML and says so;
/// long ones wrap. Empty stays empty.
inline QString plainTip(const QString& text)
{
    return text.isEmpty()
        ? QString()
        : QStringLiteral("<qt>%1</qt>").arg(text.toHtmlEscaped().replace(u'\n', QStringLiteral("<br>")));
}

} // namespace dueline
