// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "ui/board/figurebutton.h"
#include "ui/theme/wallscale.h"

namespace dueline {

/// Large figure on the wallboard: a label, a value and a note. The tile is tinted, with a bar on its left, only if the
/// figure needs attention.
class WallTile : public QWidget
{
    Q_OBJECT

public:
    explicit WallTile(const Theme& theme, QWidget* parent = nullptr);

    void tell(const FigureButton::Content& content);
    const FigureButton::Content& content() const { return m_content; }
    void setScale(WallScale scale);
    /// Sets whether the tile is dimmed because its figure is from before the connection was lost.
    void setStale(bool stale);
    /// Returns the color of the tint and the bar; invalid if the figure needs no attention.
    QColor alarm() const;

    /// Returns a value and a unit for a duration, such as `8:22` and `min`.
    static std::pair<QString, QString> clockWords(Millis length);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& m_theme;
    FigureButton::Content m_content;
    WallScale m_scale;
    bool m_isStale = false;
};

} // namespace dueline
