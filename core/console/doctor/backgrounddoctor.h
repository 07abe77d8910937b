// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/backgroundtask.h"
#include "core/console/doctor/doctor.h"

namespace dueline {

/// Background thread for examinations and repairs, one at a time. The destructor does not wait:
/// running work ends at its own deadlines, without further signals, and a repair that has started
/// is completed.
class BackgroundDoctor : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    bool isRunning() const { return m_task.isRunning(); }

public slots:
    /// Starts an examination. Cancels any previous work without further signals.
    void examine(const dueline::ConnectionSpec& spec);
    /// Cancels any previous work, then repairs one finding.
    void repair(const dueline::ConnectionSpec& spec, dueline::Access access, const dueline::DoctorFinding& finding,
        const QByteArray& who);
    /// Cancels an examination, without further signals.
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
