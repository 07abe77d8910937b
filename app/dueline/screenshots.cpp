// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dueline/screenshots.h"

#include "app/dueline/standardoutput.h"
#include "ui/inspector/inspector.h"
#include "ui/presenters/embeddedworker.h"
#include "ui/timeline/timelinepane.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/window/mainwindow.h"

#include <QCoreApplication>
#include <QFile>
#include <QPixmap>

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include <fcntl.h>

namespace dueline {

namespace {

using namespace std::chrono_literals;

constexpr auto lookEvery = 20ms;
constexpr auto loadWithin = 10s;
constexpr auto tellWithin = 3s;
constexpr auto agreeWithin = 3s;
constexpr int looksPerRefresh = 4;
constexpr int looksAfterChoosing = 3; ///< number of polls to wait after selecting a task
constexpr int rowsLookedAt = 2000;
constexpr int quickly = 80; ///< PNG quality that compresses ten times as fast as the default

/// Writes a picture to a file or pipe. Returns the reason for a failure; empty on success. A pipe without a reader is
/// an error.
QString save(const QPixmap& picture, const QString& name)
{
    constexpr int flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
    const int descriptor = ::open(QFile::encodeName(name).constData(), flags, 0666);
    if (descriptor < 0)
        return qt_error_string(errno);
    ::fcntl(descriptor, F_SETFL, 0); // the pipe has a reader, but it may be slow, so block from here on
    QFile file;
    if (!file.open(descriptor, QIODevice::WriteOnly, QFileDevice::AutoCloseHandle)
        || !picture.save(&file, "PNG", quickly) || !file.flush())
        return file.errorString();
    return {};
}

} // namespace

Screenshots::Screenshots(MainWindow& window, Workbench& bench, const EmbeddedWorker& worker, Theme& theme)
    : m_window(window)
    , m_bench(bench)
    , m_worker(worker)
    , m_theme(theme)
{
    m_poll.setInterval(lookEvery);
    connect(&m_poll, &QTimer::timeout, this, &Screenshots::look);
}

void Screenshots::take(const std::vector<LaunchOptions::Picture>& pictures, bool summary, bool shows)
{
    m_pictures = pictures;
    m_summary = summary;
    m_shows = shows;
    m_deadline = QDeadlineTimer(loadWithin);
    m_patience = QDeadlineTimer(tellWithin);
    m_poll.start();
}

void Screenshots::look()
{
    ++m_looks;
    if (m_step == Step::Looking) {
        const bool inspected = m_window.findChild<Inspector*>()->isLoaded();
        if (m_looks >= looksAfterChoosing && ((inspected && agrees()) || m_patience.hasExpired()))
            return finish();
        // The worker changes the list, so keep the inspected task in view.
        if (m_window.table().currentIndex().isValid())
            m_window.table().centre(m_window.table().currentIndex());
        m_bench.view().refresh();
        return;
    }
    const bool ready = !m_shows || (isLoaded() && (isTelling() || m_patience.hasExpired()));
    if (!ready && !m_deadline.hasExpired()) {
        // Refresh more often than the window itself does.
        if (m_looks % looksPerRefresh == 0)
            m_bench.view().refresh();
        return;
    }
    showFailedTask();
    m_step = Step::Looking;
    m_looks = 0;
    m_patience = QDeadlineTimer(agreeWithin);
}

bool Screenshots::isLoaded() const
{
    const QueueInfo* queue = m_bench.view().queue();
    if (m_window.timelinePane().timeline().data().bins.empty())
        return false;
    if (!queue) // overview
        return m_bench.view().place().queue.isEmpty() && m_bench.view().current()
            && !m_bench.view().current()->queues().empty();
    TaskTableModel& tasks = m_bench.list().tasks();
    return tasks.rowCount() > 0 ? tasks.taskAt(0) != nullptr : queue->counts == StateCounts();
}

/// Returns whether the sidebar, timeline, and table agree, given that they are read at different times while a worker
/// is running: no view may show more tasks in a state than the sidebar counts. Ignores done tasks, because the
/// statistics may count more of them than the queue stores.
bool Screenshots::agrees() const
{
    const QueueInfo* queue = m_bench.view().queue();
    if (!m_shows || !queue)
        return true;
    const StateCounts& drawn = m_window.timelinePane().timeline().data().totals;
    StateCounts listed;
    const TaskTable& table = m_window.table();
    const int last = table.rowAt(table.viewport()->height() - 1);
    for (int row = std::max(0, table.rowAt(0)); row <= (last < 0 ? m_bench.list().tasks().rowCount() - 1 : last);
         ++row) {
        const Task* task = m_bench.list().tasks().taskAt(row);
        if (!task)
            return false; // the row is still loading
        ++listed[task->state];
    }
    return std::all_of(allStates.begin(), allStates.end(), [&](TaskState state) {
        const qint64 known = queue->counts[state];
        if (state == TaskState::Leased && drawn[state] != known)
            return false; // the timeline draws leased tasks at the current time, so all of them are visible
        return state == TaskState::Done || (drawn[state] <= known && listed[state] <= known);
    });
}

/// Returns whether the demo has something to show: the worker has finished one task and is running another, and a task
/// has failed.
bool Screenshots::isTelling() const
{
    if (!m_worker.isRunning())
        return m_worker.connectionId().isEmpty() && !m_bench.view().current()->isSandbox();
    const EngineFigures figures = m_worker.figures();
    const StateCounts counts = shownCounts();
    return figures.processed > 0 && counts[TaskState::Leased] > 0 && counts[TaskState::Failed] > 0;
}

/// Returns the displayed queue's counts or, on the overview, the sum over all queues.
StateCounts Screenshots::shownCounts() const
{
    if (const QueueInfo* queue = m_bench.view().queue())
        return queue->counts;
    return sumOfQueues();
}

StateCounts Screenshots::sumOfQueues() const
{
    StateCounts counts;
    if (!m_bench.view().current())
        return counts;
    for (const QueueInfo& queue : m_bench.view().current()->queues()) {
        for (const TaskState state : allStates)
            counts[state] += queue.counts[state];
    }
    return counts;
}

/// Selects a failed task, so that the inspector shows its error. Keeps the selection if it is a failed task. Otherwise,
/// selects and centers the last failed task in the list, so that failed tasks are visible above it, and running and
/// waiting tasks below it.
void Screenshots::showFailedTask()
{
    const Task* current = m_window.table().currentTask();
    if (current && current->state == TaskState::Failed)
        return m_window.table().setFocus();
    TaskTableModel& tasks = m_bench.list().tasks();
    for (int row = std::min(rowsLookedAt, tasks.rowCount()) - 1; row >= 0; --row) {
        const Task* task = tasks.taskAt(row);
        if (!task || task->state != TaskState::Failed)
            continue;
        const TaskId id = task->id;
        m_window.table().setFocus();
        m_window.table().select(id);
        m_window.table().centre(m_window.table().currentIndex());
        return;
    }
}

void Screenshots::finish()
{
    m_poll.stop();
    bool ok = !m_shows || isLoaded();
    if (!ok) {
        const Connection* current = m_bench.view().current();
        const QString why = current ? current->session().connection().error.message : QString();
        std::fprintf(
            stderr, "dueline: %s\n", why.isEmpty() ? "The window did not load within 10 s." : why.toUtf8().constData());
    }
    for (const LaunchOptions::Picture& picture : m_pictures) {
        const ThemeChoice theme = LaunchOptions::themeChoice(picture.theme);
        if (!picture.theme.isEmpty() && theme != m_theme.choice())
            m_theme.choose(theme);
        QCoreApplication::sendPostedEvents(); // lays out the window if its text has changed
        if (const QString problem = save(m_window.grab(), picture.file); !problem.isEmpty()) {
            std::fprintf(stderr, "dueline: Cannot write %s: %s.\n", qPrintable(picture.file), qPrintable(problem));
            ok = false;
        }
    }
    if (m_summary && ok)
        ok = printed(summaryText());
    Q_EMIT finished(ok);
}

/// Returns the text for --summary. It isn't translated, because packaging/run and other scripts parse it.
QString Screenshots::summaryText() const
{
    if (!m_bench.view().current())
        return {};
    const StateCounts counts = sumOfQueues();
    QString text;
    if (m_worker.isRunning()) {
        const EngineFigures figures = m_worker.figures();
        text += QStringLiteral("The worker in this window ran %1 demo tasks: %2 done, %3 to be retried, %4 failed.\n")
                    .arg(figures.processed + figures.retried + figures.failed)
                    .arg(figures.processed)
                    .arg(figures.retried)
                    .arg(figures.failed);
    }
    const auto in = [&counts](TaskState state) { return QString::number(counts[state]); };
    text += QStringLiteral("In %1 queues: %2 scheduled, %3 due, %4 retrying, %5 leased, %6 failed, %7 done.\n")
                .arg(m_bench.view().current()->queues().size())
                .arg(in(TaskState::Scheduled), in(TaskState::Due), in(TaskState::Retrying), in(TaskState::Leased),
                    in(TaskState::Failed), in(TaskState::Done));
    return text;
}

} // namespace dueline
