// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/handlers/handler.h"

namespace dueline {

/// Handler for `echo`: succeeds immediately, with the payload as the result.
class EchoHandler : public Handler
{
public:
    HandlerResult run(TaskContext& context) override;
};

/// Handler for `sleep:MS`: succeeds after MS milliseconds. A stop request ends the sleep
/// immediately.
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

/// Handler for `fail[:PERCENT]`: randomly fails PERCENT of the attempts, and succeeds otherwise.
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
