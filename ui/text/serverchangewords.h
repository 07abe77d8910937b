// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/serverchange.h"

#include <QCoreApplication>

namespace dueline {

/// That a server was restarted, in words.
class ServerChangeWords
{
    Q_DECLARE_TR_FUNCTIONS(ServerChangeWords)

public:
    /// What happened to `connection`; `another`: another server took over, nobody was restarted.
    static QString text(const QString& connection, bool another, const ServerChange& change);
    /// How much is gone, and of which queues.
    static QString detail(const ServerChange& change);
    /// How much is gone; empty: nothing is.
    static QString brief(const ServerChange& change);

private:
    static QStringList sums(const ServerChange& change);
};

} // namespace dueline
