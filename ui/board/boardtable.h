// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/board/boardmodel.h"
#include "ui/widgets/paneltable.h"

#include <QTimer>

namespace dueline {

/// Table of the board, in the window and on the wall. A click on a header sorts by its column; a second click sorts by
/// severity.
class BoardTable : public PanelTable
{
    Q_OBJECT

public:
    BoardTable(const Theme& theme, BoardModel& model, QWidget* parent = nullptr);

    /// Shows or hides the column with the connection of each queue.
    void showServer(bool shown);
    /// Hides the columns without values, and returns their titles. `all`: shows them nevertheless.
    QStringList hideEmpty(const BoardModel& model, bool all);
    /// Adapts the rows and the bars of the last hour to a window of this width; 0: the wall.
    void fit(int windowWidth);
    /// Animates the blocks shown for values that are being read, unless animations are disabled on the desktop.
    void setLoading(bool loading);

Q_SIGNALS:
    /// Emitted on Return or a double click.
    void cellActivated(const QModelIndex& index);

private:
    static Words words();
    void sweep();

    QTimer m_sweep;
    int m_step = 0; ///< current step of the animation
};

} // namespace dueline
