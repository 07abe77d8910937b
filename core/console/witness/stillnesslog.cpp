// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/witness/stillnesslog.h"

#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

/// Interval between state writes for a moving queue: one whose tasks are being claimed, or that has no due tasks.
constexpr Millis movingEvery{5 * secondMs};

QByteArray stateKey(qint64 queue) { return "stillness:" + QByteArray::number(queue); }

/// Adds `members` to a JSON object, and returns the result.
QByteArray withMembers(QByteArray object, const QByteArray& members)
{
    object.chop(1);
    return object + ',' + members + '}';
}

/// Returns an event's text without the final period.
QByteArray eventText(const Stillness& stillness) { return stillnessText(stillness).chopped(1).toUtf8(); }

} // namespace

Result<> StillnessLog::begin()
{
    m_queues.clear();
    return m_file.database().run("DELETE FROM meta WHERE key GLOB 'stillness:*'");
}

Result<> StillnessLog::note(qint64 queue, const Stillness& stillness)
{
    const auto [known, isNew] = m_queues.try_emplace(queue);
    QueueState& state = known->second;
    if (isNew) { // an earlier recorder may have left an event open
        auto row = m_file.lastStillness(queue);
        if (!row)
            return row.error();
        state.row = *std::move(row);
        if (state.row)
            state.events.resume(stillnessOf(state.row->detail).kind, endOfStillness(*state.row));
    }
    if (const auto written = writeState(queue, state, stillness); !written)
        return written;
    return writeEvent(queue, state, stillness);
}

/// Writes a queue's state. A moving queue's state changes with every task, so it isn't written on every reading.
Result<> StillnessLog::writeState(qint64 queue, QueueState& state, const Stillness& stillness)
{
    const bool isMoving = stillness.took || stillness.due == 0;
    if (isMoving && state.movingAt && stillness.now >= *state.movingAt && stillness.now - *state.movingAt < movingEvery)
        return {};
    state.movingAt = isMoving ? std::optional(stillness.now) : std::nullopt;
    return m_file.setMeta(stateKey(queue),
        withMembers(stillnessJson(stillness),
            "\"now_ms\":" + QByteArray::number(toMs(stillness.now))
                + ",\"took\":" + (stillness.took ? "true" : "false")));
}

/// Writes the start and end of a silence or hold. A silence that soon resumes is part of the same event. The event's
/// detail describes the state at its start; `ended_ms` is added at the end.
Result<> StillnessLog::writeEvent(qint64 queue, QueueState& state, const Stillness& stillness)
{
    using Change = SilenceEvents::Change;
    const Change change = state.events.note(stillness);
    if (change == Change::None)
        return {};
    if (change == Change::Ended) {
        state.row->detail = withMembers(state.row->detail, "\"ended_ms\":" + QByteArray::number(toMs(stillness.now)));
        const char* text = stillness.took       ? QT_TRANSLATE_NOOP("LayoutWords", "Tasks are being claimed again")
            : stillness.due == 0                ? QT_TRANSLATE_NOOP("LayoutWords", "No tasks are due anymore")
            : stillness.hold != PulseHold::None ? QT_TRANSLATE_NOOP("LayoutWords", "Due tasks are now held back")
                                                : QT_TRANSLATE_NOOP("LayoutWords", "Due tasks are no longer held back");
        const auto written = m_file.write(RecordEvent{0, stillness.now, queue, "took", text, {}});
        return written ? m_file.rewrite(*state.row) : written.error();
    }
    RecordEvent event{0, stillness.now, queue, stillness.kind == Stillness::Kind::Silent ? "silent" : "held",
        eventText(stillness), stillnessJson(stillness)};
    if (change == Change::Returned && state.row) {
        event.id = state.row->id;
        state.row = event;
        return m_file.rewrite(event);
    }
    const auto id = m_file.write(event);
    if (!id)
        return id.error();
    event.id = *id;
    state.row = event;
    return {};
}

Result<std::optional<Stillness>> recordedStillness(const RecordFile& file, qint64 queue)
{
    const auto bytes = file.meta(stateKey(queue));
    if (!bytes)
        return bytes.error();
    if (bytes->isEmpty())
        return std::optional<Stillness>();
    const QJsonObject json = QJsonDocument::fromJson(*bytes).object();
    Stillness stillness = stillnessOf(*bytes);
    stillness.now = fromMs(json[u"now_ms"].toInteger());
    stillness.took = json[u"took"].toBool();
    return std::optional(std::move(stillness));
}

} // namespace dueline
