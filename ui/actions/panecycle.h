// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

namespace dueline {

/// F6: moves the keyboard focus from one part of the window to the next, passing over what is hidden.
class PaneCycle
{
public:
    /// In the order they stand on screen; null ones are left out.
    explicit PaneCycle(std::vector<QWidget*> panes);

    void move(bool forward) const;

private:
    static bool take(QWidget* pane);

    std::vector<QWidget*> m_panes;
};

} // namespace dueline
