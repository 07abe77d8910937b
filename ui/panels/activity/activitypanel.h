// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/activity/activitylog.h"
#include "ui/widgets/pane.h"

#include <QTimer>

class QPushButton;
class QStackedWidget;
class QToolButton;

namespace dueline {

class EmptyState;
class PanelHeader;
class PanelTable;
class ViewedPlace;

/// Operations with their users and task counts, newest first. Running operations show their pace and can be paused or
/// cancelled. The panel can also undo operations.
class ActivityPanel : public Pane
{
    Q_OBJECT

public:
    ActivityPanel(const Theme& theme, const Formatting& formatting, ActionRunner& runner, QWidget* parent = nullptr);

    PanelTable& table() { return *m_table; }
    ActivityLog& log() { return m_log; }
    ActivityModel& model() { return m_model; }
    PanelHeader& head() { return *m_head; }
    QToolButton& undoButton() { return *m_undo; }
    QToolButton& pauseButton() { return *m_pause; }
    QToolButton& cancelButton() { return *m_cancel; }
    QToolButton& copyButton() { return *m_copy; }
    QPushButton& moreLink() { return *m_more; }
    /// Makes the operation's row current as soon as it is listed.
    void showOperation(const OperationId& operation);
    /// Returns a duectl command that repeats the operation, or shows it if it can't be repeated.
    static QString commandOf(const OperationRecord& record);

Q_SIGNALS:
    /// Emitted when the tab's status changes. `status`: number of running operations; empty if there are none.
    void statusChanged(const QString& status);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void update();
    void selectWanted();
    void updateButtons();
    void updateEmptyState();
    const ActivityRow* current() const;
    /// Returns the row that Pause and Cancel apply to: the current row if its operation is running in this window;
    /// otherwise, the row of the newest operation running on the current connection.
    const ActivityRow* runningRow() const;
    void undoCurrent();
    void copyCommands();
    void showMenu(QPoint at);

    ViewedPlace& m_view;
    ActivityLog m_log;
    ActivityModel m_model;
    PanelHeader* m_head;
    QToolButton* m_pause;
    QToolButton* m_cancel;
    QToolButton* m_undo;
    QToolButton* m_copy;
    QPushButton* m_more;
    QStackedWidget* m_stack;
    PanelTable* m_table;
    EmptyState* m_empty;
    OperationId m_wanted; ///< operation whose row becomes current once it is listed
    QTimer m_clock;
    QTimer m_soon;
};

} // namespace dueline
