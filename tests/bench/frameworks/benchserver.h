// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/bench/layout/serverprobe.h"
#include "tests/support/redisserver.h"

namespace dueline {

/// Private server for one part of a benchmark, with separate cost statistics.
class BenchServer
{
public:
    /// Starts the server. `core` is the CPU core to pin the server to; empty: not pinned.
    explicit BenchServer(const QString& core);

    std::unique_ptr<Backend> open(const LayoutSpec& layout, Access access = Access::ReadOnly) const;
    std::unique_ptr<Backend> open(const QString& layout, Access access = Access::ReadOnly) const;
    /// Returns the time in ms that the server has spent on commands since the last reset, excluding the benchmark's own
    /// commands.
    double inCommands();
    /// Returns the most expensive commands, such as `ZCARD 2.1 ms in 1,200`. Commands called by scripts count twice:
    /// separately and as part of their script.
    QString mostCommands(int count);

    RedisServer server;
    ServerProbe probe;
};

} // namespace dueline
