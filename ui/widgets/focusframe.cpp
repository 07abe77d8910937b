// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/focusframe.h"

#include "ui/theme/theme.h"

#include <QPainter>

namespace dueline {

void paintFocusFrame(QPainter& painter, const Theme& theme, const QRect& rect)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false); // align the frame's edges with pixels
    painter.setBrush(Qt::NoBrush);
    QPen pen(theme.tokens().accent, 2);
    pen.setJoinStyle(Qt::MiterJoin);
    painter.setPen(pen);
    painter.drawRect(QRectF(rect).adjusted(1, 1, -1, -1));
    painter.restore();
}

} // namespace dueline
