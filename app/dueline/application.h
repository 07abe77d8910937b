// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/dueline/launchoptions.h"
#include "ui/mainwindow.h"
#include "ui/presenters/embeddedworker.h"
#include "ui/theme/theme.h"

class QApplication;

namespace dueline {

/// Puts the program together: theme, workbench, window, and what the command line asks for. The lifetimes stand in one
/// order here.
class Application : public QObject
{
    Q_OBJECT

public:
    Application(QApplication& application, LaunchOptions options);
    ~Application() override;

    /// Runs the event loop; the exit code of the program.
    int run();

private:
    void openSandbox();
    void openUrl(const QString& url);
    void takeScreenshotOnceLoaded();
    void startWorker(Connection& connection);
    static std::vector<WorkerHandler> demoHandlers();

    QApplication& m_application;
    LaunchOptions m_options;
    Formatting m_formatting;
    Theme m_theme;
    Workbench m_bench;
    EmbeddedWorker m_worker;
    MainWindow m_window;
    int m_lookedAt = 0;
};

} // namespace dueline
