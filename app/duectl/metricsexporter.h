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

/// Exporter for a connection's metrics, on a background thread. Only one reading runs at a time, and its result answers
/// all waiting requests. It reads the server no more often than an open Dueline window does. If the server
/// doesn't respond, the client gets an error response before its own timeout.
class MetricsExporter : public QObject
{
public:
    static constexpr Millis freshFor{1'000};
    static constexpr Millis answerWithin{4'000}; ///< time limit for a response; Prometheus waits 10 s by default

    using Families = std::vector<MetricFamily>;

    /// Creates an exporter. `toldOf`: called with the error when the server connection is lost, and with nullopt when
    /// it is restored.
    MetricsExporter(
        ConnectionSpec connection, MetricsRequest request, std::function<void(const std::optional<Error>&)> toldOf);

    /// Requests the metrics. `answer` is called immediately if the last reading is recent enough; otherwise after the
    /// next reading.
    void ask(std::function<void(const Families&)> answer);

private:
    void begin();
    void take(MetricsReading reading);
    void tooLate();

    std::function<void(const std::optional<Error>&)> m_toldOf;
    std::shared_ptr<CommandCounter> m_commands = std::make_shared<CommandCounter>();
    std::shared_ptr<MetricsReader> m_reader; ///< only used on the lane's thread
    MetricsLog m_log;
    Families m_last;
    QElapsedTimer m_lastAt; ///< restarted at the end of each reading
    QElapsedTimer m_begunAt;
    bool m_reading = false;
    bool m_isLost = false;
    std::vector<std::function<void(const Families&)>> m_waiting;
    QTimer m_patience;
    BackendThread m_lane;
};

} // namespace dueline::duectl
