// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/progressnotice.h"

#include "ui/dialogs/confirmdialog.h"
#include "ui/presenters/undobatch.h"
#include "ui/presenters/workbench.h"
#include "ui/text/formatting.h"
#include "ui/text/operationwords.h"

#include <QElapsedTimer>

namespace dueline {

/// What was said of an operation, or of an undo.
struct ProgressNotice::Told
{
    QElapsedTimer since;
    bool shown = false;
    QPointer<RunningJob> job; ///< that the links of the notice are about
};

ProgressNotice::ProgressNotice(Workbench& bench, MessageBar& messages, QObject* parent)
    : QObject(parent)
    , m_bench(bench)
    , m_messages(messages)
{
    connect(&bench, &Workbench::operationStarted, this, [this](OperationJob* job) {
        const ActionKind kind = job->request().action.kind;
        const Headline headline{iconOf(kind), [kind](qint64 total) { return verbWords(kind, total); }};
        follow(job, headline, std::make_shared<Told>());
    });
    connect(&bench, &Workbench::undoStarted, this, &ProgressNotice::followUndo);
}

/// The parts of an undo are told as one.
void ProgressNotice::followUndo(UndoJob* job)
{
    QObject* whole = qobject_cast<UndoBatch*>(job->parent()); // one that is gone on with is alone
    if (!whole)
        whole = job;
    std::shared_ptr<Told>& told = m_undoing[whole];
    if (!told) {
        told = std::make_shared<Told>();
        connect(whole, &QObject::destroyed, this, [this, whole] { m_undoing.remove(whole); });
    }
    const Headline headline{QStringLiteral("undo"),
        [](qint64 total) { return tr("Putting back %Ln task(s)", nullptr, Formatting::plural(total)); }};
    follow(job, headline, told);
}

void ProgressNotice::follow(RunningJob* job, const Headline& headline, const std::shared_ptr<Told>& told)
{
    connect(job, &RunningJob::progressed, this, [this, job, headline, told](const OperationProgress& own) {
        if (own.phase != OperationProgress::Phase::Acting)
            return; // while it selects nothing has changed yet; the end has words of its own
        const auto* undo = qobject_cast<const UndoJob*>(job);
        const OperationProgress progress = undo ? undo->ofWhole(own) : own;
        if (!told->since.isValid())
            told->since.start();
        const bool isSeen = told->shown && m_messages.notice().text == headline.text(progress.total);
        const bool isDue = !told->shown && told->since.elapsed() >= toldAfterMs;
        if (isDue || (isSeen && told->job != job)) {
            told->shown = true;
            told->job = job;
            show(*job, headline, progress);
        } else if (isSeen) {
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
