// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/loadingblock.h"

#include "ui/theme/tokens.h"

#include <QPainter>

namespace dueline {

void paintLoadingBlock(QPainter& painter, const Tokens& tokens, const QRectF& block, const QBrush& fill)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(tokens.highContrast ? QPen(tokens.text3, 1) : Qt::NoPen);
    painter.setBrush(tokens.highContrast ? Qt::NoBrush : fill);
    const double inset = tokens.highContrast ? 0.5 : 0;
    painter.drawRoundedRect(block.adjusted(inset, inset, -inset, -inset), 4, 4);
    painter.restore();
}

} // namespace dueline
