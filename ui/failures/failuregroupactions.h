// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/failuregroups.h"
#include "ui/presenters/filteraction.h"

#include <QObject>

#include <memory>

class QToolButton;
class QWidget;

namespace dueline {

class Actions;
class PanelHeader;
class ActionRunner;
class OperationJob;

/// Actions on the queues and types selected on a failure group's page: the buttons above the page and their single-key
/// shortcuts. The shortcuts work only within the page, so typing elsewhere never triggers an action.
class FailureGroupActions : public QObject
{
    Q_OBJECT

public:
    FailureGroupActions(PanelHeader& head, ActionRunner& runner, const Actions& actions, QWidget& page);

    /// Enables or disables the buttons. `isKnown`: true if there is a group to report on. `isMuted`: true if the group
    /// is muted.
    void update(const std::vector<FailureGroup::Share>& chosen, bool isKnown, bool isMuted);
    /// Turns the "Canary" button into "Stop canary" while the job retries tasks in stages.
    void follow(OperationJob& job);
    /// Stops following all jobs. Call this before showing a different group.
    void followNone();
    /// Clicks the "Show tasks" button.
    void showTasks();

Q_SIGNALS:
    void tasksRequested();
    void requested(dueline::ActionKind kind, dueline::FilterAction::Mode mode);
    void reportRequested(bool asMarkdown);
    void linkRequested();
    void muteRequested();
    void closeRequested();

private:
    bool runsCanary() const { return !m_canaries.empty(); }
    void tellCanary();
    QString canaryWords() const;
    QString canaryTip() const;
    QString muteWords() const;
    QString muteTip() const;
    void fillCopyMenu();
    void addKey(QWidget& page, const QString& shortcut, QToolButton* button);

    PanelHeader& m_head;
    ActionRunner& m_runner;
    /// Context object for signal connections to followed jobs. Replacing it disconnects them all.
    std::unique_ptr<QObject> m_follower = std::make_unique<QObject>();
    std::vector<OperationJob*> m_canaries; ///< running jobs that retry tasks in stages
    bool m_allowsCanary = false; ///< true if tasks in all selected queues can be retried in stages
    qint64 m_chosenTasks = 0; ///< number of tasks the buttons apply to
    bool m_isMuted = false;
    QToolButton* m_tasks;
    QToolButton* m_canary;
    QToolButton* m_retry;
    QToolButton* m_later;
    QToolButton* m_discard;
    QToolButton* m_mute;
    QToolButton* m_copy;
    QToolButton* m_close;
};

} // namespace dueline
