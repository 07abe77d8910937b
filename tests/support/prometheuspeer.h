// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/peerprocess.h"

#include <QJsonArray>

namespace dueline {

/// Debian's Prometheus for the tests, with its own configuration and folder, on a free port of 127.0.0.1. It is killed
/// when this object is destroyed or the test program ends.
class PrometheusPeer : public PeerProcess
{
public:
    /// Returns the reason why the peer cannot run on this machine, for QSKIP; empty if it can.
    static QString missing();

    /// Result of promtool: exit code and complete output.
    struct Judged
    {
        int code = -1;
        QByteArray said;
    };
    static Judged promtool(const QStringList& arguments, const QByteArray& input = {});

    /// Starts a server that scrapes the target `127.0.0.1:PORT` and evaluates the rules every second.
    PrometheusPeer(quint16 target, const QString& rules);

    /// Returns the current result of a query. An error ends the test with its message.
    QJsonArray query(const QString& expression);
    /// Returns the names of the alerts that are firing. Pending alerts are not included.
    QStringList firing();

private:
    QJsonObject get(const QByteArray& path);

    QTemporaryDir m_folder;
    quint16 m_port;
};

} // namespace dueline
