// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/witness/changesfeed.h"

#include "core/base/text.h"
#include "core/console/transfer/taskfile.h"
#include "ui/presenters/connection.h"
#include "ui/presenters/openrecordings.h"
#include "ui/presenters/windowrecord.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryFile>

#include <algorithm>
#include <utility>

namespace dueline {

namespace {

constexpr Millis reportEvery{5'000};
constexpr Millis tryEvery{1'000}; ///< interval between attempts to read an unreadable file
/// Minimum pause after reading, as a multiple of how long it took.
constexpr int pauseOfWork = 20;
constexpr Millis lastHour{hourMs};
constexpr Millis nearEvent{30'000}; ///< maximum time difference between a mark and the recorded event
constexpr qint64 exportPiece = 256 * 1024;

/// Returns the id of an event near `at`; 0 if there is none.
qint64 eventNear(const std::vector<QueueEventRecord>& starts, TimePoint at)
{
    const auto distance = [at](const QueueEventRecord& each) { return std::chrono::abs(each.event.at - at); };
    const auto nearest = std::min_element(starts.begin(), starts.end(),
        [&](const QueueEventRecord& a, const QueueEventRecord& b) { return distance(a) < distance(b); });
    return nearest != starts.end() && distance(*nearest) <= nearEvent ? nearest->event.id : 0;
}

Result<ChangesReport> readReport(RecordFile& file, const QueueName& queue, const ChangesStart& start)
{
    ChangesReport report;
    auto recorded = readRecordedEvents(file, TimePoint{});
    if (!recorded)
        return recorded.error();
    for (auto each = recorded->events.rbegin(); each != recorded->events.rend(); ++each) {
        if (each->event.kind == "loss")
            report.causes.push_back(lossOf(each->event.detail).event);
        else if (each->event.isDiscontinuity() || each->event.kind == "mark")
            report.starts.push_back(std::move(*each));
    }
    ChangesRequest request;
    request.queue = queue;
    if (start.kind == ChangesStart::Kind::Event) {
        request.event = eventNear(report.starts, start.at);
        request.from = start.at;
    }
    report.starts.resize(std::min(report.starts.size(), ChangesFeed::mostStarts));
    const auto spans = file.spans();
    if (!spans)
        return spans.error();
    if (!spans->empty() && start.kind == ChangesStart::Kind::Recording)
        request.from = spans->front().began;
    if (!spans->empty() && start.kind == ChangesStart::Kind::LastHour)
        request.from = spans->back().seen - lastHour;
    auto changes = readChanges(file, request);
    if (!changes)
        return changes.error();
    report.changes = *std::move(changes);
    return report;
}

/// Passes the tasks to `write` as JSON lines, piece by piece. Returns the number of tasks.
Result<qint64> writeLines(
    RecordFile& file, const VanishedTasks& tasks, const std::function<Result<>(const QByteArray& piece)>& write)
{
    VanishedLines lines(file, tasks);
    for (;;) {
        QByteArray bytes(exportPiece, Qt::Uninitialized);
        const qint64 got = lines.read(bytes.data(), bytes.size());
        if (got < 0)
            return Error{ErrorCode::Io, lines.errorString()};
        if (got == 0)
            return lines.lines();
        if (const auto written = write(bytes.first(got)); !written)
            return written.error();
    }
}

/// Writes the tasks to a file. Returns the number of tasks.
Result<qint64> writeTasks(
    RecordFile& file, const VanishedTasks& tasks, const QString& name, const std::function<bool()>& goesOn)
{
    TaskFile output(name);
    output.waitWhile(goesOn);
    const auto lines = writeLines(file, tasks, [&](const QByteArray& piece) {
        return goesOn() ? output.write(piece) : Result<>(Error{ErrorCode::Cancelled, {}});
    });
    if (!lines)
        return lines;
    const auto finished = output.finish();
    return finished ? lines : finished.error();
}

/// Writes the tasks to a temporary file. Returns the file, open for reading.
Result<std::unique_ptr<QIODevice>> temporaryFile(const QString& recording, const VanishedTasks& tasks)
{
    // A QTemporaryFile can be read only by its owner.
    auto output = std::make_unique<QTemporaryFile>();
    const auto problem = [&output] {
        return Error{ErrorCode::Io,
            QStringLiteral("Cannot write a temporary file: %1.").arg(printable(output->errorString().toUtf8()))};
    };
    if (!output->open())
        return problem();
    // The file contains payloads. Once its name is removed, the file is deleted even if the program is killed.
    QFile::remove(output->fileName());
    Result<qint64> written = Error{ErrorCode::Cancelled, {}};
    const auto opened = OpenRecordings::read(
        recording,
        [&](RecordFile& file) {
            written = writeLines(file, tasks,
                [&](const QByteArray& piece) { return output->write(piece) == piece.size() ? Result<>() : problem(); });
        },
        [] { return true; });
    if (!opened || !written)
        return opened ? written.error() : opened.error();
    if (!output->flush() || !output->seek(0))
        return problem();
    return std::unique_ptr<QIODevice>(std::move(output));
}

/// Reads a feed's recording on a background thread. Passes the result to `done`; on error, emits failed().
template <typename Value>
void readRecording(BackgroundTask& task, const QString& name, ChangesFeed& feed,
    const std::function<Result<Value>(RecordFile&, const std::function<bool()>& goesOn)>& read,
    const std::function<void(const Value&)>& done)
{
    task.start(name, [&feed, path = feed.path(), read, done](BackgroundTask::Run& run) -> BackgroundTask::Word {
        const std::function<bool()> goesOn = [&run] { return run.goesOn(); };
        Result<Value> value = Error{ErrorCode::Cancelled, {}};
        const auto opened = OpenRecordings::read(
            path, [&](RecordFile& file) { value = read(file, goesOn); }, goesOn);
        if (!opened)
            value = opened.error();
        return [&feed, done, value = std::move(value)] {
            if (value)
                done(*value);
            else
                Q_EMIT feed.failed(value.error());
        };
    });
}

} // namespace

ChangesFeed::ChangesFeed(QObject* parent)
    : QObject(parent)
{
    m_next.setSingleShot(true);
    connect(&m_next, &QTimer::timeout, this, &ChangesFeed::read);
}

Connection* ChangesFeed::connection() const { return m_connection; }

QString ChangesFeed::path() const
{
    if (!m_file.isEmpty())
        return m_file;
    return m_connection && m_connection->record() ? m_connection->record()->path() : QString();
}

void ChangesFeed::show(Connection* connection, const QueueName& queue, const ChangesStart& start)
{
    if (m_connection != connection) {
        if (m_connection)
            disconnect(m_connection, nullptr, this, nullptr);
        m_file.clear();
        if (connection)
            connect(connection, &Connection::recordChanged, this, [this] {
                // If a reading is already scheduled, it will include the change.
                if (path().isEmpty() || !m_next.isActive())
                    read();
            });
    }
    m_connection = connection;
    m_queue = queue;
    m_start = start;
    reset();
}

void ChangesFeed::setStart(const ChangesStart& start)
{
    if (start == m_start)
        return;
    m_start = start;
    m_reading.leave();
    read();
}

void ChangesFeed::setQueue(const QueueName& queue)
{
    m_queue = queue;
    reset();
}

void ChangesFeed::setFile(const QString& path)
{
    m_file = path;
    m_start = {};
    reset();
}

void ChangesFeed::setActive(bool active)
{
    m_isActive = active;
    if (active)
        read();
    else
        m_next.stop();
}

/// Drops the report, because a different queue, connection or file is displayed.
void ChangesFeed::reset()
{
    m_reading.leave();
    m_split.leave();
    m_report.reset();
    m_error.reset();
    Q_EMIT changed();
    read();
}

void ChangesFeed::read()
{
    if (!m_isActive || m_reading.isRunning())
        return;
    if (path().isEmpty())
        return Q_EMIT changed();
    m_reading.start(QStringLiteral("changes"),
        [this, path = path(), isOwn = m_file.isEmpty(), queue = m_queue, start = m_start](
            BackgroundTask::Run& run) -> BackgroundTask::Word {
            Result<ChangesReport> report = Error{ErrorCode::Cancelled, {}};
            QElapsedTimer timer;
            timer.start();
            const auto opened = OpenRecordings::read(
                path,
                [&](RecordFile& file) {
                    if (isOwn) // don't count the time spent waiting for the recorder
                        timer.restart();
                    report = readReport(file, queue, start);
                },
                [&run] { return run.goesOn(); });
            if (!opened)
                report = opened.error();
            return [this, report = std::move(report), took = timer.elapsed()]() mutable {
                m_error = report ? std::nullopt : std::optional(report.error());
                if (report)
                    m_report = *std::move(report);
                m_next.start(std::max(m_error ? tryEvery : reportEvery, Millis(took * pauseOfWork)));
                Q_EMIT changed();
            };
        });
}

void ChangesFeed::copyIds(const VanishedTasks& tasks)
{
    readRecording<QByteArrayList>(
        m_export, QStringLiteral("changes-ids"), *this,
        [tasks](RecordFile& file, const auto&) { return vanishedIds(file, tasks, mostCopied); },
        [this](const QByteArrayList& ids) { Q_EMIT copied(ids); });
}

void ChangesFeed::splitTasks(const VanishedTasks& tasks)
{
    readRecording<std::vector<VanishedTasks>>(
        m_split, QStringLiteral("changes-split"), *this,
        [tasks](RecordFile& file, const auto&) { return tasksByOwnQueue(file, tasks); },
        [this, tasks](
            const std::vector<VanishedTasks>& queues) { Q_EMIT split(queues.empty() ? std::vector{tasks} : queues); });
}

ImportSource ChangesFeed::source(const QString& recording, const VanishedTasks& tasks)
{
    return {[recording, tasks] { return temporaryFile(recording, tasks); }, true};
}

void ChangesFeed::exportTasks(const VanishedTasks& tasks, const QString& file)
{
    readRecording<qint64>(
        m_export, QStringLiteral("changes-export"), *this,
        [tasks, file](RecordFile& recording, const auto& goesOn) { return writeTasks(recording, tasks, file, goesOn); },
        [this, file](qint64 written) { Q_EMIT exported(written, file); });
}

} // namespace dueline
