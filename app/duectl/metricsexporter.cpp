// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/metricsexporter.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

/// Returns the connection with timeouts short enough for the exporter to report a timeout before the client gives up.
ConnectionSpec answering(ConnectionSpec connection, const std::shared_ptr<CommandCounter>& commands)
{
    constexpr Millis enough = MetricsExporter::answerWithin - Millis(500);
    Timeouts& timeouts = connection.redis.timeouts;
    timeouts.connect = std::min(timeouts.connect, enough);
    timeouts.progress = std::min(timeouts.progress, enough);
    timeouts.reply = std::min(timeouts.reply, enough);
    connection.redis.observer = commands;
    return connection;
}

} // namespace

MetricsExporter::MetricsExporter(
    ConnectionSpec connection, MetricsRequest request, std::function<void(const std::optional<Error>&)> toldOf)
    : m_toldOf(std::move(toldOf))
    , m_reader(std::make_shared<MetricsReader>(std::move(request), m_commands))
    , m_lane(backendFactory(answering(std::move(connection), m_commands), {}, Access::ReadOnly), u"metrics"_s)
{
    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this, &MetricsExporter::tooLate);
}

void MetricsExporter::ask(std::function<void(const Families&)> answer)
{
    if (m_lastAt.isValid() && !m_lastAt.hasExpired(freshFor.count()))
        return answer(m_last);
    m_waiting.push_back(std::move(answer));
    if (!m_patience.isActive())
        m_patience.start(answerWithin);
    if (!m_reading)
        begin();
}

void MetricsExporter::begin()
{
    m_reading = true;
    m_begunAt.start();
    m_lane.run(
        this, [reader = m_reader](Backend& backend) { return Result<MetricsReading>(reader->read(backend)); },
        [this](Result<MetricsReading> reading) {
            m_reading = false;
            take(reading
                    ? *std::move(reading)
                    : MetricsReading::failedBy(reading.error(), std::chrono::nanoseconds(m_begunAt.nsecsElapsed())));
        });
}

void MetricsExporter::take(MetricsReading reading)
{
    const std::optional<Error> error = reading.error;
    m_last = m_log.note(std::move(reading));
    m_lastAt.start();
    m_patience.stop();
    for (const auto& answer : std::exchange(m_waiting, {}))
        answer(m_last);
    if (std::exchange(m_isLost, error.has_value()) != error.has_value())
        m_toldOf(error);
}

/// Answers all waiting requests with a timeout error. The reading continues, and its result serves later requests.
void MetricsExporter::tooLate()
{
    const Error error{ErrorCode::Timeout, u"Redis did not respond in time."_s};
    take(MetricsReading::failedBy(error, std::chrono::nanoseconds(m_begunAt.nsecsElapsed())));
}

} // namespace dueline::duectl
