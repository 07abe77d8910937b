// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/board/boardmodel.h"
#include "ui/widgets/paneltable.h"

#include <QTimer>

#include <map>

namespace dueline {

class SilenceLine;

/// Table of the overview, in the window and in wall mode. Clicking a header sorts by its column; a second click sorts
/// by severity.
class BoardTable : public PanelTable
{
    Q_OBJECT

public:
    BoardTable(const Theme& theme, BoardModel& model, QWidget* parent = nullptr);

    /// Shows or hides the column with the connection of each queue.
    void showServer(bool shown);
    /// Hides columns without values, and returns their titles. `all`: true to show these columns as well.
    QStringList hideEmpty(const BoardModel& model, bool all);
    /// Adapts the rows and the last-hour bars to a window of this width; 0: wall mode.
    void fit(int windowWidth);
    /// Animates the blocks that are shown for values being read, unless the desktop disables animations.
    void setLoading(bool loading);

    /// Shows a second line below each silent queue. `formatting` must outlive the table.
    void showSilence(const Formatting& formatting);

Q_SIGNALS:
    /// Emitted on Return or a double click.
    void cellActivated(const QModelIndex& index);
    /// Emitted when the user wants to hide this row's silence.
    void muteRequested(const QModelIndex& index);

protected:
    void updateGeometries() override;
    void scrollContentsBy(int dx, int dy) override;

private:
    static Words words();
    void sweep();
    void layLines();
    void placeLines();
    QModelIndex rowOf(const SilenceLine& line, BoardModel::Column column) const;

    const Theme& m_theme;
    BoardModel& m_board;
    const Formatting* m_formatting = nullptr; ///< null if there are no second lines
    std::map<QByteArray, SilenceLine*> m_lines; ///< second lines by the keys of their rows; children of the viewport

    QTimer m_sweep;
    int m_step = 0; ///< current step of the animation
};

} // namespace dueline
