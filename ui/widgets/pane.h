// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/tokens.h"

#include <QPointer>
#include <QWidget>

#include <vector>

class QStackedWidget;

namespace dueline {

class Theme;

/// Part of the window with a background in a theme color and separator lines on the given edges. There are no frames
/// between adjacent panes.
class Pane : public QWidget
{
    Q_OBJECT

public:
    enum class Ground : quint8 { Window, Surface, Sunken };

    Pane(const Theme& theme, Ground ground, Qt::Edges lines = {}, QWidget* parent = nullptr);

    const Theme& theme() const { return m_theme; }
    /// Fills the pane with a header above a stack of these pages.
    void addPages(QWidget* head, QStackedWidget* stack, const std::vector<QWidget*>& pages);
    /// Paints a stripe of this color on the left side. An invalid color removes the stripe.
    void setStripe(const QColor& color, int width = 3);
    /// Sets the widget that the pane passes the focus to. While `entry` is hidden, the focus goes to `meanwhile` or, if
    /// that is null, to the first widget in the tab order.
    void setEntry(QWidget* entry, QWidget* meanwhile = nullptr);
    /// Mixes `color` into the background. `share`: proportion of the color.
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
    QPointer<QWidget> m_instead; ///< widget to focus while the entry is hidden
};

} // namespace dueline
