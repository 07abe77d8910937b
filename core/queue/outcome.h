// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

namespace dueline {

/// Result of a task's run, as published on the `results` channel. Each batch of acks is one message, a JSON array of
/// `{"id","type","outcome","attempt","worker","late_ms","run_ms","error","output"}` objects. Error and output are
/// truncated to 1 KiB; type, error and output are omitted if empty.
struct Outcome
{
    TaskId id;
    QByteArray type = {}; ///< see Task::type
    /// one of `done`, `retry`, `failed`, `released`, `cancelled` and, in some frameworks, `started`
    QByteArray outcome;
    int attempt = 0;
    QByteArray worker;
    Millis late{};
    Millis ran{};
    QByteArray error;
    QByteArray output;

    bool operator==(const Outcome&) const = default;
};

/// Returns the type that determined the handler.
inline QByteArrayView typeOf(const Outcome& outcome)
{
    return outcome.type.isEmpty() ? typeOf(outcome.id) : QByteArrayView(outcome.type);
}

/// Encodes a batch for the channel. Bytes that aren't valid UTF-8 become \u00XX escapes.
QByteArray encodeOutcomes(const std::vector<Outcome>& outcomes);
/// Parses a batch. Ignores unknown members and accepts at most 64 KiB of text per member. Errors: Protocol.
Result<std::vector<Outcome>> decodeOutcomes(const QByteArray& json);

} // namespace dueline
