// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/witness/recorder.h"

#include "core/base/text.h"
#include "core/console/witness/queuesample.h"
#include "core/console/witness/recorderwords.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

using Figure = ServerSample::Figure;

constexpr Millis shortestGap{5 * secondMs};
constexpr int intervalsPerGap = 3;
constexpr Millis evictionPause{minuteMs}; ///< evictions within this time of each other are recorded as one event
constexpr int operationsRead = 20; ///< number of operations to read per queue, newest first
constexpr int operationQueues = 5; ///< maximum number of queues to read operations from per reading
constexpr QByteArrayView noMarks = "9999999999999-0"; ///< id after which there are no marks

/// Returns the JSON detail of an event that occurred between the last reading and this one. `seen`: time of the last
/// reading.
QByteArray detailSince(std::optional<TimePoint> seen, const ServerSample& before, const ServerSample& after)
{
    QJsonObject detail;
    if (seen)
        detail[u"before_ms"_s] = toMs(*seen);
    if (before[Figure::Keys] && after[Figure::Keys]) {
        detail[u"keys_before"_s] = *before[Figure::Keys];
        detail[u"keys"_s] = *after[Figure::Keys];
    }
    return QJsonDocument(detail).toJson(QJsonDocument::Compact);
}

} // namespace

Recorder::Recorder(RecordFile& file, Backend& backend, ServerReader& server, RecorderOptions options)
    : m_file(file)
    , m_backend(backend)
    , m_server(server)
    , m_options(std::move(options))
    , m_tiers(file, m_options.limits)
    , m_silence(std::max(shortestGap, intervalsPerGap * m_options.every))
    , m_stillness(file)
    , m_losses(file, m_options.every)
    , m_versions(file)
    , m_rates(file, backend)
{
    if (m_options.ids)
        m_waiting.emplace(
            file, backend, WaitingTasks::Options{m_options.payloads, m_options.isMasked, m_options.limits.mostBytes});
}

/// Restores the state at the end of the recording, for comparison with the first reading.
Result<> Recorder::begin()
{
    const auto spans = m_file.spans();
    if (!spans)
        return spans.error();
    for (const RecordSpan& span : *spans) {
        m_seen = span.seen;
        m_run = span.run;
        m_role = span.role;
    }
    const auto server = m_file.lastServer(RecordTier::Seconds, fromMs(qint64(endOfTime)));
    if (!server)
        return server.error();
    if (*server)
        m_known = **server;
    const auto mark = m_file.meta("mark");
    if (!mark)
        return mark.error();
    m_mark = *mark;
    if (const auto loaded = loadQueues(); !loaded)
        return loaded;
    m_isBegun = true;
    return {};
}

Result<> Recorder::look()
{
    if (!m_isBegun) {
        if (const auto begun = begin(); !begun)
            return begun;
    }
    const auto reading = readAll();
    if (!reading) {
        m_isLocked = false;
        if (reading.error().code != ErrorCode::Cancelled)
            (void)interrupt("server away"); // fails on a full disk, but so will the next reading
        return reading.error();
    }
    if (const auto begun = m_file.begin(); !begun) {
        m_isLocked = m_file.database().isLocked();
        return begun;
    }
    const auto last = m_last;
    auto done = write(*reading);
    if (done)
        done = m_file.commit();
    if (!done) {
        m_file.rollback();
        // The reading wasn't stored, so compare the next one with the previous state.
        m_last = last;
        m_samples.clear();
        m_queues.clear();
        m_isBegun = false; // loads the queues again
        m_counted.clear();
        m_eviction.reset();
        m_stillness.forget();
        m_losses.forget();
        m_versions.forget();
        if (m_waiting)
            m_waiting->forget();
        m_span = 0;
        m_hasFailed = true;
        return done;
    }
    const ServerReading& server = reading->server;
    m_hasFailed = m_isLocked = false;
    m_last = server;
    m_seen = server.now;
    if (!server.run.isEmpty())
        m_run = server.run;
    if (!server.role.isEmpty())
        m_role = server.role;
    m_known = server.figures;
    m_isEvicting = reading->isEvicting;
    m_mark
        = server.marks.empty() ? m_mark.isEmpty() ? number(toMs(server.now)) + "-0" : m_mark : server.marks.back().id;
    for (const OperationRecord& operation : reading->operations) {
        TimePoint& known = m_operations[operation.queue];
        known = std::max(known, operation.at);
    }
    m_queueCount = reading->queues.size();
    if (const auto settled = m_tiers.settle(server.now); !settled)
        return settled;
    return m_rates.read(reading->queues, server.now, m_queues);
}

Result<> Recorder::end() { return interrupt("stopped"); }

/// Ends the current span, if any.
Result<> Recorder::interrupt(const QByteArray& ended)
{
    if (m_span == 0)
        return {};
    const qint64 span = std::exchange(m_span, 0);
    return m_file.endSpan(span, ended);
}

/// Takes a reading. If a restart, failover, or flush happens during the reading, the counts may be from before or after
/// it, so everything is read again.
Result<Recorder::Reading> Recorder::readAll()
{
    constexpr int mostTries = 3;
    if (const auto discovered = discover(); !discovered)
        return discovered.error();
    for (int tries = 1;; ++tries) {
        auto reading = readOnce();
        if (!reading)
            return reading;
        const auto after = m_server.read({});
        if (!after)
            return after.error();
        ServerReading& server = reading->server;
        const bool isSame = after->run == server.run && after->role == server.role && after->flushAll == server.flushAll
            && after->flushDb == server.flushDb;
        if (!isSame && tries < mostTries)
            continue;
        auto& evicted = server.figures[Figure::Evicted];
        reading->isEvicting = evicted && after->figures[Figure::Evicted] > evicted;
        evicted = after->figures[Figure::Evicted];
        return reading;
    }
}

Result<Recorder::Reading> Recorder::readOnce()
{
    Reading reading;
    auto server = m_server.read(m_mark.isEmpty() ? noMarks.toByteArray() : m_mark);
    if (!server)
        return server.error();
    reading.server = *std::move(server);
    if (const auto read = readQueues(reading); !read)
        return read.error();
    auto stillness = m_silence.look(m_backend, reading.queues, reading.server.now);
    if (!stillness)
        return stillness.error();
    reading.stillness = *std::move(stillness);
    if (const auto read = m_waiting ? m_waiting->read(reading.queues, reading.isWhole, reading.server.now) : Result<>();
        !read)
        return read.error();
    if (const auto read = readOperations(reading); !read)
        return read.error();
    return reading;
}

/// Searches for queues. The first reading runs the initial scan to its end; later readings run one step each.
Result<> Recorder::discover()
{
    QueueDiscovery* discovery = m_backend.discovery();
    if (!discovery || !m_options.queues.empty())
        return {};
    do {
        const auto complete = discovery->step();
        if (!complete)
            return complete.error();
        m_isDiscovered = m_isDiscovered || *complete;
    } while (!m_isDiscovered);
    return {};
}

Result<> Recorder::readQueues(Reading& reading)
{
    QueueInspector& inspector = m_backend.inspector();
    if (m_options.queues.empty()) {
        inspector.paceCounts({});
        auto queues = inspector.queues();
        if (!queues)
            return queues.error();
        reading.queues = *std::move(queues);
        reading.isWhole = inspector.waitingQueues() == 0;
        return {};
    }
    reading.isWhole = true;
    for (const QueueName& name : m_options.queues) {
        auto queue = inspector.queue(name);
        if (queue) {
            reading.queues.push_back(*std::move(queue));
        } else if (endsReading(queue.error().code)) {
            return queue.error();
        } else if (queue.error().code != ErrorCode::NotFound) {
            QueueInfo unreadable;
            unreadable.name = name;
            unreadable.unreadable = queue.error().message.toUtf8();
            reading.queues.push_back(std::move(unreadable));
        }
    }
    return {};
}

/// Reads operations that began after the recording started and haven't been recorded yet.
Result<> Recorder::readOperations(Reading& reading)
{
    const TimePoint since = m_seen.value_or(reading.server.now);
    int queuesRead = 0;
    for (const QueueInfo& info : reading.queues) {
        if (!info.lastOperation || !info.unreadable.isEmpty())
            continue;
        const TimePoint known = m_operations.try_emplace(info.name, since).first->second;
        if (*info.lastOperation <= known || ++queuesRead > operationQueues)
            continue;
        const auto operations = m_backend.inspector().operations(info.name, operationsRead);
        if (!operations && endsReading(operations.error().code))
            return operations.error();
        if (!operations)
            continue;
        for (const OperationRecord& operation : *operations) {
            if (operation.at > known)
                reading.operations.push_back(operation);
        }
        if (operations->empty())
            m_operations[info.name] = *info.lastOperation;
    }
    return {};
}

Result<> Recorder::write(const Reading& reading)
{
    const ServerReading& server = reading.server;
    if (const auto written = writeSpan(server); !written)
        return written;
    if (const auto written = writeServerEvents(server); !written)
        return written;
    if (const auto begun = beginLosses(server); !begun)
        return begun;
    if (const auto written = m_file.write(RecordTier::Seconds, server.figures); !written)
        return written;
    if (!m_last || m_last->unknown != server.unknown) {
        QByteArrayList unknown;
        for (const QByteArray& each : server.unknown)
            unknown << each;
        if (const auto set = m_file.setMeta("unknown", unknown.join(',')); !set)
            return set;
    }
    if (!m_last || m_last->policy != server.policy) {
        if (const auto set = m_file.setMeta("policy", server.policy); !set)
            return set;
    }
    if (const auto written = writeQueues(reading); !written)
        return written;
    if (const auto written = m_waiting ? m_waiting->write(server.now, m_losses.waiting()) : Result<>(); !written)
        return written;
    for (const Stillness& stillness : reading.stillness) {
        const auto queue = m_queues.find(stillness.queue);
        if (queue == m_queues.end())
            continue;
        if (const auto noted = m_stillness.note(queue->second.id, stillness); !noted)
            return noted;
    }
    if (const auto written = writeMarks(server); !written)
        return written;
    return writeOperations(reading);
}

/// Extends the current span. Begins a new one after a gap, or if the server process has changed.
Result<> Recorder::writeSpan(const ServerReading& server)
{
    const Millis gap = std::max(shortestGap, intervalsPerGap * m_options.every);
    if (m_span != 0) {
        const bool isOther = !server.run.isEmpty() && server.run != m_run;
        const bool hasGap = server.now - *m_seen > gap || server.now < *m_seen - gap;
        if (!isOther && !hasGap)
            return m_file.touchSpan(m_span, server.now);
        const char* const reason = isOther ? "server changed" : m_isLocked ? "locked" : "asleep";
        if (const auto ended = m_file.endSpan(m_span, reason); !ended)
            return ended;
    } else {
        const QByteArray ended = m_hasFailed ? "disk full" : "server away";
        if (const auto closed = m_file.database().run("UPDATE span SET ended=? WHERE ended IS NULL", {ended}); !closed)
            return closed;
        const char* text = QT_TRANSLATE_NOOP(
            "LayoutWords", "The recording could not be written until now. The disk may have been full.");
        if (const auto written = m_hasFailed ? writeEvent(server, "diskfull", QString::fromUtf8(text)) : Result<>();
            !written)
            return written;
    }
    const Millis offset = server.now - SystemClock().now();
    const auto begun = m_file.beginSpan({0, server.now, server.now, server.run, server.role, offset, {}});
    if (!begun)
        return begun.error();
    m_span = *begun;
    m_samples.clear(); // each span starts with a sample of every queue
    return m_stillness.begin();
}

Result<> Recorder::writeEvent(const ServerReading& server, const QByteArray& kind, const QString& text)
{
    RecordEvent event{0, server.now, {}, kind, text.toUtf8(), detailSince(m_seen, m_known, server.figures)};
    const auto written = m_file.write(event);
    if (!written)
        return written.error();
    event.id = *written;
    if (event.isDiscontinuity() && !m_discontinuity)
        m_discontinuity = event;
    return {};
}

/// Compares the server with the last reading, and records restarts, failovers, flushes, and evictions.
Result<> Recorder::writeServerEvents(const ServerReading& server)
{
    m_discontinuity.reset();
    if (!m_seen)
        return {};
    const bool isOther = !server.run.isEmpty() && !m_run.isEmpty() && server.run != m_run;
    const auto uptime = server.figures[Figure::Uptime];
    // If this process was already running at the last reading, it wasn't restarted: it has taken over.
    const bool isFailover = isOther && uptime && server.now - Millis(*uptime * secondMs) < *m_seen - Millis(secondMs);
    const QString keys = keysText(m_known, server.figures);
    if (isOther) {
        const QString text = !isFailover ? u"Redis was restarted"_s
            : m_last && lacksDataOf(*m_last, server)
            ? u"Another Redis server has taken over without the latest changes"_s
            : u"Another Redis server has taken over"_s;
        if (const auto written = writeEvent(server, isFailover ? "failover" : "restart", text + keys); !written)
            return written;
    } else if (!server.role.isEmpty() && !m_role.isEmpty() && server.role != m_role) {
        const QString text
            = u"The server's role changed from %1 to %2"_s.arg(printable(m_role, 20), printable(server.role, 20));
        if (const auto written = writeEvent(server, "failover", text + keys); !written)
            return written;
    } else if (m_last && server.role == "slave" && m_last->replication != server.replication) {
        const QString text = u"This replica's master has changed"_s;
        if (const auto written = writeEvent(server, "failover", text + keys); !written)
            return written;
    }
    const auto flushes = server.figures[Figure::Flushes];
    // After a restart, the counters start at 0. After a failover, their earlier values are unknown.
    const auto before = isOther ? isFailover ? std::nullopt : std::optional<qint64>(0) : m_known[Figure::Flushes];
    if (flushes && before && *flushes > *before) {
        const bool isSplit = m_last && !isOther && m_last->flushAll && m_last->flushDb;
        const qint64 all = isSplit ? *server.flushAll - *m_last->flushAll : 0;
        const qint64 one = isSplit ? *server.flushDb - *m_last->flushDb : 0;
        const QString text = isSplit && all > 0 && one > 0
            ? u"FLUSHALL ran %1 and FLUSHDB ran %2"_s.arg(timesText(all), timesText(one))
            : isSplit ? u"%1 ran %2"_s.arg(all > 0 ? u"FLUSHALL"_s : u"FLUSHDB"_s, timesText(std::max(all, one)))
                      : u"FLUSHALL or FLUSHDB ran %1"_s.arg(timesText(*flushes - *before));
        if (const auto written = writeEvent(server, "flush", text + keys); !written)
            return written;
    }
    return isOther ? Result<>() : writeEviction(server);
}

/// Records evicted keys. Evictions in quick succession become one event.
Result<> Recorder::writeEviction(const ServerReading& server)
{
    const auto evicted = server.figures[Figure::Evicted];
    const auto before = m_known[Figure::Evicted];
    const bool isSame = m_eviction && server.now - m_evictedAt < evictionPause;
    // Redis may have evicted keys after the last reading's counts, so compare the queues once more.
    if (!evicted || !before || (*evicted <= *before && !(isSame && m_isEvicting)))
        return {};
    const qint64 count = *evicted - *before + (isSame ? m_evicted : 0);
    QString text = u"Redis evicted %1"_s.arg(count == 1 ? u"1 key"_s : u"%1 keys"_s.arg(groupedNumber(count)));
    if (const auto most = server.figures[Figure::Maximum]; most && *most > 0)
        text += u", because memory is limited to %1"_s.arg(formatBytes(*most));
    RecordEvent event = isSame ? *m_eviction : RecordEvent{0, server.now, {}, "evicted", {}, {}};
    event.text = text.toUtf8();
    const QJsonObject detail{{u"before_ms"_s, toMs(isSame ? m_evictingSince : *m_seen)}, {u"evicted"_s, count},
        {u"limit"_s, server.figures[Figure::Maximum].value_or(0)}};
    event.detail = QJsonDocument(detail).toJson(QJsonDocument::Compact);
    const auto written = isSame ? Result<qint64>(event.id) : m_file.write(event);
    if (!written)
        return written.error();
    if (isSame) {
        if (const auto rewritten = m_file.rewrite(event); !rewritten)
            return rewritten;
    }
    event.id = *written;
    if (!isSame)
        m_evictingSince = *m_seen;
    m_eviction = event;
    if (!m_discontinuity)
        m_discontinuity = event;
    m_evicted = count;
    m_evictedAt = server.now;
    return {};
}

/// Starts comparing all queues after an event that may have lost tasks.
Result<> Recorder::beginLosses(const ServerReading& server)
{
    if (!m_discontinuity)
        return {};
    const ServerReading* last = m_last ? &*m_last : nullptr;
    const QByteArray kind = m_discontinuity->kind;
    const bool isOther = kind == "restart" || kind == "failover";
    if (isOther && last && hasAllDataOf(*last, server))
        return {};
    Millis active = std::max(server.now - *m_seen, Millis(0));
    // Workers couldn't claim tasks while the server was down.
    if (const auto uptime = server.figures[Figure::Uptime]; kind == "restart" && last && uptime)
        active = std::min(active, Millis((*uptime + 1) * secondMs));
    const Discontinuity cause{
        *m_discontinuity, *m_seen, active + m_options.every, hasLostAll(kind, last, m_known, server)};
    return m_losses.begin(cause, [this](const QueueName& queue) { return m_queues.contains(queue); });
}

/// Checks a queue's new count for losses, and records any loss.
Result<> Recorder::compareQueue(
    const Reading& reading, const QueueName& queue, const RecordSample& sample, const QueueInfo& info)
{
    static const std::set<QByteArray> removing{"delete", "delete-queue", "discard", "move", "undo"};
    qint64 removed = 0;
    for (const OperationRecord& operation : reading.operations)
        removed += operation.queue == queue && removing.contains(operation.kind) ? operation.done : 0;
    const auto loss = m_losses.compare(queue, sample, info.everAdded, removed, info.nextDue);
    if (!loss)
        return loss.error();
    return *loss && m_waiting ? m_waiting->lost(queue, **loss) : Result<>();
}

/// Loads the queues that existed at the end of the recording, so that queues that have disappeared since are recorded.
Result<> Recorder::loadQueues()
{
    if (m_file.hasOtherLayouts())
        return {}; // queues in layouts that this recorder doesn't read still exist
    const auto queues = m_file.queues();
    if (!queues)
        return queues.error();
    for (const RecordQueue& queue : *queues) {
        const auto& wanted = m_options.queues;
        if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), queue.name) == wanted.end())
            continue;
        const auto last = m_file.lastSample(RecordTier::Seconds, queue.id, fromMs(qint64(endOfTime)));
        if (!last)
            return last.error();
        if (*last && ((*last)->flags & RecordSample::Absent) == 0)
            m_queues[queue.name] = queue;
    }
    return {};
}

Result<> Recorder::writeQueues(const Reading& reading)
{
    std::set<QueueName> listed;
    for (const QueueInfo& info : reading.queues) {
        listed.insert(info.name);
        if (info.asOf) { // queues are counted in turns, so skip counts that have already been recorded
            TimePoint& counted = m_counted[info.name];
            if (*info.asOf <= counted)
                continue;
            counted = *info.asOf;
        }
        const RecordSample sample = queueSample(info, reading.server.now);
        if (const auto compared = compareQueue(reading, info.name, sample, info); !compared)
            return compared;
        if (const auto written = writeSample(info, sample); !written)
            return written;
    }
    if (!reading.isWhole)
        return {};
    const RecordSample absent = absentSample(reading.server.now);
    for (const QueueName& name : m_losses.waiting()) {
        if (listed.contains(name))
            continue;
        if (const auto compared = compareQueue(reading, name, absent, {}); !compared)
            return compared;
    }
    for (const auto& [name, queue] : m_queues) {
        if (listed.contains(name))
            continue;
        const auto last = m_samples.find(name);
        if (last == m_samples.end() || (last->second.flags & RecordSample::Absent) == 0) {
            Stillness stillness; // recording it ends the queue's silence, if any
            stillness.queue = name;
            stillness.now = reading.server.now;
            if (const auto noted = m_stillness.note(queue.id, stillness); !noted)
                return noted;
        }
        QueueInfo info;
        info.name = name;
        if (const auto written = writeSample(info, absent); !written)
            return written;
    }
    return {};
}

/// Writes a sample of a queue if its figures have changed or a new minute has begun.
Result<> Recorder::writeSample(const QueueInfo& info, const RecordSample& sample)
{
    RecordQueue& queue = m_queues[info.name];
    if (queue.id == 0) {
        queue = {0, info.name, m_backend.capabilities(info.name).layout, info.version};
        const auto id = m_file.queueId(queue);
        if (!id)
            return id.error();
        queue.id = *id;
    }
    if (const auto noted = m_versions.note(queue, info.version, sample.at); !noted)
        return noted;
    const auto last = m_samples.find(info.name);
    if (last != m_samples.end() && last->second.isSame(sample)
        && std::chrono::floor<std::chrono::minutes>(last->second.at)
            == std::chrono::floor<std::chrono::minutes>(sample.at))
        return {};
    RecordSample row = sample;
    row.queue = queue.id;
    m_samples[info.name] = row;
    return m_file.write(RecordTier::Seconds, row);
}

Result<> Recorder::writeMarks(const ServerReading& server)
{
    for (const Mark& mark : server.marks) {
        const RecordEvent event{0, std::min(mark.at, server.now), {}, "mark", mark.text, {}};
        if (const auto written = m_file.write(event); !written)
            return written.error();
    }
    return server.marks.empty() ? Result<>() : m_file.setMeta("mark", server.marks.back().id);
}

/// Records the operations without their filters and reasons, which may contain task data.
Result<> Recorder::writeOperations(const Reading& reading)
{
    for (const OperationRecord& operation : reading.operations) {
        const auto queue = m_queues.find(operation.queue);
        const char* const sentence = queueOperationText(operation.kind);
        QJsonObject detail{{u"kind"_s, QString::fromUtf8(operation.kind)}};
        if (!sentence)
            detail[u"tasks"_s] = operation.total;
        const QString text = sentence ? QString::fromUtf8(sentence)
            : operation.total == 1
            ? u"%1: 1 task"_s.arg(printable(operation.kind, 30))
            : u"%1: %2 tasks"_s.arg(printable(operation.kind, 30), groupedNumber(operation.total));
        RecordEvent event{
            0, operation.at, {}, "operation", text.toUtf8(), QJsonDocument(detail).toJson(QJsonDocument::Compact)};
        if (queue != m_queues.end())
            event.queue = queue->second.id;
        if (const auto written = m_file.write(event); !written)
            return written.error();
    }
    return {};
}

} // namespace dueline
