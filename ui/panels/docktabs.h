// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTabBar>

namespace dueline {

class Theme;

/// The strip of tabs over the panels: title, and behind it a short status in a quieter colour. Room for a status is
/// kept whether or not there is one, so that nothing moves and no title changes when one comes; one that is longer than
/// its room is a dot, and is told by the tooltip and to screen readers. Where the strip is too narrow for all of them
/// it takes the brief titles, then less room for statuses, then the shortest titles, then makes none of them bold and
/// all of them smaller, before anything has to scroll; what room is left then parts them. Only paints and measures;
/// which tab is current and what the keyboard does is QTabBar's.
class DockTabs : public QTabBar
{
    Q_OBJECT

public:
    static constexpr int stripHeight = 33; ///< the hairline under it makes 34
    static constexpr int tabPadding = 10; ///< left and right of a title, where there is room
    static constexpr int textFrom = 16; ///< the first title begins where the panels' words do

    explicit DockTabs(const Theme& theme, QWidget* parent = nullptr);

    /// `brief`: what the tab says where there is little room; it keeps its title as its name.
    void setTitle(int index, const QString& title, const QString& brief, const QString& least = {});
    /// A word or a count; empty takes it away.
    void setStatus(int index, const QString& status);
    QString status(int index) const { return tabData(index).toString(); }
    /// The longest status that is usual there, for which room is kept; empty: there is none.
    void setStatusRoom(int index, const QString& longest);
    /// As it is shown: itself, or a dot where it has no room.
    QString shownStatus(int index) const;
    /// While the panels are closed no tab looks chosen.
    void setOpen(bool open);
    bool isOpen() const { return m_open; }
    /// As if it was clicked.
    void press(int index);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    QSize tabSizeHint(int index) const override;
    QSize minimumTabSizeHint(int index) const override { return tabSizeHint(index); }

private:
    /// How much is said: whole titles, brief ones, these with less room around them, the shortest titles, these as
    /// light as any, and smaller.
    enum class Words : quint8 { All, Brief, Plain, Least, Light, Small };

    void fit();
    void nameTab(int index);
    int widthOf(int index, Words words, int padding) const;
    int leftOf(int index) const;
    int statusRoom(int index) const;
    QString titleOf(int index, Words words) const;
    QFont fontOf(bool chosen, Words words) const;

    const Theme& m_theme;
    QStringList m_longest; ///< statuses
    QStringList m_brief;
    QStringList m_least;
    Words m_words = Words::All;
    int m_padding = tabPadding;
    int m_statusRoom = 0; ///< of each tab, at most; behind its title, without the padding
    bool m_open = false;
};

} // namespace dueline
