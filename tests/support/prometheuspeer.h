// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/peerprocess.h"

#include <QJsonArray>

namespace dueline {

/// Debian's Prometheus beside us, with a configuration and a folder of its own, on a free port of 127.0.0.1. Killed
/// with this object and with the test program.
class PrometheusPeer : public PeerProcess
{
public:
    /// Why there is none here, for QSKIP; empty when it can run.
    static QString missing();

    /// What promtool did with these arguments: its exit code, and all that it said.
    struct Judged
    {
        int code = -1;
        QByteArray said;
    };
    static Judged promtool(const QStringList& arguments, const QByteArray& input = {});

    /// Scrapes the target `127.0.0.1:PORT` every second and evaluates the rules as often.
    PrometheusPeer(quint16 target, const QString& rules);

    /// The result of a query at this moment; what is refused ends the test with its words.
    QJsonArray query(const QString& expression);
    /// Names of the alerts that fire; those that only wait for their time to pass are not among them.
    QStringList firing();

private:
    QJsonObject get(const QByteArray& path);

    QTemporaryDir m_folder;
    quint16 m_port;
};

} // namespace dueline
