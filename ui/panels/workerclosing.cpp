// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/workerclosing.h"

#include "ui/panels/workerclosedialog.h"
#include "ui/presenters/embeddedworker.h"

#include <QWidget>

namespace dueline {

WorkerClosing::WorkerClosing(const Theme& theme, EmbeddedWorker& worker, QWidget* window)
    : QObject(window)
    , m_theme(theme)
    , m_worker(worker)
    , m_window(window)
{
    connect(
        &worker, &EmbeddedWorker::stateChanged, this,
        [this] {
            if (m_closing && !m_worker.isRunning())
                m_window->close();
        },
        Qt::QueuedConnection);
}

bool WorkerClosing::mayClose()
{
    if (!m_worker.isRunning())
        return true;
    if (m_worker.busySlots() == 0) {
        m_worker.stop(); // nothing runs that could be lost: nothing to ask
        m_closing = true;
        return false;
    }
    WorkerCloseDialog dialog(m_theme, m_worker, m_window);
    dialog.exec();
    switch (dialog.choice()) {
    case WorkerCloseDialog::Choice::Stay:
        m_closing = false;
        break;
    case WorkerCloseDialog::Choice::Drain:
        m_worker.drain();
        m_closing = true;
        break;
    case WorkerCloseDialog::Choice::Stop:
        m_worker.stop();
        m_closing = true;
        break;
    }
    return !m_worker.isRunning();
}

} // namespace dueline
