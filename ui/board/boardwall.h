// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/board/boardmodel.h"
#include "ui/widgets/pane.h"

namespace dueline {

class BoardTable;
class PlainLabel;

/// The board in full screen, for a screen on the wall: letters twice as large at 1080 lines, and larger on larger
/// screens. Says how many rows have no room. Escape and F11 close it.
class BoardWall : public Pane
{
    Q_OBJECT

public:
    BoardWall(const Theme& theme, BoardModel& model);

    BoardTable& table() { return *m_table; }
    /// What is shown, how it is, and as of when: short texts. `late`: the last one is a warning.
    void tell(const QString& subject, const QString& note, const QString& age, bool late);

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
    void tellMore();

    PlainLabel* m_subject;
    PlainLabel* m_note;
    PlainLabel* m_age;
    BoardTable* m_table;
    PlainLabel* m_more; ///< how many rows lie below
    int m_scale = 1;
    bool m_late = false;
};

} // namespace dueline
