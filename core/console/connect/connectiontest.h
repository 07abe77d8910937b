// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/backgroundtask.h"
#include "core/console/connect/connectionwalk.h"

namespace dueline {

/// A walk to a server on a thread of its own, told step by step. Destroying it does not wait: a step that runs ends by
/// its own deadline, heard by nobody.
class ConnectionTest : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    bool isRunning() const { return m_task.isRunning(); }

public slots:
    /// Begins anew; what ran before is cancelled, and nothing more is heard of it.
    void start(const dueline::ConnectionSpec& spec);
    /// After the step that runs; at once for who listens: finished(false).
    void cancel();

signals:
    void stepEnded(const dueline::ConnectionStep& step);
    /// `reached`: every step was, and none failed.
    void finished(bool reached);

private:
    BackgroundTask m_task{*this};
};

} // namespace dueline
