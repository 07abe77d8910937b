// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

namespace dueline {

/// Panes of the window between which F6 moves the keyboard focus. Hidden panes are skipped.
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
