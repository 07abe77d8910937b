// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/backgroundtask.h"
#include "core/console/doctor/doctor.h"

namespace dueline {

/// Examinations and repairs on a thread of their own, one at a time. Destroying it does not wait: what runs ends by its
/// own deadlines, heard by nobody; a repair that has begun is carried out.
class BackgroundDoctor : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    bool isRunning() const { return m_task.isRunning(); }

public slots:
    /// Examines; what ran before is cancelled, and nothing more is heard of it.
    void examine(const dueline::ConnectionSpec& spec);
    /// Repairs one finding, after what ran before was left.
    void repair(const dueline::ConnectionSpec& spec, dueline::Access access, const dueline::DoctorFinding& finding,
        const QByteArray& who);
    /// Ends an examination; nothing is heard of it.
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
