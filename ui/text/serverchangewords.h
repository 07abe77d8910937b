// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/serverchange.h"

#include <QCoreApplication>

namespace dueline {

/// User-visible strings about a restarted or replaced server.
class ServerChangeWords
{
    Q_DECLARE_TR_FUNCTIONS(ServerChangeWords)

public:
    /// Returns a sentence about a change to `connection`'s server. `another`: true if a different server has become the
    /// master; false if the server was restarted.
    static QString text(const QString& connection, bool another, const ServerChange& change);
    /// Returns a description of the lost data, including the affected queues.
    static QString detail(const ServerChange& change);
    /// Returns a short description of the lost data; empty if nothing was lost.
    static QString brief(const ServerChange& change);

private:
    static QStringList sums(const ServerChange& change);
};

} // namespace dueline
