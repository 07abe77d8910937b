// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/tokens.h"

#include <QPointer>
#include <QWidget>

namespace dueline {

class Theme;

/// A part of the window: fills itself with one of the theme's grounds and draws hairlines at the named edges. Panes
/// touch; there are no frames.
class Pane : public QWidget
{
    Q_OBJECT

public:
    enum class Ground : quint8 { Window, Surface, Sunken };

    Pane(const Theme& theme, Ground ground, Qt::Edges lines = {}, QWidget* parent = nullptr);

    const Theme& theme() const { return m_theme; }
    /// A stripe of this colour, 3 px wide, at the left; an invalid colour: none.
    void setStripe(const QColor& color, int width = 3);
    /// What has the focus where the pane is given it. As long as it cannot be seen, `meanwhile` has it instead, or
    /// where there is none, the first in the pane that Tab reaches, until it comes.
    void setEntry(QWidget* entry, QWidget* meanwhile = nullptr);
    /// Mixes `share` of `color` into the ground.
    void setWash(const QColor& color, double share);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& m_theme;
    Ground m_ground;
    Qt::Edges m_lines;
    QColor m_stripe;
    int m_stripeWidth = 3;
    QColor m_wash;
    double m_washShare = 0;
    QPointer<QWidget> m_entry;
    QPointer<QWidget> m_meanwhile;
    QPointer<QWidget> m_instead; ///< what has the focus while the entry cannot be seen
};

} // namespace dueline
