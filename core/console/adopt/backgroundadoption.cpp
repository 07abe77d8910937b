// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/adopt/backgroundadoption.h"

namespace dueline {

void BackgroundAdoption::preview(const AdoptRequest& request)
{
    m_task.start(QStringLiteral("adopt preview"), [this, request](BackgroundTask::Run&) -> BackgroundTask::Word {
        const auto preview = AdoptRun(request).preview();
        if (!preview)
            return failing(this, preview.error());
        return [this, preview = *preview] { emit previewed(preview); };
    });
}

void BackgroundAdoption::start(const AdoptRequest& request)
{
    m_task.start(QStringLiteral("adopt"), [this, request](BackgroundTask::Run& running) -> BackgroundTask::Word {
        AdoptRun run(request);
        const auto done = run.finish(
            running.telling<AdoptProgress>([this](const AdoptProgress& progress) { emit progressed(progress); }));
        if (!done)
            return failing(this, done.error());
        return [this, done = *done, record = run.record()] { emit finished(done, record); };
    });
}

void BackgroundAdoption::undo(
    const ConnectionSpec& connection, const OperationRecord& adoption, Access access, const QByteArray& by)
{
    m_task.start(QStringLiteral("adopt undo"), [=, this](BackgroundTask::Run& running) -> BackgroundTask::Word {
        AdoptUndo undo(connection, adoption, access, by);
        const auto done = undo.finish([&running](const UndoProgress&) { return running.goesOn(); });
        if (!done)
            return failing(this, done.error());
        return [this, done = *done] { emit undone(done); };
    });
}

} // namespace dueline
