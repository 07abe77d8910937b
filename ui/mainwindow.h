// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/presenters/workbench.h"
#include "ui/timeline/timelineview.h"

#include <QMainWindow>
#include <QTimer>

class QSplitter;
class QStackedWidget;

namespace dueline {

class ActionPerformer;
class EmptyState;
class EnvironmentStripe;
class FilterLine;
class Inspector;
class MessageBar;
class Sidebar;
class StatusLine;
class TaskPane;
class TaskTable;
class TimelinePane;
class Toolbar;

/// The window: puts the parts together and hands what is pressed to the workbench. Holds no data of its own.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    MainWindow(Theme& theme, const Formatting& formatting, Workbench& workbench, QWidget* parent = nullptr);
    ~MainWindow() override;

    Actions& actions() { return *m_actions; }
    TaskTable& table() { return *m_table; }
    TimelinePane& timelinePane() { return *m_timeline; }
    MessageBar& messages() { return *m_messages; }

Q_SIGNALS:
    /// Wishes that the composition root fulfils.
    void sandboxWished();
    void connectWished(const QString& url);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void build();
    void connectParts();
    void inspectCurrent();
    void loadDetail();
    void updateActions();
    void updateCurrent();
    void tick();
    void applyNarrow();

    Theme& m_theme;
    const Formatting& m_formatting;
    Workbench& m_bench;
    Actions* m_actions;
    ActionPerformer* m_performer = nullptr;
    TimelineView m_view;
    Toolbar* m_toolbar = nullptr;
    EnvironmentStripe* m_stripe = nullptr;
    Sidebar* m_sidebar = nullptr;
    MessageBar* m_connectionBar = nullptr;
    TimelinePane* m_timeline = nullptr;
    TaskPane* m_tasks = nullptr;
    FilterLine* m_filter = nullptr;
    TaskTable* m_table = nullptr;
    MessageBar* m_messages = nullptr;
    Inspector* m_inspector = nullptr;
    StatusLine* m_status = nullptr;
    QStackedWidget* m_pages = nullptr;
    EmptyState* m_welcome = nullptr;
    QTimer m_clock;
    TaskId m_inspected;
    TaskId m_payloadOf; ///< whose payload the inspector shows
    bool m_narrow = false;
};

} // namespace dueline
