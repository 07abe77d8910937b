// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/docktabs.h"

#include "ui/panels/docktabsaccessible.h"
#include "ui/text/languagechange.h"
#include "ui/text/plaintexttooltip.h"
#include "ui/theme/theme.h"
#include "ui/widgets/assistive.h"

#include <QMenu>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace dueline {

namespace {

constexpr int leastPadding = 8; ///< padding in pixels if space is short
constexpr int statusGap = 3; ///< gap between a title and its status, which may use part of the padding
constexpr int dotSize = 5;
constexpr int underline = 3;
constexpr int moreWidth = 28; ///< width of the button for the overflow menu
constexpr int badgeSize = -2; ///< font size of a status, as passed to Theme::font()

} // namespace

DockTabs::DockTabs(const Theme& theme, QWidget* parent)
    : QTabBar(parent)
    , m_theme(theme)
    , m_more(new QToolButton(this))
    , m_menu(new QMenu(this))
{
    DockTabsAccessible::install();
    setDrawBase(false);
    setExpanding(false);
    setElideMode(Qt::ElideNone);
    setUsesScrollButtons(false);
    setMouseTracking(true);
    setFixedHeight(stripHeight);
    m_more->setObjectName(QStringLiteral("dockMore"));
    m_more->setIcon(theme.icon(QStringLiteral("more")));
    m_more->setIconSize({16, 16});
    m_more->setFixedSize(moreWidth, 26);
    m_more->hide();
    Assistive::opensMenu(*m_more, *m_menu);
    connect(m_menu, &QMenu::aboutToShow, this, &DockTabs::fillMenu);
    connect(m_menu, &QMenu::triggered, this, [this](const QAction* entry) { press(entry->data().toInt()); });
    connect(this, &QTabBar::currentChanged, this, &DockTabs::fit); // the current tab must always be visible
    onLanguageChange(this, [this] {
        setAccessibleName(tr("Panels"));
        m_more->setAccessibleName(tr("More panels"));
        m_more->setToolTip(tr("More panels"));
    });
    connect(&theme, &Theme::changed, this, [this] {
        m_more->setIcon(m_theme.icon(QStringLiteral("more")));
        fit();
        update();
    });
}

void DockTabs::setStatus(int index, const QString& status)
{
    if (this->status(index) == status)
        return;
    setTabData(index, status);
    nameTab(index);
    update();
}

void DockTabs::setTitle(int index, const QString& title)
{
    setTabText(index, title);
    nameTab(index);
    fit();
}

void DockTabs::setSpare(const QList<int>& tabs)
{
    m_spare = tabs;
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

void DockTabs::fit()
{
    if (m_fitting || count() == 0)
        return;
    m_fitting = true;
    const auto needs = [this](int padding) {
        int sum = 0;
        for (int i = 0; i < count(); ++i)
            sum += widthOf(i, padding);
        return sum;
    };
    int most = 0;
    for (int i = 0; i < count(); ++i)
        most = std::max(most, statusRoom(i));
    m_padding = tabPadding;
    while (m_padding > leastPadding && needs(m_padding) > width())
        --m_padding;
    // The space for a status depends only on the longest typical statuses, not on the current ones. Tabs without a
    // status get it too, so that the gaps between titles are equal.
    m_statusRoom = std::clamp((width() - needs(m_padding)) / count(), 0, most);
    hideTabs();
    for (int i = 0; i < count(); ++i)
        setTabText(i, tabText(i)); // make the bar update its layout
    m_fitting = false;
    tabLayoutChange();
}

/// Hides the tabs that don't fit. The current tab stays visible.
void DockTabs::hideTabs()
{
    QList<int> order = m_spare;
    for (int i = count() - 1; i >= 0; --i) {
        if (!order.contains(i))
            order << i;
    }
    order.removeOne(currentIndex());
    int needed = 0;
    for (int i = 0; i < count(); ++i)
        needed += widthOf(i, m_padding);
    const int room = needed > width() ? width() - moreWidth : width();
    if (currentIndex() >= 0)
        setTabVisible(currentIndex(), true);
    for (const int index : order) {
        const bool fits = needed <= room;
        setTabVisible(index, fits);
        if (!fits)
            needed -= widthOf(index, m_padding);
    }
}

/// Places the button after the last visible tab.
void DockTabs::tabLayoutChange()
{
    if (m_fitting)
        return;
    int end = 0;
    bool isFull = false;
    for (int i = 0; i < count(); ++i) {
        if (isTabVisible(i))
            end = std::max(end, tabRect(i).right() + 1);
        else
            isFull = true;
    }
    m_more->setVisible(isFull);
    m_more->move(std::min(end, width() - moreWidth), (height() - m_more->height()) / 2);
}

void DockTabs::fillMenu()
{
    m_menu->clear();
    for (int i = 0; i < count(); ++i) {
        if (isTabVisible(i))
            continue;
        QString text = tabText(i);
        text.replace(u'&', QStringLiteral("&&"));
        if (!status(i).isEmpty())
            text += u'\t' + status(i); // shown on the right, like a shortcut
        m_menu->addAction(text)->setData(i);
    }
}

QSize DockTabs::minimumSizeHint() const { return {moreWidth, stripHeight}; }

/// Returns the space that a tab's longest typical status needs in addition to the padding.
int DockTabs::statusRoom(int index) const
{
    const QString longest = m_longest.value(index);
    return longest.isEmpty()
        ? 0
        : std::max(0, statusGap + QFontMetrics(m_theme.font(badgeSize)).horizontalAdvance(longest) - tabPadding / 2);
}

QString DockTabs::shownStatus(int index) const
{
    const QString told = status(index);
    const int room = m_statusRoom + m_padding - statusGap;
    return told.isEmpty() || QFontMetrics(m_theme.font(badgeSize)).horizontalAdvance(told) <= room
        ? told
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

QSize DockTabs::tabSizeHint(int index) const { return {widthOf(index, m_padding) + m_statusRoom, stripHeight}; }

/// Returns the left padding of a title. The first title is always in the same position.
int DockTabs::leftOf(int index) const { return index == 0 ? tabPadding : m_padding; }

QFont DockTabs::fontOf(bool chosen) const { return m_theme.font(0, chosen ? QFont::DemiBold : QFont::Normal); }

/// Returns a title's width in the selected tab's font, so that tabs don't move when the selection changes.
int DockTabs::titleWidth(int index) const { return QFontMetrics(fontOf(true)).horizontalAdvance(tabText(index)); }

int DockTabs::widthOf(int index, int padding) const
{
    return titleWidth(index) + padding + (index == 0 ? tabPadding : padding);
}

void DockTabs::paintEvent(QPaintEvent*)
{
    QPainter p(this);
    const Tokens& t = m_theme.tokens();
    const QPoint pointer = mapFromGlobal(QCursor::pos());
    for (int i = 0; i < count(); ++i) {
        if (!isTabVisible(i))
            continue;
        const QRect r = tabRect(i);
        const bool chosen = m_open && i == currentIndex();
        const bool touched = underMouse() && r.contains(pointer);
        p.setFont(fontOf(chosen));
        p.setPen(chosen || touched ? t.text : t.text2);
        const QRect title = r.adjusted(leftOf(i), 0, -m_padding, 0);
        p.drawText(title, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, tabText(i));
        const int behind = title.left() + titleWidth(i);
        int end = behind;
        if (const QString told = shownStatus(i); !told.isEmpty() && told == status(i)) {
            p.setFont(m_theme.font(badgeSize));
            p.setPen(t.text3);
            QRect needed;
            p.drawText(QRect(behind + statusGap, r.top(), r.right() - behind, r.height()),
                Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, told, &needed);
            end = needed.right();
        } else if (!told.isEmpty()) {
            p.setRenderHint(QPainter::Antialiasing);
            p.setPen(Qt::NoPen);
            p.setBrush(t.accent);
            p.drawEllipse(QRectF(std::min(behind + 1, r.right() - dotSize), r.center().y() - 9, dotSize, dotSize));
        }
        if (chosen)
            p.fillRect(title.left() - m_padding / 2, r.bottom() + 1 - underline, end - title.left() + m_padding,
                underline, t.accent);
        if (hasFocus() && i == currentIndex()) {
            p.setPen(QPen(t.accent, 2));
            p.setBrush(Qt::NoBrush);
            p.drawRoundedRect(QRectF(r).adjusted(2, 3, -2, -5), 4, 4);
        }
    }
}

} // namespace dueline
