// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/peerprocess.h"

#include <QJsonArray>

namespace dueline {

/// Debian's Prometheus for the tests, with its own configuration and folder, on a free port of 127.0.0.1. Killed when
/// this object is destroyed or the test program ends.
class PrometheusPeer : public PeerProcess
{
public:
    /// Returns why the peer can't run on this machine, for QSKIP, or an empty string if it can.
    static QString missing();

    /// promtool's exit code and complete output.
    struct Judged
    {
        int code = -1;
        QByteArray said;
    };
    static Judged promtool(const QStringList& arguments, const QByteArray& input = {});

    /// Starts a server that scrapes the target `127.0.0.1:PORT` and evaluates the rules every second.
    PrometheusPeer(quint16 target, const QString& rules);

    /// Returns the current result of a query. Errors abort the test with their message.
    QJsonArray query(const QString& expression);
    /// Returns the names of the firing alerts, excluding pending ones.
    QStringList firing();

private:
    QJsonObject get(const QByteArray& path);

    QTemporaryDir m_folder;
    quint16 m_port;
};

} // namespace dueline
