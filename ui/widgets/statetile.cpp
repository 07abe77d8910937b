// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/statetile.h"

#include "ui/theme/theme.h"

#include <algorithm>

namespace dueline {

void paintStateTile(QPainter& painter, const Theme& theme, QPointF topLeft, int size, TaskState state)
{
    const StateColors& colors = theme.tokens().of(state);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.edge);
    const double radius = std::max(3.5, size / 6.0);
    painter.drawRoundedRect(QRectF(topLeft, QSizeF(size, size)), radius, radius);
    painter.setBrush(colors.fill);
    painter.drawRoundedRect(QRectF(topLeft, QSizeF(size, size)).adjusted(1, 1, -1, -1), radius - 1, radius - 1);
    const int glyph = size <= 14 ? 9 : size <= 16 ? 11 : std::max(14, size * 7 / 10);
    const qreal ratio = painter.device() ? painter.device()->devicePixelRatioF() : 1.0;
    const double offset = (size - glyph) / 2.0;
    painter.drawPixmap(
        topLeft + QPointF(offset, offset), theme.pixmap(Theme::stateIcon(state), colors.glyph, glyph, ratio));
    painter.restore();
}

QPixmap stateTile(const Theme& theme, int size, TaskState state, qreal ratio)
{
    QPixmap tile(QSize(size, size) * ratio);
    tile.setDevicePixelRatio(ratio);
    tile.fill(Qt::transparent);
    QPainter painter(&tile);
    paintStateTile(painter, theme, {0, 0}, size, state);
    return tile;
}

int paintAttemptPips(
    QPainter& painter, const Theme& theme, QRect area, int made, int of, TaskState state, bool stale, int step)
{
    constexpr int pitch = 8;
    const Tokens& t = stale ? theme.staleTokens() : theme.tokens();
    int x = area.left();
    const int y = area.center().y() - 3;
    if (std::max(of, made) <= 8) {
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing, true);
        painter.setOpacity(stale ? t.staleOpacity() : 1);
        for (int i = 0; i < std::max(of, made); ++i, x += pitch) {
            const QRectF pip(x + 0.5, y + 0.5, 5, 7);
            const bool last = i == made - 1;
            if (i >= made) {
                painter.setPen(QPen(t.control, 1));
                painter.setBrush(Qt::NoBrush);
            } else {
                const TaskState shown = last && state == TaskState::Leased ? TaskState::Leased
                    : last && state == TaskState::Done                     ? TaskState::Done
                                                                           : TaskState::Failed;
                painter.setPen(QPen(t.of(shown).edge, 1));
                painter.setBrush(t.of(shown).fill);
            }
            // Pips for remaining attempts have square corners: adjacent round pips would look like digits.
            painter.setRenderHint(QPainter::Antialiasing, i < made);
            painter.drawRoundedRect(pip, i < made ? 1 : 0, i < made ? 1 : 0);
        }
        painter.restore();
        x += 2;
    }
    painter.setFont(theme.font(step));
    painter.setPen(t.text2);
    // `of` is 0 if the maximum is unknown.
    const QString text = of > 0 ? QStringLiteral("%1/%2").arg(made).arg(of) : QString::number(made);
    painter.drawText(QRect(x, area.top(), area.right() - x + 1, area.height()), Qt::AlignLeft | Qt::AlignVCenter, text);
    return x + painter.fontMetrics().horizontalAdvance(text);
}

} // namespace dueline
