// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/doctor/backgrounddoctor.h"

namespace dueline {

void BackgroundDoctor::examine(const ConnectionSpec& spec)
{
    m_task.start(QStringLiteral("doctor"), [this, spec](BackgroundTask::Run& run) -> BackgroundTask::Word {
        const auto diagnosis = dueline::examine(
            spec, run.cancelled(), [&](const QString& text) { run.progress([this, text] { emit progressed(text); }); });
        return [this, diagnosis] {
            if (diagnosis)
                emit examined(*diagnosis);
            else
                emit failed(diagnosis.error());
        };
    });
}

void BackgroundDoctor::repair(
    const ConnectionSpec& spec, Access access, const DoctorFinding& finding, const QByteArray& who)
{
    m_task.start(QStringLiteral("repair"), [=, this](BackgroundTask::Run&) -> BackgroundTask::Word {
        const auto done = dueline::repair(spec, access, finding, who);
        return [this, done] {
            if (done)
                emit repaired(*done);
            else
                emit failed(done.error());
        };
    });
}

} // namespace dueline
