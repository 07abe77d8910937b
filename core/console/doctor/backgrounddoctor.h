// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/backgroundtask.h"
#include "core/console/doctor/doctor.h"

namespace dueline {

/// Background thread that runs one examination or repair at a time. The destructor doesn't wait: running work ends at
/// its own deadlines, without emitting more signals. A repair that has started is completed.
class BackgroundDoctor : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    bool isRunning() const { return m_task.isRunning(); }

public slots:
    /// Starts an examination. Cancels earlier work and suppresses its signals.
    void examine(const dueline::ConnectionSpec& spec);
    /// Repairs one finding. Cancels earlier work and suppresses its signals.
    void repair(const dueline::ConnectionSpec& spec, dueline::Access access, const dueline::DoctorFinding& finding,
        const QByteArray& who);
    /// Cancels an examination and suppresses its signals.
    void cancel() { m_task.leave(); }

signals:
    void progressed(const QString& text);
    void examined(const dueline::Diagnosis& diagnosis);
    void repaired(const QString& what);
    void failed(const dueline::Error& error);

private:
    BackgroundTask m_task{*this};
};

} // namespace dueline
