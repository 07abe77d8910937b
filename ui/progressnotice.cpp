// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/progressnotice.h"

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
    connect(&bench, &Workbench::operationStarted, this, [this](OperationJob* job) {
        const ActionKind kind = job->request().action.kind;
        follow(job, {iconOf(kind), [kind](qint64 total) { return verbWords(kind, total); }});
    });
    connect(&bench, &Workbench::undoStarted, this, [this](UndoJob* job) {
        follow(job, {QStringLiteral("undo"), [](qint64 total) {
                         return tr("Putting back %Ln task(s)", nullptr, Formatting::plural(total));
                     }});
    });
}

void ProgressNotice::follow(RunningJob* job, const Headline& headline)
{
    struct Told
    {
        QElapsedTimer since;
        bool shown = false;
    };
    connect(job, &RunningJob::progressed, this,
        [this, job, headline, told = std::make_shared<Told>()](const OperationProgress& progress) {
            if (progress.phase != OperationProgress::Phase::Acting)
                return; // while it selects nothing has changed yet; the end has words of its own
            if (!told->since.isValid())
                told->since.start();
            if (!told->shown && told->since.elapsed() >= toldAfterMs) {
                told->shown = true;
                show(*job, headline, progress);
            } else if (told->shown && m_messages.notice().text == headline.text(progress.total)) {
                m_messages.setDetail(words(progress, job->isPaused()));
            }
        });
}

void ProgressNotice::show(RunningJob& job, const Headline& headline, const OperationProgress& progress)
{
    const QString of = job.connection() ? job.connection()->id() : QString();
    m_messages.show(Notice::worded([this, running = QPointer(&job), headline, progress, of, record = job.record()] {
        const bool paused = running && running->isPaused();
        Notice notice;
        notice.icon = headline.icon;
        notice.text = headline.text(progress.total);
        notice.detail = words(progress, paused);
        notice.links.push_back({paused ? tr("Go on") : tr("Pause"), {}, [this, running, headline, progress] {
                                    if (!running)
                                        return;
                                    running->setPaused(!running->isPaused());
                                    show(*running, headline, progress);
                                }});
        notice.links.push_back({tr("Cancel the rest"), {}, [running] {
                                    if (running)
                                        running->cancel();
                                }});
        notice.links.push_back({tr("Details"), {}, [this, of, record] { m_bench.showOperation(of, record); }});
        return notice;
    }).about(of));
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
