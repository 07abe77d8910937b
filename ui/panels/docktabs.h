// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTabBar>

namespace dueline {

class Theme;

/// Tab bar of the panels. Each tab has a title and a short status in lighter gray. Space for the status is always
/// reserved, so that tabs do not move when a status appears. A status that does not fit is shown as a dot; the tooltip
/// and the accessible name contain the full text. If the tabs do not fit, the bar shrinks them in steps before it
/// scrolls: brief titles, less space for the status, shortest titles, no bold title, and a smaller font. Extra space is
/// distributed among the tabs. This class only paints and measures; QTabBar handles the current tab and the keyboard.
class DockTabs : public QTabBar
{
    Q_OBJECT

public:
    static constexpr int stripHeight = 33; ///< height in pixels; 34 including the separator line below
    static constexpr int tabPadding = 10; ///< padding on both sides of a title if there is enough space
    static constexpr int textFrom = 16; ///< left edge of the first title, which is aligned with the text of the panels

    explicit DockTabs(const Theme& theme, QWidget* parent = nullptr);

    /// Sets the titles of a tab. `brief` and then `least` are shown if space is short. The accessible name is always
    /// the full title.
    void setTitle(int index, const QString& title, const QString& brief, const QString& least = {});
    /// Sets the status, such as a word or a count; an empty string removes it.
    void setStatus(int index, const QString& status);
    QString status(int index) const { return tabData(index).toString(); }
    /// Sets the longest typical status, for which space is reserved; may be empty.
    void setStatusRoom(int index, const QString& longest);
    /// Returns the displayed status: the text, or a dot if it does not fit.
    QString shownStatus(int index) const;
    /// Sets whether the panels are open. If they are closed, no tab is painted as selected.
    void setOpen(bool open);
    bool isOpen() const { return m_open; }
    /// Acts like a click on the tab.
    void press(int index);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    QSize tabSizeHint(int index) const override;
    QSize minimumTabSizeHint(int index) const override { return tabSizeHint(index); }

private:
    /// Size of the titles, in this order: full, brief, brief with less padding, shortest, shortest without bold, and
    /// shortest in a smaller font.
    enum class Words : quint8 { All, Brief, Plain, Least, Light, Small };

    void fit();
    void nameTab(int index);
    int widthOf(int index, Words words, int padding) const;
    int leftOf(int index) const;
    int statusRoom(int index) const;
    QString titleOf(int index, Words words) const;
    QFont fontOf(bool chosen, Words words) const;

    const Theme& m_theme;
    QStringList m_longest; ///< longest typical statuses by tab
    QStringList m_brief;
    QStringList m_least;
    Words m_words = Words::All;
    int m_padding = tabPadding;
    int m_statusRoom = 0; ///< maximum space for a status after the title, without padding
    bool m_open = false;
};

} // namespace dueline
