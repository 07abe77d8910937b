// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTabBar>

namespace dueline {

class Theme;

/// The strip of tabs over the panels: title, and behind it a short status in a quieter colour. Only paints and
/// measures; which tab is current and what the keyboard does is QTabBar's.
class DockTabs : public QTabBar
{
    Q_OBJECT

public:
    static constexpr int stripHeight = 33; ///< the hairline under it makes 34

    explicit DockTabs(const Theme& theme, QWidget* parent = nullptr);

    /// A word or a count; empty takes it away.
    void setStatus(int index, const QString& status);
    QString status(int index) const { return tabData(index).toString(); }
    /// While the panels are closed no tab looks chosen.
    void setOpen(bool open);

protected:
    void paintEvent(QPaintEvent* event) override;
    QSize tabSizeHint(int index) const override;
    QSize minimumTabSizeHint(int index) const override { return tabSizeHint(index); }

private:
    const Theme& m_theme;
    bool m_open = false;
};

} // namespace dueline
