// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/serverchange.h"

#include <QCoreApplication>

namespace dueline {

/// Texts about a restarted server.
class ServerChangeWords
{
    Q_DECLARE_TR_FUNCTIONS(ServerChangeWords)

public:
    /// Returns what happened to `connection`. `another`: a different server took over; none was restarted.
    static QString text(const QString& connection, bool another, const ServerChange& change);
    /// Returns how much was lost, and in which queues.
    static QString detail(const ServerChange& change);
    /// Returns how much was lost; empty if nothing was.
    static QString brief(const ServerChange& change);

private:
    static QStringList sums(const ServerChange& change);
};

} // namespace dueline
