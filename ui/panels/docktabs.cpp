// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/docktabs.h"

#include "ui/text/worded.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace dueline {

namespace {

constexpr int leastPadding = 4; ///< where there is little room
constexpr int plainPadding = 7; ///< before titles are made shorter than brief
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
    worded(this, [this] { setAccessibleName(tr("Panels")); });
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void DockTabs::setStatus(int index, const QString& status)
{
    if (this->status(index) == status)
        return;
    const int before = tabSizeHint(index).width();
    setTabData(index, status);
    nameTab(index);
    if (tabSizeHint(index).width() != before)
        setTabText(index, tabText(index)); // lays the strip out again
    fit();
    update();
}

void DockTabs::setTitle(int index, const QString& title, const QString& brief, const QString& least)
{
    m_least.resize(std::max<qsizetype>(m_least.size(), index + 1));
    m_least[index] = least;
    m_brief.resize(std::max<qsizetype>(m_brief.size(), index + 1));
    m_brief[index] = brief;
    setTabText(index, title);
    nameTab(index);
    fit();
}

void DockTabs::nameTab(int index)
{
    const QString told = status(index);
    setAccessibleTabName(index, told.isEmpty() ? tabText(index) : tabText(index) + QStringLiteral(", ") + told);
}

QString DockTabs::titleOf(int index, Words words) const
{
    const QString brief = m_brief.value(index);
    if (words >= Words::Least && !m_least.value(index).isEmpty())
        return m_least.value(index);
    return words == Words::All || brief.isEmpty() ? tabText(index) : brief;
}

void DockTabs::fit()
{
    const auto needs = [this](Words words, int padding) {
        int sum = 0;
        for (int i = 0; i < count(); ++i)
            sum += widthOf(i, words, padding);
        return sum;
    };
    const Words words = needs(Words::All, tabPadding) <= width() ? Words::All
        : needs(Words::Brief, tabPadding) <= width()             ? Words::Brief
        : needs(Words::Plain, plainPadding) <= width()           ? Words::Plain
        : needs(Words::Least, leastPadding) <= width()           ? Words::Least
        : needs(Words::Light, leastPadding) <= width()           ? Words::Light
                                                                 : Words::Small;
    int padding = tabPadding;
    while (words >= Words::Plain && padding > leastPadding && needs(words, padding) > width())
        --padding;
    if (words == m_words && padding == m_padding)
        return;
    m_words = words;
    m_padding = padding;
    for (int i = 0; i < count(); ++i)
        setTabText(i, tabText(i)); // lays the strip out again
}

void DockTabs::resizeEvent(QResizeEvent* event)
{
    QTabBar::resizeEvent(event);
    fit();
}

void DockTabs::setOpen(bool open)
{
    m_open = open;
    update();
}

QSize DockTabs::tabSizeHint(int index) const { return {widthOf(index, m_words, m_padding), stripHeight}; }

bool DockTabs::tellsStatus(int index, Words words) const { return words <= Words::Brief && !status(index).isEmpty(); }

/// Of its title: however near they stand, the first one keeps its place.
int DockTabs::leftOf(int index) const { return index == 0 ? tabPadding : m_padding; }

QFont DockTabs::fontOf(bool chosen, Words words) const
{
    return m_theme.font(
        words == Words::Small ? -1 : 0, chosen && words < Words::Light ? QFont::DemiBold : QFont::Normal);
}

int DockTabs::widthOf(int index, Words words, int padding) const
{
    // As wide as when it is chosen, so that choosing moves nothing.
    const int title = QFontMetrics(fontOf(true, words)).horizontalAdvance(titleOf(index, words));
    return title + padding + (index == 0 ? tabPadding : padding)
        + (tellsStatus(index, words) ? statusGap + QFontMetrics(m_theme.font(-1)).horizontalAdvance(status(index)) : 0);
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
        p.setFont(fontOf(chosen, m_words));
        p.setPen(chosen || touched ? t.text : t.text2);
        const QRect title = r.adjusted(leftOf(i), 0, -m_padding, 0);
        p.drawText(title, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, titleOf(i, m_words));
        if (tellsStatus(i, m_words)) {
            p.setFont(m_theme.font(-1));
            p.setPen(t.text2);
            p.drawText(title, Qt::AlignVCenter | Qt::AlignRight | Qt::TextSingleLine, status(i));
        }
        if (chosen)
            p.fillRect(title.adjusted(-m_padding / 2, title.height() - underline, m_padding / 2, 0), t.accent);
        if (hasFocus() && i == currentIndex()) {
            p.setPen(QPen(t.accent, 2));
            p.setBrush(Qt::NoBrush);
            p.drawRoundedRect(QRectF(r).adjusted(2, 3, -2, -5), 4, 4);
        }
    }
}

} // namespace dueline
