// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/board/boardmodel.h"
#include "ui/widgets/paneltable.h"

namespace dueline {

/// The table of the board, in the window and on the wall. A click on a title sorts by it, again by the worst first.
class BoardTable : public PanelTable
{
    Q_OBJECT

public:
    BoardTable(const Theme& theme, BoardModel& model, QWidget* parent = nullptr);

    /// Whether it is told which connection a queue is in.
    void showServer(bool shown);

Q_SIGNALS:
    /// Return, or a double click.
    void cellActivated(const QModelIndex& index);

private:
    static Words words();
};

} // namespace dueline
