// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/progressnotice.h"

#include "ui/dialogs/confirmdialog.h"
#include "ui/presenters/workbench.h"
#include "ui/text/formatting.h"
#include "ui/text/operationwords.h"

#include <QElapsedTimer>

#include <memory>

namespace dueline {

ProgressNotice::ProgressNotice(Workbench& bench, MessageBar& messages, QObject* parent)
    : QObject(parent)
    , m_bench(bench)
    , m_messages(messages)
{
    connect(&bench, &Workbench::operationStarted, this, &ProgressNotice::follow);
}

void ProgressNotice::follow(OperationJob* job)
{
    struct Told
    {
        QElapsedTimer since;
        bool shown = false;
    };
    connect(job, &OperationJob::progressed, this,
        [this, job, told = std::make_shared<Told>()](const OperationProgress& progress) {
            if (progress.phase != OperationProgress::Phase::Acting)
                return; // while it selects nothing has changed yet; the end has words of its own
            if (!told->since.isValid())
                told->since.start();
            if (!told->shown && told->since.elapsed() >= toldAfterMs) {
                told->shown = true;
                show(*job, progress);
            } else if (told->shown && m_messages.notice().text == verbWords(job->request().action.kind, progress.total)) {
                m_messages.setDetail(words(progress, job->isPaused()));
            }
        });
}

void ProgressNotice::show(OperationJob& job, const OperationProgress& progress)
{
    m_messages.show(Notice::worded([this, running = QPointer(&job), progress, kind = job.request().action.kind,
                                       id = job.id()] {
        const bool paused = running && running->isPaused();
        Notice notice;
        notice.icon = iconOf(kind);
        notice.text = verbWords(kind, progress.total);
        notice.detail = words(progress, paused);
        notice.links.push_back({paused ? tr("Go on") : tr("Pause"), {}, [this, running, progress] {
                                    if (!running)
                                        return;
                                    running->setPaused(!running->isPaused());
                                    show(*running, progress);
                                }});
        notice.links.push_back({tr("Cancel the rest"), {}, [running] {
                                    if (running)
                                        running->cancel();
                                }});
        notice.links.push_back({tr("Details"), {}, [this, id] { Q_EMIT m_bench.operationWished(id); }});
        return notice;
    }));
}

QString ProgressNotice::words(const OperationProgress& progress, bool paused)
{
    const QString done = tr("%1 of %2 done").arg(Formatting::count(progress.done), Formatting::count(progress.total));
    if (paused)
        return tr("%1, paused").arg(done);
    return isFirstStage(progress.stage.toLatin1())
        ? tr("%1, %2", "how many are done, where the canary is").arg(done, stageWords(progress.stage.toLatin1()))
        : done;
}

} // namespace dueline
