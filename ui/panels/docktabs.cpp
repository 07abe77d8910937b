// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/docktabs.h"

#include "ui/panels/docktabsaccessible.h"
#include "ui/text/languagechange.h"
#include "ui/text/plaintexttooltip.h"
#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace dueline {

namespace {

constexpr int leastPadding = 4; ///< padding in pixels if space is short
constexpr int smallPadding = 1; ///< padding in the smaller font; if this is not enough, the bar scrolls
/// Minimum padding of brief titles; if they still do not fit, the shortest titles are used.
constexpr int plainPadding = 7;
constexpr int statusGap = 4; ///< gap between a title and its status, which may use part of the padding
constexpr int dotSize = 5;
constexpr int underline = 3;

} // namespace

DockTabs::DockTabs(const Theme& theme, QWidget* parent)
    : QTabBar(parent)
    , m_theme(theme)
{
    DockTabsAccessible::install();
    setDrawBase(false);
    setExpanding(false);
    setElideMode(Qt::ElideNone);
    setUsesScrollButtons(true);
    setMouseTracking(true);
    setFixedHeight(stripHeight);
    onLanguageChange(this, [this] { setAccessibleName(tr("Panels")); });
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void DockTabs::setStatus(int index, const QString& status)
{
    if (this->status(index) == status)
        return;
    setTabData(index, status);
    nameTab(index);
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

void DockTabs::setStatusRoom(int index, const QString& longest)
{
    m_longest.resize(std::max<qsizetype>(m_longest.size(), index + 1));
    m_longest[index] = longest;
    fit();
}

void DockTabs::nameTab(int index)
{
    const QString told = status(index);
    setAccessibleTabName(index, told.isEmpty() ? tabText(index) : tabText(index) + QStringLiteral(", ") + told);
    setTabToolTip(index, told.isEmpty() ? QString() : plainTextToolTip(tabText(index) + QStringLiteral(": ") + told));
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
    // The result depends only on the longest typical statuses, not on the current ones.
    int rooms = 0;
    int tabsWithStatus = 0;
    for (int i = 0; i < count(); ++i) {
        rooms += statusRoom(i);
        tabsWithStatus += statusRoom(i) > 0;
    }
    const Words words = needs(Words::All, tabPadding) + rooms <= width() ? Words::All
        : needs(Words::Brief, tabPadding) <= width()                     ? Words::Brief
        : needs(Words::Brief, plainPadding) <= width()                   ? Words::Plain
        : needs(Words::Least, leastPadding) <= width()                   ? Words::Least
        : needs(Words::Light, leastPadding) <= width()                   ? Words::Light
                                                                         : Words::Small;
    int padding = tabPadding;
    const int least = words == Words::Small ? smallPadding : leastPadding;
    while (words >= Words::Plain && padding > least && needs(words, padding) > width())
        --padding;
    const int left = width() - needs(words, padding);
    const int room = words <= Words::Brief && tabsWithStatus > 0 ? std::max(0, left / tabsWithStatus) : 0;
    if (words == m_words && padding == m_padding && room == m_statusRoom)
        return;
    m_words = words;
    m_padding = padding;
    m_statusRoom = room;
    for (int i = 0; i < count(); ++i)
        setTabText(i, tabText(i)); // makes the bar update its layout
}

/// Returns the space to reserve after a title if there is enough space overall.
int DockTabs::statusRoom(int index) const
{
    const QString longest = m_longest.value(index);
    return longest.isEmpty()
        ? 0
        : std::max(0, statusGap + QFontMetrics(m_theme.font(-1)).horizontalAdvance(longest) - tabPadding / 2);
}

QString DockTabs::shownStatus(int index) const
{
    const QString told = status(index);
    const int room = std::min(m_statusRoom, statusRoom(index)) + m_padding - statusGap;
    return told.isEmpty() || QFontMetrics(m_theme.font(-1)).horizontalAdvance(told) <= room ? told
                                                                                            : QString(QChar(0x2022));
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

void DockTabs::press(int index)
{
    setCurrentIndex(index);
    Q_EMIT tabBarClicked(index);
}

QSize DockTabs::tabSizeHint(int index) const
{
    return {widthOf(index, m_words, m_padding) + std::min(m_statusRoom, statusRoom(index)), stripHeight};
}

/// Returns the left padding of a title. The first title is always in the same position.
int DockTabs::leftOf(int index) const { return index == 0 ? tabPadding : m_padding; }

QFont DockTabs::fontOf(bool chosen, Words words) const
{
    return m_theme.font(
        words == Words::Small ? -2 : 0, chosen && words < Words::Light ? QFont::DemiBold : QFont::Normal);
}

int DockTabs::widthOf(int index, Words words, int padding) const
{
    // Use the width of a selected tab, so that tabs do not move when the selection changes.
    const int title = QFontMetrics(fontOf(true, words)).horizontalAdvance(titleOf(index, words));
    return title + padding + (index == 0 ? tabPadding : padding);
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
        const int behind = title.left() + QFontMetrics(fontOf(true, m_words)).horizontalAdvance(titleOf(i, m_words));
        if (const QString told = shownStatus(i); !told.isEmpty() && told == status(i)) {
            p.setFont(m_theme.font(-1));
            p.setPen(t.text2);
            p.drawText(QRect(behind + statusGap, r.top(), r.right() - behind, r.height()),
                Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, told);
        } else if (!told.isEmpty()) {
            p.setRenderHint(QPainter::Antialiasing);
            p.setPen(Qt::NoPen);
            p.setBrush(t.accent);
            p.drawEllipse(QRectF(std::min(behind + 1, r.right() - dotSize), r.center().y() - 9, dotSize, dotSize));
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
