// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTabBar>

namespace dueline {

class Theme;

/// The strip of tabs over the panels: title, and behind it a short status in a quieter colour. Where it is too narrow
/// for all of them it takes the brief titles, then leaves the statuses out, then takes the shortest titles, then makes
/// none of them bold and all of them smaller, before anything has to scroll; what room is left then parts them. Only
/// paints and measures; which tab is current and what the keyboard does is QTabBar's.
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
    /// While the panels are closed no tab looks chosen.
    void setOpen(bool open);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    QSize tabSizeHint(int index) const override;
    QSize minimumTabSizeHint(int index) const override { return tabSizeHint(index); }

private:
    /// How much is said: everything, brief titles, these without a status, the shortest titles, these as light as any,
    /// and smaller.
    enum class Words : quint8 { All, Brief, Plain, Least, Light, Small };

    void fit();
    void nameTab(int index);
    int widthOf(int index, Words words, int padding) const;
    int leftOf(int index) const;
    bool tellsStatus(int index, Words words) const;
    QString titleOf(int index, Words words) const;
    QFont fontOf(bool chosen, Words words) const;

    const Theme& m_theme;
    QStringList m_brief;
    QStringList m_least;
    Words m_words = Words::All;
    int m_padding = tabPadding;
    bool m_open = false;
};

} // namespace dueline
