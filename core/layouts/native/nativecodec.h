// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"

namespace dueline {

/// The values inside the native layout's keys, as bytes. Version 1; resources/docs/native-layout.md has the grammar.
namespace NativeCodec {

/// The layout version in `meta`.
inline constexpr int version = 1;
/// Payloads above this many bytes live in their own string key.
inline constexpr qsizetype bigPayload = 64 * 1024;
/// Envelopes above this many bytes are added by MULTI and do not pass through Lua.
inline constexpr qsizetype luaEnvelope = 500;
/// Error texts are cut to this many bytes.
inline constexpr qsizetype maxError = 1024;
/// The longest lease; a longer request is cut to it. A lease that ends later than this from now shows that the clock
/// went back.
inline constexpr Millis maxLease{std::chrono::hours(24)};

/// An entry of `tasks`: one line of JSON with what differs from the queue's defaults, `\n`, then the payload.
struct Envelope
{
    TaskOptions options;
    std::optional<TimePoint> addedAt; ///< only for ids that do not carry their time
    std::optional<qint64> bigSize; ///< the payload is in its own key and this long
    QByteArray payload; ///< empty when it is big
};
QByteArray encodeEnvelope(const Envelope& envelope);
/// Errors: WrongType, when it is not an envelope.
Result<Envelope> decodeEnvelope(const QByteArray& bytes);

/// An entry of `tries`: `attempts fence expiries due`.
struct Tries
{
    int attempts = 0;
    qint64 fence = 0;
    int expiries = 0;
    std::optional<TimePoint> dueAt; ///< the original due time, where known
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

/// An entry of `history`: lines `number startMs endMs worker outcome error…`; line feeds, carriage returns and
/// backslashes in the error stand as \n, \r and \\.
std::vector<Attempt> decodeHistory(const QByteArray& bytes);
/// The tail `outcome error…` of a history line, the error cut and escaped.
QByteArray historyNote(const QByteArray& outcome, const QByteArray& error);

/// Any number of ids as one text, and back: of each its length, a space and its bytes.
QByteArray encodeIds(const std::vector<TaskId>& ids);
std::vector<TaskId> decodeIds(const QByteArray& text);

/// The instant a generated id carries; nullopt for other ids.
std::optional<TimePoint> addedAt(const TaskId& id);

/// The fields of `meta` that are settings, both ways; unknown fields are left alone.
std::vector<QByteArray> encodeSettings(const QueueSettings& settings);
QueueSettings decodeSettings(const std::vector<std::pair<QByteArray, QByteArray>>& fields);

} // namespace NativeCodec

} // namespace dueline
