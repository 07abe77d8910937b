// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/toolbutton.h"

#include "ui/theme/theme.h"

#include <QFontMetrics>
#include <QToolButton>

#include <algorithm>

namespace dueline {

void fitToolButton(QToolButton& button, const Theme& theme) { fitToolButton(button, theme, {button.text()}); }

void fitToolButton(QToolButton& button, const Theme& theme, const QStringList& words)
{
    constexpr int padding = 16;
    const QFontMetrics metrics(theme.font());
    int widest = 0;
    for (const QString& text : words)
        widest = std::max(widest, metrics.horizontalAdvance(text));
    const bool shown = button.toolButtonStyle() == Qt::ToolButtonTextBesideIcon && widest > 0;
    button.setFixedWidth(button.iconSize().width() + padding + (shown ? 4 + widest + 4 : 0));
}

} // namespace dueline
