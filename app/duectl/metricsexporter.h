// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/backendthread.h"
#include "core/console/connect/openbackend.h"
#include "core/console/metrics/metricsreader.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <functional>

namespace dueline::duectl {

/// Reads the metrics of a connection for whoever asks, on a thread of its own: one reading at a time, which all take
/// who ask meanwhile, and none more often than a window refreshes. A server that does not answer is told in time.
class MetricsExporter : public QObject
{
public:
    static constexpr Millis freshFor{1'000};
    static constexpr Millis answerWithin{4'000}; ///< Prometheus waits for 10 s unless it is told otherwise

    using Families = std::vector<MetricFamily>;

    /// `toldOf`: is called with the error when the server is lost, with nullopt when it is there again.
    MetricsExporter(
        ConnectionSpec connection, MetricsRequest request, std::function<void(const std::optional<Error>&)> toldOf);

    /// The answer comes later, or at once where a fresh reading is there.
    void ask(std::function<void(const Families&)> answer);

private:
    void begin();
    void take(MetricsReading reading);
    void tooLate();

    std::function<void(const std::optional<Error>&)> m_toldOf;
    std::shared_ptr<CommandCounter> m_commands = std::make_shared<CommandCounter>();
    std::shared_ptr<MetricsReader> m_reader; ///< of the lane's thread
    MetricsLog m_log;
    Families m_last;
    QElapsedTimer m_lastAt; ///< invalid: there is none
    QElapsedTimer m_begunAt;
    bool m_reading = false;
    bool m_isLost = false;
    std::vector<std::function<void(const Families&)>> m_waiting;
    QTimer m_patience;
    BackendThread m_lane;
};

} // namespace dueline::duectl
