// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"

namespace dueline {

/// Encoding of the values in the native layout's keys, version 1. resources/docs/native-layout.md has the grammar.
namespace NativeCodec {

/// Layout version in `meta`.
inline constexpr int version = 1;
/// Payloads longer than this are stored in their own string key; bytes.
inline constexpr qsizetype bigPayload = 64 * 1024;
/// Envelopes longer than this are added by MULTI instead of Lua; bytes.
inline constexpr qsizetype luaEnvelope = 500;
/// Error texts are cut to this length; bytes.
inline constexpr qsizetype maxError = 1024;
/// Longest lease; longer requests are cut to it. A lease that ends further ahead shows that the clock was set back.
inline constexpr Millis maxLease{std::chrono::hours(24)};

/// An entry of `tasks`: one line of JSON with the differences from the queue's defaults, `
/// `, then the payload.
struct Envelope
{
    TaskOptions options;
    std::optional<TimePoint> addedAt; ///< time of adding; only for ids that do not contain it
    std::optional<qint64> bigSize; ///< length of a payload that is in its own key
    QByteArray payload; ///< payload; empty if it is in its own key
};
QByteArray encodeEnvelope(const Envelope& envelope);
/// Decodes an entry. Errors: WrongType if it is not an envelope.
Result<Envelope> decodeEnvelope(const QByteArray& bytes);

/// An entry of `tries`: `attempts fence expiries due`.
struct Tries
{
    int attempts = 0;
    qint64 fence = 0;
    int expiries = 0;
    std::optional<TimePoint> dueAt; ///< original due time, if known
};
std::optional<Tries> decodeTries(const QByteArray& bytes);

/// A lease token: `<fence>-<session>.<sequence>-<leasedAt>`.
struct Token
{
    qint64 fence = 0;
    QByteArray session;
    TimePoint leasedAt{};
};
std::optional<Token> decodeToken(const QByteArray& bytes);

/// Decodes an entry of `history`: lines `number startMs endMs worker outcome error…`. Line feeds, carriage returns and
/// backslashes in the error are escaped as `\n`, `\r` and `\\`.
std::vector<Attempt> decodeHistory(const QByteArray& bytes);
/// Returns the tail `outcome error…` of a history line, with the error cut and escaped.
QByteArray historyNote(const QByteArray& outcome, const QByteArray& error);

/// Encodes any number of ids as one text: for each its length, a space and its bytes.
QByteArray encodeIds(const std::vector<TaskId>& ids);
std::vector<TaskId> decodeIds(const QByteArray& text);

/// Returns the instant in a generated id; nullopt for other ids.
std::optional<TimePoint> addedAt(const TaskId& id);

/// Returns the settings as fields of `meta`. Unknown fields are not touched.
std::vector<QByteArray> encodeSettings(const QueueSettings& settings);
QueueSettings decodeSettings(const std::vector<std::pair<QByteArray, QByteArray>>& fields);

} // namespace NativeCodec

} // namespace dueline
