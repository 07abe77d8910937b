// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetrics>
#include <QString>
#include <QToolTip>

namespace dueline {

/// Returns a tooltip that shows `text` literally; empty if `text` is empty. Qt guesses whether a tooltip is HTML, so an
/// unescaped payload could be rendered as markup, and escaped text such as `"a" & b` could be shown as `&quot;a&quot;
/// &amp; b`. To prevent this, the result is always marked as HTML. Qt wraps HTML into a narrow block, so lines up to
/// 360 pixels are kept from wrapping.
inline QString plainTextToolTip(const QString& text)
{
    constexpr int widest = 360;
    if (text.isEmpty())
        return {};
    const QFontMetrics metrics(QToolTip::font());
    bool fits = true;
    for (const QString& line : text.split(u'\n'))
        fits = fits && metrics.horizontalAdvance(line.left(widest)) <= widest;
    const QString written = text.toHtmlEscaped().replace(u'\n', QStringLiteral("<br>"));
    return fits
        ? QStringLiteral("<qt><div style='white-space:pre'>%1</div></qt>").arg(written)
        : QStringLiteral("<qt><table width='%1' cellspacing='0' cellpadding='0'><tr><td>%2</td></tr></table></qt>")
              .arg(QString::number(widest), written);
}

} // namespace dueline
