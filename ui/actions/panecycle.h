// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

namespace dueline {

/// Moves the keyboard focus from one part of the window to the next (F6), skipping hidden ones.
class PaneCycle
{
public:
    /// Creates a cycle of these panes in screen order, ignoring null pointers.
    explicit PaneCycle(std::vector<QWidget*> panes);

    void move(bool forward) const;

private:
    static bool take(QWidget* pane);

    std::vector<QWidget*> m_panes;
};

} // namespace dueline
