// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/feed/showntimeline.h"
#include "ui/timeline/timelineview.h"
#include "ui/window/partsizes.h"
#include "ui/workbench/workbench.h"

#include <QMainWindow>
#include <QTimer>

class QSplitter;
class QStackedWidget;

namespace dueline {

class BoardCommands;
class BoardPane;
class WindowCommands;
class ChangesPage;
class Connection;
class ConnectionBar;
class Dock;
class EnvironmentStripe;
class FilterCommands;
class FilterLine;
class FailureGroupPage;
class Inspector;
class Toasts;
class Panels;
class Sidebar;
class StatusLine;
class TaskPane;
class TaskTable;
class TimelinePane;
class TaskInspection;
class Toolbar;
class UndoCommands;
class WelcomePage;
class WindowLayout;
class WindowZone;

/// Main window. It assembles the parts, forwards input to the workbench, and stores no data.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    MainWindow(Theme& theme, Formatting& formatting, Workbench& workbench, QWidget* parent = nullptr);
    ~MainWindow() override;

    Actions& actions() { return *m_actions; }
    TaskTable& table() { return *m_table; }
    ShownTimeline& shownTimeline() { return m_shown; }
    TimelinePane& timelinePane() { return *m_timeline; }
    Toasts& messages() { return *m_messages; }
    Dock& dock() { return *m_dock; }
    WindowZone& zone() { return *m_zone; }
    /// Returns whether this open connection may be closed. If operations are running on it, asks the user.
    /// `connection`: connection id.
    bool mayClose(const QString& connection);
    /// Restores sizes, columns and saved filters from this file. Later changes are saved to it.
    void rememberIn(const QString& settings);

Q_SIGNALS:
    /// Requests a sandbox. The composition root handles this signal and the ones below.
    void sandboxRequested();
    void connectRequested(const QString& url);
    void connectDialogRequested();
    /// Requests that a saved connection be opened, edited, copied or removed. `name`: connection name.
    void profileRequested(const QString& name);
    void profileEditRequested(const QString& name);
    void profileCopyRequested(const QString& name);
    void profileRemoveRequested(const QString& name);
    void profileImportRequested();
    void profileExportRequested();
    /// Requests a different language. `code`: see Language::use().
    void languageRequested(const QString& code);
    void settingsRequested();
    void tourRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool focusNextPrevChild(bool next) override;
    void closeEvent(QCloseEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void build();
    QWidget* buildWork();
    void connectTable();
    void connectSidebar();
    void connectParts();
    void updateActions();
    void updateCurrent();
    const Connection* timelineSource() const;
    void showFreshness();
    void tellSubject();
    void tick();
    void noteSeen();
    void applyNarrow();
    void handleActions();
    void showZone();
    void setPeriod(Millis period);

    Theme& m_theme;
    Formatting& m_formatting;
    Workbench& m_bench;
    ShownTimeline m_shown;
    Actions* m_actions;
    WindowCommands* m_windowCommands = nullptr;
    TimelineView m_view;
    Toolbar* m_toolbar = nullptr;
    EnvironmentStripe* m_stripe = nullptr;
    Sidebar* m_sidebar = nullptr;
    ConnectionBar* m_connectionBar = nullptr;
    TimelinePane* m_timeline = nullptr;
    TaskPane* m_tasks = nullptr;
    BoardPane* m_board = nullptr;
    FailureGroupPage* m_groupPage = nullptr;
    ChangesPage* m_changes = nullptr;
    BoardCommands* m_boardCommands = nullptr;
    FilterLine* m_filter = nullptr;
    TaskTable* m_table = nullptr;
    Toasts* m_messages = nullptr;
    Inspector* m_inspector = nullptr;
    Dock* m_dock = nullptr;
    Panels* m_panels = nullptr;
    StatusLine* m_status = nullptr;
    QStackedWidget* m_pages = nullptr;
    WelcomePage* m_welcome = nullptr;
    WindowLayout* m_layout;
    WindowZone* m_zone;
    QString m_offsetTold; ///< last displayed UTC offset of the zone; daylight saving time changes it
    TaskInspection* m_inspection = nullptr;
    FilterCommands* m_filters = nullptr;
    UndoCommands* m_undo = nullptr;
    QTimer m_clock;
    bool m_narrow = false;
    PartSizes m_sizes;
    bool m_inspectorWhenWide = true;
};

} // namespace dueline
