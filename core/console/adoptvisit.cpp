// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/adoptvisit.h"

namespace dueline {

void AdoptVisit::preview(const AdoptRequest& request)
{
    m_task.start(QStringLiteral("adopt preview"), [this, request](BackgroundTask::Run&) -> BackgroundTask::Word {
        const auto preview = AdoptRun(request).preview();
        if (!preview)
            return failing(this, preview.error());
        return [this, preview = *preview] { emit previewed(preview); };
    });
}

void AdoptVisit::start(const AdoptRequest& request)
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

void AdoptVisit::undo(
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
