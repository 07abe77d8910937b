// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/handlers/handler.h"

namespace dueline {

/// Handler for `command:ARGV`: runs a program for each task, without a shell. The program receives the payload on
/// stdin. Its environment contains only PATH, HOME, LANG and `DUELINE_ID DUELINE_TYPE DUELINE_QUEUE DUELINE_ATTEMPT
/// DUELINE_TOKEN DUELINE_DUE_MS DUELINE_DEADLINE_MS`. Exit code 0: done, with stdout as the result; 75: retry; any
/// other code, or a signal: a failed attempt, with the last line of stderr as the error. If the program can't be
/// started, the attempt isn't counted. At the deadline, or when a stop is requested, its process group receives
/// SIGTERM, followed by SIGKILL after `killAfter`.
class CommandHandler : public Handler
{
public:
    explicit CommandHandler(std::vector<QByteArray> arguments, Millis killAfter = Millis(5'000));

    HandlerResult run(TaskContext& context) override;
    QByteArray unreadyBecause() const override;
    // Descriptors for four pipes, and for the signals that the program has ended and that a stop was requested.
    SlotNeeds needsPerSlot() const override { return {10, 1}; }

private:
    HandlerResult notStarted(int code) const;

    std::vector<QByteArray> m_arguments;
    std::vector<QByteArray> m_environment;
    Millis m_killAfter;
};

} // namespace dueline
