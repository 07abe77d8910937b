// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

namespace dueline {

/// Cycle of the window's panes for moving the keyboard focus with F6. Hidden panes are skipped.
class PaneCycle
{
public:
    /// Creates a cycle of these panes in screen order. Null pointers are ignored.
    explicit PaneCycle(std::vector<QWidget*> panes);

    void move(bool forward) const;

private:
    static bool take(QWidget* pane);

    std::vector<QWidget*> m_panes;
};

} // namespace dueline
