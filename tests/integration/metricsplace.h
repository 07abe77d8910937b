// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/integration/duectlprogram.h"
#include "tests/support/httpget.h"
#include "tests/support/sendsignal.h"

namespace dueline {

/// `duectl metrics --listen` on a free port, terminated when this object is destroyed.
class ServedMetrics
{
public:
    explicit ServedMetrics(const Duectl& duectl, const QStringList& options = {})
        : m_process(duectl.start(
            QStringList{QStringLiteral("metrics"), QStringLiteral("--listen"), QStringLiteral("127.0.0.1:0")}
            + options))
    {
        QByteArray said;
        if (!Duectl::waitFor(*m_process, QProcess::StandardOutput, "/metrics\n", said))
            qFatal("it does not listen: %s", m_process->readAllStandardError().constData());
        m_port = said.mid(said.lastIndexOf(':') + 1).chopped(9).toUShort();
    }
    ~ServedMetrics()
    {
        m_process->kill();
        m_process->waitForFinished();
    }

    quint16 port() const { return m_port; }
    QProcess& process() { return *m_process; }
    HttpReply get(const QByteArray& path = "/metrics", const QByteArray& headers = {}) const
    {
        return httpGet(m_port, path, headers);
    }

private:
    std::unique_ptr<QProcess> m_process;
    quint16 m_port = 0;
};

/// Returns the value of a metric such as `dueline_up`, or an empty string if there is no such line.
inline QByteArray metricIn(const QByteArray& text, const QByteArray& series)
{
    for (const QByteArray& line : text.split('\n')) {
        if (line.startsWith(series + ' '))
            return line.mid(series.size() + 1);
    }
    return {};
}

} // namespace dueline
