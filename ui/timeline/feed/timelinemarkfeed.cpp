// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/feed/timelinemarkfeed.h"

#include "core/console/operations/operationlog.h"
#include "ui/presenters/connection.h"
#include "ui/presenters/windowrecord.h"

#include <algorithm>
#include <utility>

namespace dueline {

namespace {

/// Maximum difference between readings of the same start time. Servers report their uptime in whole seconds.
constexpr Millis sameStart{3'000};
/// Maximum difference between the time at which an event was recorded and the time reported by the server.
constexpr Millis sameEvent = 3 * WindowRecord::usualInterval;
constexpr Millis newStart = std::chrono::minutes(10); ///< maximum age of a process that counts as newly started

/// Returns whether the error affects only one queue: it was deleted or has become unreadable since it was listed.
bool isOfThatQueue(ErrorCode code)
{
    return code == ErrorCode::NotFound || code == ErrorCode::WrongType || code == ErrorCode::Permission;
}

} // namespace

/// Scan that reads the marks first, then the operations and recurring tasks, one queue per step.
struct TimelineMarkFeed::Scan
{
    Scan(QueueName of, std::vector<QueueName> all, std::shared_ptr<MarkReader> reader, TimePoint serverNow)
        : queue(std::move(of))
        , queues(std::move(all))
        , now(serverNow)
        , noteReader(std::move(reader))
        , log(mostOperations)
    { }

    /// Runs one step. Returns true when everything has been read.
    Result<bool> step(Backend& backend)
    {
        start = backend.serverStart();
        if (const auto reader = std::exchange(noteReader, nullptr)) {
            // The marks are read on a separate connection. If reading them fails, the other data is still valid.
            if (const auto read = reader->read(now))
                notes = *read;
            return false;
        }
        if (!hasOperations) {
            const Result<bool> read = readOperations(backend.inspector());
            if (!read)
                return read;
            hasOperations = *read;
            return hasOperations && !backend.schedules();
        }
        ScheduleBook* book = backend.schedules();
        if (!book || next >= queues.size())
            return true;
        const QueueName& name = queues[next++];
        auto listed = book->schedules(name);
        if (!listed && !isOfThatQueue(listed.error().code))
            return listed.error();
        for (ScheduleState& state : listed.ok() ? *listed : std::vector<ScheduleState>())
            runs.push_back({name, std::move(state)});
        return next >= queues.size();
    }

    Result<bool> readOperations(QueueInspector& inspector)
    {
        if (queue.isEmpty()) {
            const Result<bool> read = log.step(inspector);
            if (read && *read)
                operations = log.take();
            return read;
        }
        auto read = inspector.operations(queue, mostOperations);
        if (!read && !isOfThatQueue(read.error().code))
            return read.error();
        if (read)
            operations = *std::move(read);
        return true;
    }

    QueueName queue;
    std::vector<QueueName> queues;
    TimePoint now;
    /// Reader of the marks; null once the marks have been read.
    std::shared_ptr<MarkReader> noteReader;
    /// Marks; nullopt if they couldn't be read.
    std::optional<std::vector<Mark>> notes;
    OperationsReading log;
    bool hasOperations = false;
    std::size_t next = 0;
    std::optional<TimePoint> start;
    std::vector<OperationRecord> operations;
    std::vector<Runs> runs;
};

TimelineMarkFeed::TimelineMarkFeed(QObject* parent)
    : PollingFeed(parent)
{
    setActive(true);
}

void TimelineMarkFeed::show(Connection* shown, const QueueName& queue)
{
    if (shown == connection() && queue == m_queue)
        return;
    if (shown != connection()) {
        m_met.reset();
        m_notes.clear();
        m_noteReader = shown ? std::make_shared<MarkReader>(shown->spec().redis, shown->spec().prefix) : nullptr;
        follow(shown);
        if (shown) {
            connect(shown, &Connection::recordChanged, this, &TimelineMarkFeed::tell);
            connect(shown, &Connection::serverChanged, this, [this, shown](const ServerChange&) {
                m_met = shown->session().serverNow();
                refresh();
            });
        }
    }
    m_queue = queue;
    m_operations.clear();
    m_runs.clear();
    m_seenOperation.reset();
    drop();
    tell();
    refresh();
}

std::vector<QueueName> TimelineMarkFeed::shownQueues() const
{
    if (!m_queue.isEmpty())
        return {m_queue};
    std::vector<QueueName> queues;
    for (const QueueInfo& queue : connection()->queues())
        queues.push_back(queue.name);
    return queues;
}

std::optional<TimePoint> TimelineMarkFeed::lastOperation() const
{
    std::optional<TimePoint> last;
    if (!connection())
        return last;
    for (const QueueInfo& queue : connection()->queues()) {
        if (m_queue.isEmpty() || queue.name == m_queue)
            last = std::max(last, queue.lastOperation);
    }
    return last;
}

void TimelineMarkFeed::noteQueues()
{
    if (lastOperation() != m_seenOperation)
        refresh();
}

void TimelineMarkFeed::ask()
{
    m_seenOperation = lastOperation();
    walk(Scan(m_queue, shownQueues(), m_noteReader, session().serverNow()), every, [this](Scan read) {
        m_notes = std::move(read.notes).value_or(std::move(m_notes));
        m_operations = std::move(read.operations);
        m_runs = std::move(read.runs);
        noteStart(read.start);
        tell();
    });
}

/// Records a server process that is seen for the first time. A process that started long ago wasn't restarted, but has
/// replaced a different process.
void TimelineMarkFeed::noteStart(const std::optional<TimePoint>& start)
{
    const QString id = connection()->id();
    std::vector<TimePoint>& starts = m_starts[id];
    const bool known = start && std::any_of(starts.begin(), starts.end(), [start](TimePoint other) {
        return std::chrono::abs(other - *start) <= sameStart;
    });
    if (start && !known)
        starts.push_back(*start);
    if (const std::optional<TimePoint> met = std::exchange(m_met, std::nullopt);
        met && (!start || *met - *start >= newStart))
        m_changes[id].push_back(*met);
}

void TimelineMarkFeed::tell()
{
    std::vector<TimelineMark> marks;
    const bool names = m_queue.isEmpty();
    if (connection()) {
        for (const OperationRecord& record : m_operations)
            marks.push_back(TimelineMark::of(record, names));
        for (const Runs& runs : m_runs) {
            for (TimelineMark& mark : TimelineMark::of(runs.queue, runs.state, names))
                marks.push_back(std::move(mark));
        }
        for (const Mark& note : m_notes)
            marks.push_back(TimelineMark::ofNote(note));
        for (const TimePoint start : m_starts[connection()->id()])
            marks.push_back(TimelineMark::ofStart(start));
        for (const TimePoint met : m_changes[connection()->id()])
            marks.push_back(TimelineMark::ofChange(met));
    }
    std::vector<RecordGap> gaps;
    if (connection() && connection()->record()) {
        addRecorded(marks);
        gaps = connection()->record()->events().gaps;
    }
    std::stable_sort(
        marks.begin(), marks.end(), [](const TimelineMark& a, const TimelineMark& b) { return a.at < b.at; });
    Q_EMIT loaded(marks, gaps);
}

/// Adds the recorded events for the displayed queues and the server. Omits starts, failovers and notes that the server
/// itself reports.
void TimelineMarkFeed::addRecorded(std::vector<TimelineMark>& marks) const
{
    using enum TimelineMark::Kind;
    const std::vector<TimelineMark> known = marks;
    for (const QueueEventRecord& recorded : connection()->record()->events().events) {
        if (!m_queue.isEmpty() && !recorded.queue.isEmpty() && recorded.queue != m_queue)
            continue;
        std::optional<TimelineMark> mark = TimelineMark::of(recorded, m_queue.isEmpty());
        if (!mark)
            continue;
        const bool isServer = mark->kind == ServerStart || mark->kind == Failover;
        const bool isKnown = std::any_of(known.begin(), known.end(), [&](const TimelineMark& other) {
            return isServer ? other.kind == ServerStart && std::chrono::abs(other.at - mark->at) <= sameEvent
                            : mark->kind == Note && other == *mark;
        });
        if (!isKnown)
            marks.push_back(*std::move(mark));
    }
}

} // namespace dueline
