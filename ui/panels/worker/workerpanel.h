// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/worker/workerhandlermodel.h"
#include "ui/panels/worker/workerheader.h"
#include "ui/workbench/windowevents.h"

#include <functional>
#include <map>

class QLineEdit;

namespace dueline {

class WorkerHandlerTable;
class WorkerLogPane;

/// Panel for the embedded worker, with its settings and status on the left and its log on the right. The settings
/// belong to the current connection's profile. While the worker is running, the panel shows the run's settings.
class WorkerPanel : public Pane
{
    Q_OBJECT

public:
    WorkerPanel(Theme& theme, const Formatting& formatting, ViewedPlace& view, WindowEvents& events, Actions& actions,
        WorkerSettingsStore store = WorkerSettingsStore(), QWidget* parent = nullptr);

    WorkerHandlerModel& handlers() { return m_handlers; }
    WorkerHandlerTable& table() { return *m_table; }
    WorkerHeader& head() { return *m_head; }
    WorkerLogPane& log() { return *m_log; }
    /// Returns the message below the handlers: why the worker can't start or has failed to start; empty if there is
    /// none.
    QString problem() const;
    const WorkerSettings& settings() const { return m_settings; }
    WorkerHeader::Facts::Lock lock() const;

Q_SIGNALS:
    /// Emitted when the tab's status changes. `status`: number of busy slots, such as `3/4`, while the worker is
    /// running; otherwise, empty.
    void statusChanged(const QString& status);
    /// Requests that the panel be shown because it has an important message.
    void attentionRequested();

private:
    void start();
    void unlock(bool unlocked);
    void showPlace();
    void showFacts();
    void edited();
    void showProblem();
    Connection* shownConnection() const;
    std::vector<QueueName> wantedQueues() const;
    QString place() const;
    QString workedQueues() const;

    ViewedPlace& m_view;
    WindowEvents& m_events;
    EmbeddedWorker& m_worker;
    Theme& m_theme;
    WorkerSettingsStore m_store;
    WorkerSettings m_settings;
    /// Settings for sandboxes, by connection. They are lost when the connection is closed.
    std::map<QString, WorkerSettings> m_unsaved;
    SidebarPlace m_settingsOf; ///< connection and queue that the displayed settings belong to
    bool m_shownRunning = false;
    QString m_failure; ///< why the worker didn't start
    WorkerHandlerModel m_handlers;
    WorkerHeader* m_head;
    WorkerHandlerTable* m_table;
    PlainLabel* m_problem;
    WorkerLogPane* m_log;
};

} // namespace dueline
