// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/handlers/handler.h"

namespace dueline {

/// `echo`: succeeds immediately; the payload is the result.
class EchoHandler : public Handler
{
public:
    HandlerResult run(TaskContext& context) override;
};

/// `sleep:MS`: succeeds after that time. A stop request ends the sleep immediately.
class SleepHandler : public Handler
{
public:
    explicit SleepHandler(Millis duration)
        : m_duration(duration)
    { }
    HandlerResult run(TaskContext& context) override;

private:
    Millis m_duration;
};

/// `fail[:PERCENT]`: randomly fails that percentage of the attempts; the others succeed.
class FailHandler : public Handler
{
public:
    explicit FailHandler(int percent)
        : m_percent(percent)
    { }
    HandlerResult run(TaskContext& context) override;

private:
    int m_percent;
};

} // namespace dueline
