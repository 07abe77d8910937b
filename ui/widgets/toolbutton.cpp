// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/toolbutton.h"

#include "ui/theme/theme.h"

#include <QFontMetrics>
#include <QToolButton>

namespace dueline {

void fitToolButton(QToolButton& button, const Theme& theme)
{
    constexpr int padding = 16;
    const int icon = button.iconSize().width();
    const bool words = button.toolButtonStyle() == Qt::ToolButtonTextBesideIcon && !button.text().isEmpty();
    button.setFixedWidth(
        icon + padding + (words ? 4 + QFontMetrics(theme.font()).horizontalAdvance(button.text()) + 4 : 0));
}

} // namespace dueline
