// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

namespace dueline {

/// Window panes to cycle through with F6. Skips hidden panes.
class PaneCycle
{
public:
    /// Creates a cycle of panes, given in screen order. Ignores null pointers.
    explicit PaneCycle(std::vector<QWidget*> panes);

    void move(bool forward) const;

private:
    static bool take(QWidget* pane);

    std::vector<QWidget*> m_panes;
};

} // namespace dueline
