// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/board/boardmodel.h"
#include "ui/widgets/pane.h"

namespace dueline {

class BoardTable;
class PlainLabel;

/// Full-screen overview for a wall display. Text scales with the screen height: at 1080 pixels, it is twice its usual
/// size. A line shows how many rows don't fit. Escape and F11 close the overview.
class BoardWall : public Pane
{
    Q_OBJECT

public:
    BoardWall(const Theme& theme, BoardModel& model);

    BoardTable& table() { return *m_table; }
    /// Sets the displayed subject, status and age. `late`: true to show the age as a warning.
    void tell(const QString& subject, const QString& note, const QString& age, bool late);

Q_SIGNALS:
    void closed();
    /// Emitted when the user presses Return on a cell.
    void cellActivated(const QModelIndex& index);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void applyFonts();
    void tellMore();

    PlainLabel* m_subject;
    PlainLabel* m_note;
    PlainLabel* m_age;
    BoardTable* m_table;
    PlainLabel* m_more; ///< label with the number of rows below the visible ones
    int m_scale = 1;
    bool m_late = false;
};

} // namespace dueline
