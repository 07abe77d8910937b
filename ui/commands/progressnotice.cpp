// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/progressnotice.h"

#include "ui/dialogs/confirmdialog.h"
#include "ui/presenters/connection.h"
#include "ui/presenters/operationparts.h"
#include "ui/presenters/undobatch.h"
#include "ui/text/formatting.h"
#include "ui/text/operationwords.h"
#include "ui/workbench/windowevents.h"

#include <QElapsedTimer>

namespace dueline {

namespace {

double shareOf(const OperationProgress& progress)
{
    return progress.total > 0 ? double(progress.done) / double(progress.total) : -1;
}

} // namespace

/// State of an action or undo as last displayed.
struct ProgressNotice::Told
{
    QElapsedTimer since;
    QString subject;
    bool shown = false;
    qint64 total = 0; ///< total number of tasks in the headline
    QPointer<const QObject> part; ///< part of the operation that the notice's links control
};

ProgressNotice::ProgressNotice(WindowEvents& events, Toasts& messages, QObject* parent)
    : QObject(parent)
    , m_events(events)
    , m_messages(messages)
{
    connect(&events, &WindowEvents::operationStarted, this, qOverload<OperationJob*>(&ProgressNotice::follow));
    connect(&events, &WindowEvents::undoStarted, this, qOverload<UndoJob*>(&ProgressNotice::follow));
}

/// Tracks an operation until it ends. The notice about its end replaces its progress.
std::shared_ptr<ProgressNotice::Told> ProgressNotice::add(QObject* whole)
{
    const auto told = std::make_shared<Told>();
    told->subject = QStringLiteral("progress %1").arg(++m_number);
    m_told.insert(whole, told);
    connect(whole, &QObject::destroyed, this, [this, whole] {
        if (const auto over = m_told.take(whole))
            m_messages.end(over->subject);
    });
    return told;
}

/// Tracks an action whose parts run concurrently.
void ProgressNotice::follow(OperationJob* job)
{
    OperationParts* parts = OperationParts::of(*job);
    if (!parts || m_told.contains(parts))
        return;
    const auto told = add(parts);
    const Headline headline{
        iconOf(parts->kind()), [kind = parts->kind()](qint64 total) { return verbWords(kind, total); }};
    connect(parts, &OperationParts::progressed, this, [this, parts, headline, told] {
        tell(*told, parts, headline, parts->progress(), [parts] { return controlsOf(*parts, parts->connection()); });
    });
}

/// Tracks an undo, whose parts run one after another.
void ProgressNotice::follow(UndoJob* job)
{
    QObject* whole = qobject_cast<UndoBatch*>(job->parent()); // null for a resumed undo
    if (!whole)
        whole = job;
    m_messages.end(QString::fromUtf8(job->record().undoes)); // the undo is no longer offered
    const auto known = m_told.value(whole);
    const auto told = known ? known : add(whole);
    const Headline headline{QStringLiteral("undo"),
        [](qint64 total) { return tr("Putting back %Ln task(s)", nullptr, Formatting::plural(total)); }};
    connect(job, &RunningJob::progressed, this, [this, job, headline, told](const OperationProgress& own) {
        tell(*told, job, headline, job->ofWhole(own),
            [job] { return controlsOf(*job, job->connection() ? job->connection()->id() : QString()); });
    });
}

void ProgressNotice::tell(Told& told, const QObject* part, const Headline& headline, const OperationProgress& progress,
    const std::function<Controls()>& controls)
{
    if (progress.phase != OperationProgress::Phase::Acting)
        return; // no tasks change before the Acting phase, and another notice reports the end
    if (!told.since.isValid())
        told.since.start();
    const bool isSeen = told.shown && m_messages.shows(told.subject);
    const bool isDue = !told.shown && told.since.elapsed() >= toldAfterMs;
    if (isDue || (isSeen && (told.part != part || told.total != progress.total))) {
        told.shown = true;
        told.total = progress.total;
        told.part = part;
        show(told.subject, headline, progress, controls());
    } else if (isSeen) {
        m_messages.setProgress(told.subject, words(progress, controls()), shareOf(progress));
    }
}

/// Returns the controls for a job, or for an action with several parts.
template <typename Work> ProgressNotice::Controls ProgressNotice::controlsOf(Work& work, const QString& connection)
{
    const QPointer running(&work);
    return {connection, work.record(), [running] { return running && running->isPaused(); },
        [running](bool paused) {
            if (running)
                running->setPaused(paused);
        },
        [running] {
            if (running)
                running->cancel();
        }};
}

void ProgressNotice::show(
    const QString& subject, const Headline& headline, const OperationProgress& progress, const Controls& controls)
{
    m_messages.show(Notice::worded([this, subject, headline, progress, controls] {
        const bool paused = controls.isPaused();
        Notice notice;
        notice.icon = headline.icon;
        notice.text = headline.text(progress.total);
        notice.detail = words(progress, controls);
        notice.subject = subject;
        notice.progress = shareOf(progress);
        notice.links.push_back(
            {paused ? tr("Continue") : tr("Pause"), {}, [this, subject, headline, progress, controls] {
                 controls.setPaused(!controls.isPaused());
                 show(subject, headline, progress, controls);
             }});
        notice.links.push_back({tr("Stop"), {}, controls.cancel});
        notice.links.push_back(
            {tr("Details"), {}, [this, controls] { m_events.showOperation(controls.connection, controls.record); }});
        return notice;
    }).about(controls.connection));
}

QString ProgressNotice::words(const OperationProgress& progress, const Controls& controls)
{
    const QString done = tr("%1 of %2 done").arg(Formatting::count(progress.done), Formatting::count(progress.total));
    if (controls.isPaused())
        return tr("%1, paused").arg(done);
    return isFirstStage(progress.stage.toLatin1())
        ? tr("%1, %2", "how many are done, where the canary is").arg(done, stageWords(progress.stage.toLatin1()))
        : done;
}

} // namespace dueline
