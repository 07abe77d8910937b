// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/board/boardmodel.h"
#include "ui/widgets/pane.h"

namespace dueline {

class BoardTable;
class PlainLabel;

/// The board in full screen, for a screen on the wall: letters twice as large at 1080 lines, and larger on larger
/// screens. Escape and F11 close it.
class BoardWall : public Pane
{
    Q_OBJECT

public:
    BoardWall(const Theme& theme, BoardModel& model);

    BoardTable& table() { return *m_table; }
    /// What is shown, and how it is: two short texts.
    void tell(const QString& subject, const QString& note);

Q_SIGNALS:
    void closed();
    /// Return on a cell.
    void cellActivated(const QModelIndex& index);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void applyFonts();

    PlainLabel* m_subject;
    PlainLabel* m_note;
    BoardTable* m_table;
    int m_scale = 1;
};

} // namespace dueline
