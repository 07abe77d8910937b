// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/backgroundtask.h"
#include "core/console/connect/connectiontester.h"

namespace dueline {

/// Connection test on a background thread. Emits a signal after each step. The destructor doesn't wait for the thread:
/// the current step ends at its own deadline, without emitting more signals.
class ConnectionTest : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    bool isRunning() const { return m_task.isRunning(); }

public slots:
    /// Starts a test. Cancels the previous test and suppresses its signals.
    void start(const dueline::ConnectionSpec& spec);
    /// Cancels the test after its current step. Emits finished(false) right away.
    void cancel();

signals:
    void stepEnded(const dueline::ConnectionStep& step);
    /// Emitted at the end of the test. `reached`: true if all steps ran and none failed.
    void finished(bool reached);

private:
    BackgroundTask m_task{*this};
};

} // namespace dueline
