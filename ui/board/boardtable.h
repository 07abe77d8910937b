// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/board/boardmodel.h"
#include "ui/widgets/paneltable.h"

#include <QTimer>

#include <map>

namespace dueline {

class LostLine;
class SilenceLine;

/// Overview table. Clicking a header sorts by that column; clicking it again sorts by
/// severity.
class BoardTable : public PanelTable
{
    Q_OBJECT

public:
    BoardTable(const Theme& theme, BoardModel& model, QWidget* parent = nullptr);

    /// Hides columns without values, and returns their titles. `all`: true to show them instead.
    QStringList hideEmpty(const BoardModel& model, bool all);
    /// Adapts the rows and the last-hour bars to a window width.
    void fit(int windowWidth);
    /// Starts or stops animating the placeholders for values being read. Does nothing if the desktop disables
    /// animations.
    void setLoading(bool loading);

    /// Shows a second line below each silent queue's row. `formatting` must outlive the table.
    void showSilence(const Formatting& formatting);

Q_SIGNALS:
    /// Emitted when the user presses Return or double-clicks a cell.
    void cellActivated(const QModelIndex& index);
    /// Emitted when the user requests a report about the changes in this row's queue.
    void changesRequested(const QModelIndex& index);
    /// Emitted when the user requests that this lost connection be restored.
    void reconnectRequested(const QString& connection);
    /// Emitted when the user mutes the silence alert for this row's queue.
    void muteRequested(const QModelIndex& index);

protected:
    void updateGeometries() override;
    void scrollContentsBy(int dx, int dy) override;

private:
    static Words words();
    void sweep();
    void layLines();
    void layHeads();
    void placeLines();
    QModelIndex rowOf(const SilenceLine& line, BoardModel::Column column) const;

    const Theme& m_theme;
    BoardModel& m_board;
    /// Formatting for the second lines; null if they aren't shown.
    const Formatting* m_formatting = nullptr;
    std::map<QByteArray, SilenceLine*> m_lines; ///< second lines of silent queues, by row key; children of the viewport
    bool m_hasHeads = false; ///< true if the rows are grouped by server
    std::map<QByteArray, LostLine*> m_lost; ///< notices in the heads of lost servers, like `m_lines`

    QTimer m_sweep;
    int m_step = 0; ///< current animation step
};

} // namespace dueline
