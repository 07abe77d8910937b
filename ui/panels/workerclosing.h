// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace dueline {

class EmbeddedWorker;
class Theme;

/// Keeps the window open until the embedded worker has ended: asks what is to become of tasks that run, and closes the
/// window once they are done or given back.
class WorkerClosing : public QObject
{
    Q_OBJECT

public:
    WorkerClosing(const Theme& theme, EmbeddedWorker& worker, QWidget* window);

    /// Whether the window may close at once. If not, either the answer was to stay, or the window closes by itself.
    bool mayClose();

private:
    const Theme& m_theme;
    EmbeddedWorker& m_worker;
    QWidget* m_window;
    bool m_closing = false;
};

} // namespace dueline
