// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "ui/widgets/pane.h"

class QAction;
class QActionGroup;
class QHBoxLayout;
class QPushButton;
class QToolButton;

namespace dueline {

class Actions;
class UndoButton;

/// Row of buttons below the menu bar, created from the action table. In a window less than 1200 pixels wide, only Add
/// task and Live have labels.
class Toolbar : public Pane
{
    Q_OBJECT

public:
    Toolbar(const Theme& theme, const Actions& actions, QWidget* parent = nullptr);

    void setNarrow(bool narrow);
    /// Sets the displayed time zone. `words`: text such as `Local UTC+8` or `UTC`. `offset`: text for narrow windows,
    /// such as `UTC+8`.
    void setZone(const QString& words, const QString& offset);
    /// Shows the refresh mode. `waiting`: true if updates are live but there is no connection.
    void showLive(bool live, Millis period, bool waiting);
    UndoButton& undoButton() { return *m_undo; }

Q_SIGNALS:
    /// Requests that changes appear within this period; zero turns updates off.
    void periodRequested(dueline::Millis period);

private:
    void addPrimary(QHBoxLayout* row);
    void addLive(QHBoxLayout* row);
    QToolButton* addButton(QHBoxLayout* row, const char* id);
    void paintIcons();
    void reword();

    const Actions& m_actions;
    QPushButton* m_add;
    std::vector<QToolButton*> m_buttons; ///< buttons without a label in a narrow window
    UndoButton* m_undo;
    QPushButton* m_find;
    QToolButton* m_live;
    QActionGroup* m_periods;
    QToolButton* m_zone;
    bool m_stands = false;
    bool m_narrow = false;
    QString m_zoneWords;
    QString m_offset;
};

} // namespace dueline
