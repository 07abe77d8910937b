// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

namespace dueline {

/// How one run of a task ended, as published on the `results` channel: a JSON array per ack batch of objects
/// `{"id","type","outcome","attempt","worker","late_ms","run_ms","error","output"}`; error and output cut to 1 KiB,
/// type, error and output absent when empty.
struct Outcome
{
    TaskId id;
    QByteArray type = {}; ///< as Task::type
    QByteArray outcome; ///< `done`, `retry`, `failed`, `released`, `cancelled`; of some frameworks `started`, too
    int attempt = 0;
    QByteArray worker;
    Millis late{};
    Millis ran{};
    QByteArray error;
    QByteArray output;

    bool operator==(const Outcome&) const = default;
};

/// What named the handler.
inline QByteArrayView typeOf(const Outcome& outcome)
{
    return outcome.type.isEmpty() ? typeOf(outcome.id) : QByteArrayView(outcome.type);
}

/// The wire form of a batch. Bytes that are not UTF-8 are written as \u00XX escapes of their Latin-1 value.
QByteArray encodeOutcomes(const std::vector<Outcome>& outcomes);
/// Errors: Protocol. Unknown members are ignored; at most 64 KiB of text per member.
Result<std::vector<Outcome>> decodeOutcomes(const QByteArray& json);

} // namespace dueline
