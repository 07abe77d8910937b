// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"
#include "ui/panels/failures/failurefeed.h"
#include "ui/panels/failures/failuremodel.h"
#include "ui/widgets/pane.h"

class QStackedWidget;
class QToolButton;

namespace dueline {

class Actions;
class EmptyState;
class PanelHead;
class PanelTable;
class Workbench;

/// What went wrong in this queue, by type and kind of error, the worst first. Return lists the tasks of a group, R and
/// Del ask about all of them. Counts only while it is seen.
class FailuresPanel : public Pane
{
    Q_OBJECT

public:
    FailuresPanel(const Theme& theme, const Formatting& formatting, Workbench& bench, const Actions& actions,
        QWidget* parent = nullptr);

    PanelTable& table() { return *m_table; }
    FailureModel& model() { return m_model; }
    FailureFeed& feed() { return m_feed; }
    PanelHead& head() { return *m_head; }

Q_SIGNALS:
    /// For the tab: the number of kinds; empty when there are none.
    void statusChanged(const QString& status);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void build(const Actions& actions);
    void follow();
    void update();
    void updateHead();
    void updateButtons();
    void updateEmptyState();
    void updateStale();
    void tick();
    const FailureGroup* current() const;
    void showTasks();
    void act(ActionKind kind);
    void showMenu(QPoint at);

    const Formatting& m_formatting;
    Workbench& m_bench;
    FailureFeed m_feed;
    FailureModel m_model;
    PanelHead* m_head;
    PanelTable* m_table;
    EmptyState* m_empty;
    QStackedWidget* m_stack;
    QToolButton* m_show;
    QToolButton* m_retry;
    QToolButton* m_discard;
    QString m_trouble;
    QTimer m_clock;
};

} // namespace dueline
