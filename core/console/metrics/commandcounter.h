// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/commandobserver.h"

#include <atomic>

namespace dueline {

/// Counter of the commands that connections send. Thread-safe.
class CommandCounter : public CommandObserver
{
public:
    qint64 count() const { return m_count; }

    bool isListening() const override { return true; }
    void sent(const std::vector<Command>& commands, const std::vector<Reply>*, std::chrono::nanoseconds) override
    {
        m_count += qint64(commands.size());
    }

private:
    std::atomic<qint64> m_count = 0;
};

} // namespace dueline
