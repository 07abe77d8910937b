// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/handlers/handler.h"

namespace dueline {

/// `echo`: done at once, the payload is the result.
class EchoHandler : public Handler
{
public:
    HandlerResult run(TaskContext& context) override;
};

/// `sleep:MS`: done after that long; a stop ends it at once.
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

/// `fail[:PERCENT]`: fails that share of the attempts, by chance; the others are done.
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
