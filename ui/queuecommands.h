// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace dueline {

class Actions;
class Theme;
class Workbench;

/// The settings of the queue in view, and its end.
class QueueCommands : public QObject
{
    Q_OBJECT

public:
    QueueCommands(const Theme& theme, Workbench& bench, Actions& actions, QWidget* window);

private:
    void changeSettings();
    void remove();

    const Theme& m_theme;
    Workbench& m_bench;
    QWidget* m_window;
};

} // namespace dueline
