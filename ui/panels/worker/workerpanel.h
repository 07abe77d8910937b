// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/worker/workerhandlermodel.h"
#include "ui/panels/worker/workerheader.h"
#include "ui/workbench/workbench.h"

#include <functional>
#include <map>

class QLineEdit;

namespace dueline {

class WorkerHandlerTable;
class WorkerLogPane;

/// The embedded worker: at the left what it runs and whether it does, at the right its log. Its settings belong to the
/// profile of the connection that is shown; while it runs they are those it runs with.
class WorkerPanel : public Pane
{
    Q_OBJECT

public:
    WorkerPanel(Theme& theme, const Formatting& formatting, Workbench& bench, Actions& actions,
        WorkerSettingsStore store = WorkerSettingsStore(), QWidget* parent = nullptr);

    WorkerHandlerModel& handlers() { return m_handlers; }
    WorkerHandlerTable& table() { return *m_table; }
    WorkerHeader& head() { return *m_head; }
    WorkerLogPane& log() { return *m_log; }
    /// What stands under the handlers: why it cannot start, or did not; empty when there is nothing.
    QString problem() const;
    const WorkerSettings& settings() const { return m_settings; }
    WorkerHeader::Facts::Lock lock() const;

Q_SIGNALS:
    /// `3/4` while it runs, else empty.
    void statusChanged(const QString& status);
    /// The panel has something to say that must not be missed.
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

    Workbench& m_bench;
    EmbeddedWorker& m_worker;
    Theme& m_theme;
    WorkerSettingsStore m_store;
    WorkerSettings m_settings;
    /// Of private servers, by connection: they end with it.
    std::map<QString, WorkerSettings> m_unsaved;
    SidebarPlace m_settingsOf; ///< whose settings are shown
    bool m_shownRunning = false;
    QString m_failure; ///< why it did not start
    WorkerHandlerModel m_handlers;
    WorkerHeader* m_head;
    WorkerHandlerTable* m_table;
    PlainLabel* m_problem;
    WorkerLogPane* m_log;
};

} // namespace dueline
