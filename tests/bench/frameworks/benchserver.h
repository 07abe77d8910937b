// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/bench/layout/serverprobe.h"
#include "tests/support/redisserver.h"

namespace dueline {

/// A private server of one part of a bench, and what it says of its own cost.
class BenchServer
{
public:
    /// `core`: it is pinned to this one; empty: it is not.
    explicit BenchServer(const QString& core);

    std::unique_ptr<Backend> open(const LayoutSpec& layout, Access access = Access::ReadOnly) const;
    std::unique_ptr<Backend> open(const QString& layout, Access access = Access::ReadOnly) const;
    /// In all commands but those of the probe since its last reset, ms.
    double inCommands();
    /// What that is made of, the most first: `ZCARD 2.1 ms in 1,200`. What scripts call is told once more.
    QString mostCommands(int count);

    RedisServer server;
    ServerProbe probe;
};

} // namespace dueline
