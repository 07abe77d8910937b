// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/walltile.h"

#include "ui/text/formatting.h"

#include <QPainter>

#include <algorithm>

namespace dueline {

namespace {

constexpr int tileMargin = 28; ///< distance between the bar and the text
constexpr int tileBar = 10;
constexpr int tileValue = 84;
constexpr int leastTileValue = 44;
constexpr int tileUnitGap = 12;
constexpr double tileTint = 0.16;
constexpr double darkTileTint = 0.26;

} // namespace

WallTile::WallTile(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
{
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void WallTile::tell(const FigureButton::Content& content)
{
    if (content == m_content)
        return;
    m_content = content;
    const QString value = content.unit.isEmpty() ? content.value : content.value + u' ' + content.unit;
    setAccessibleName(value.isEmpty() ? content.label : tr("%1: %2").arg(content.label, value));
    setAccessibleDescription(content.note);
    update();
}

void WallTile::setScale(WallScale scale)
{
    m_scale = scale;
    update();
}

void WallTile::setStale(bool stale)
{
    m_isStale = stale;
    update();
}

QColor WallTile::alarm() const
{
    const Tokens& t = m_theme.tokens();
    return m_content.tone == Cell::Tone::Failure ? t.of(TaskState::Failed).fill
        : m_content.tone == Cell::Tone::Warning  ? t.of(TaskState::Leased).fill
                                                 : QColor();
}

std::pair<QString, QString> WallTile::clockWords(Millis length)
{
    const auto seconds = std::chrono::floor<std::chrono::seconds>(std::max(Millis(0), length)).count();
    const auto clock = [](qint64 whole, qint64 rest) {
        return QStringLiteral("%1:%2").arg(whole).arg(rest, 2, 10, QLatin1Char('0'));
    };
    constexpr qint64 minute = 60;
    constexpr qint64 hour = 60 * minute;
    constexpr qint64 day = 24 * hour;
    if (seconds < minute)
        return {QString::number(seconds), tr("s", "seconds")};
    if (seconds < hour)
        return {clock(seconds / minute, seconds % minute), tr("min", "minutes")};
    if (seconds < day)
        return {clock(seconds / hour, seconds % hour / minute), tr("h", "hours")};
    return {Formatting::count(seconds / day), tr("d", "days")};
}

void WallTile::paintEvent(QPaintEvent*)
{
    const Tokens& t = m_theme.tokens();
    QPainter painter(this);
    if (m_isStale)
        painter.setOpacity(t.staleOpacity());
    const QColor alarm = this->alarm();
    const int bar = m_scale.px(tileBar);
    painter.fillRect(rect(),
        alarm.isValid() && !t.highContrast ? mixed(alarm, t.surface, t.dark ? darkTileTint : tileTint) : t.sunken);
    if (alarm.isValid())
        painter.fillRect(QRect(0, 0, bar, height()), alarm);
    const QRect room = rect().adjusted(m_scale.px(tileMargin), m_scale.px(14), -m_scale.px(16), -m_scale.px(20));
    const auto line = [&painter](const QRect& where, const QString& text) {
        painter.drawText(where, int(Qt::AlignLeft) | int(Qt::AlignVCenter) | int(Qt::TextSingleLine),
            painter.fontMetrics().elidedText(text, Qt::ElideRight, where.width()));
    };
    const int labelHeight = m_scale.px(44);
    painter.setFont(m_scale.font(m_theme, 30));
    painter.setPen(alarm.isValid() ? t.text : t.text2);
    line(QRect(room.left(), room.top(), room.width(), labelHeight), m_content.label);
    painter.setFont(m_scale.font(m_theme, 28, alarm.isValid() ? QFont::DemiBold : QFont::Normal));
    line(QRect(room.left(), room.bottom() + 1 - labelHeight, room.width(), labelHeight), m_content.note);

    const QString value = m_content.isLoading ? QStringLiteral("…") : m_content.value;
    const QFont unitFont = m_scale.font(m_theme, 32);
    const int unit = m_content.unit.isEmpty()
        ? 0
        : m_scale.px(tileUnitGap) + QFontMetrics(unitFont).horizontalAdvance(m_content.unit);
    int pixels = tileValue;
    const auto widthAt
        = [&](int size) { return QFontMetrics(m_scale.font(m_theme, size, QFont::DemiBold)).horizontalAdvance(value); };
    // Compute the size instead of trying each one: loading a font takes about a millisecond.
    if (const int wide = widthAt(pixels); wide + unit > room.width())
        pixels = std::max(leastTileValue, pixels * std::max(1, room.width() - unit) / wide);
    // All values share a baseline, whatever their size.
    const int baseline = room.top() + m_scale.px(122);
    painter.setFont(m_scale.font(m_theme, pixels, QFont::DemiBold));
    painter.setPen(m_content.isLoading || m_content.tone == Cell::Tone::Absent ? t.faint : t.text);
    painter.drawText(room.left(), baseline,
        painter.fontMetrics().elidedText(value, Qt::ElideRight, std::max(1, room.width() - unit)));
    if (unit > 0) {
        const int left = room.left() + std::min(widthAt(pixels), room.width() - unit) + m_scale.px(tileUnitGap);
        painter.setFont(unitFont);
        painter.setPen(t.text2);
        painter.drawText(left, baseline, m_content.unit);
    }
}

} // namespace dueline
