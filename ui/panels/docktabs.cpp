// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/docktabs.h"

#include "ui/theme/theme.h"

#include <QPainter>

namespace dueline {

namespace {

constexpr int padding = 10;
constexpr int statusGap = 8;
constexpr int underline = 3;

} // namespace

DockTabs::DockTabs(const Theme& theme, QWidget* parent)
    : QTabBar(parent)
    , m_theme(theme)
{
    setDrawBase(false);
    setExpanding(false);
    setElideMode(Qt::ElideNone);
    setUsesScrollButtons(true);
    setMouseTracking(true);
    setFixedHeight(stripHeight);
    setAccessibleName(tr("Panels"));
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void DockTabs::setStatus(int index, const QString& status)
{
    if (this->status(index) == status)
        return;
    const int width = tabSizeHint(index).width();
    setTabData(index, status);
    setAccessibleTabName(index, status.isEmpty() ? tabText(index) : tabText(index) + QStringLiteral(", ") + status);
    if (tabSizeHint(index).width() != width)
        setTabText(index, tabText(index)); // lays the strip out again
    update();
}

void DockTabs::setOpen(bool open)
{
    m_open = open;
    update();
}

QSize DockTabs::tabSizeHint(int index) const
{
    // As wide as when it is chosen, so that choosing moves nothing.
    int width = QFontMetrics(m_theme.font(0, QFont::DemiBold)).horizontalAdvance(tabText(index)) + 2 * padding;
    if (!status(index).isEmpty())
        width += statusGap + QFontMetrics(m_theme.font(-1)).horizontalAdvance(status(index));
    return {width, stripHeight};
}

void DockTabs::paintEvent(QPaintEvent*)
{
    QPainter p(this);
    const Tokens& t = m_theme.tokens();
    const QPoint pointer = mapFromGlobal(QCursor::pos());
    for (int i = 0; i < count(); ++i) {
        const QRect r = tabRect(i);
        const bool chosen = m_open && i == currentIndex();
        const bool touched = underMouse() && r.contains(pointer);
        p.setFont(m_theme.font(0, chosen ? QFont::DemiBold : QFont::Normal));
        p.setPen(chosen || touched ? t.text : t.text2);
        const QRect title = r.adjusted(padding, 0, -padding, 0);
        p.drawText(title, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, tabText(i));
        if (!status(i).isEmpty()) {
            p.setFont(m_theme.font(-1));
            p.setPen(t.text2);
            p.drawText(title, Qt::AlignVCenter | Qt::AlignRight | Qt::TextSingleLine, status(i));
        }
        if (chosen)
            p.fillRect(r.left() + padding / 2, r.bottom() - underline + 1, r.width() - padding, underline, t.accent);
        if (hasFocus() && i == currentIndex()) {
            p.setPen(QPen(t.accent, 2));
            p.setBrush(Qt::NoBrush);
            p.drawRoundedRect(QRectF(r).adjusted(2, 3, -2, -5), 4, 4);
        }
    }
}

} // namespace dueline
