// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTabBar>

class QMenu;
class QToolButton;

namespace dueline {

class Theme;

/// Tab bar of the panels. Each tab has a title, which is never abbreviated, and a short status in lighter gray. Each
/// title is followed by the same amount of space for a status, so that tabs don't move when a status appears. A status
/// that doesn't fit is shown as a dot, with the full text in the tooltip and the accessible name. If the tabs don't
/// fit, the space for statuses and the padding shrink first; then tabs move into a menu at the end. This class only
/// paints and measures; QTabBar handles the current tab and the keyboard.
class DockTabs : public QTabBar
{
    Q_OBJECT

public:
    static constexpr int stripHeight = 33; ///< height in pixels; 34 including the separator line below
    static constexpr int tabPadding = 12; ///< padding on both sides of a title if there is enough space
    static constexpr int textFrom = 16; ///< left edge of the first title, aligned with the text in the panels

    explicit DockTabs(const Theme& theme, QWidget* parent = nullptr);

    void setTitle(int index, const QString& title);
    /// Sets the status, such as a word or a count; an empty string removes it.
    void setStatus(int index, const QString& status);
    QString status(int index) const { return tabData(index).toString(); }
    /// Sets the longest typical status, for which space is reserved; may be empty.
    void setStatusRoom(int index, const QString& longest);
    /// Sets which tabs move into the menu first. The others follow, starting with the last.
    void setSpare(const QList<int>& tabs);
    /// Returns the displayed status: the text, or a dot if the text doesn't fit.
    QString shownStatus(int index) const;
    /// Sets whether the panels are open. If they are closed, no tab is painted as selected.
    void setOpen(bool open);
    bool isOpen() const { return m_open; }
    /// Acts like a click on the tab.
    void press(int index);

    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void tabLayoutChange() override;
    QSize tabSizeHint(int index) const override;
    QSize minimumTabSizeHint(int index) const override { return tabSizeHint(index); }

private:
    void fit();
    void hideTabs();
    void nameTab(int index);
    void fillMenu();
    int titleWidth(int index) const;
    int widthOf(int index, int padding) const;
    int leftOf(int index) const;
    int statusRoom(int index) const;
    QFont fontOf(bool chosen) const;

    const Theme& m_theme;
    QToolButton* m_more; ///< button with a menu of the tabs that don't fit
    QMenu* m_menu;
    QStringList m_longest; ///< longest typical statuses by tab
    QList<int> m_spare;
    int m_padding = tabPadding;
    int m_statusRoom = 0; ///< space for a status after each title, without padding
    bool m_open = false;
    bool m_fitting = false;
};

} // namespace dueline
