// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"

namespace dueline {

/// Encoding of the values in native layout keys, version 1. See resources/docs/native-layout.md for the grammar.
namespace NativeCodec {

/// Layout version, as stored in `meta`.
inline constexpr int version = 1;
/// Payload size, in bytes, above which a payload is stored in its own string key.
inline constexpr qsizetype bigPayload = 64 * 1024;
/// Envelope size, in bytes, above which a task is added with MULTI instead of Lua.
inline constexpr qsizetype luaEnvelope = 500;
/// Maximum size of an error message, in bytes; longer messages are truncated.
inline constexpr qsizetype maxError = 1024;
/// Maximum lease duration; longer requests are shortened. If a lease has more time left than this, it was granted
/// before the server's clock was set back.
inline constexpr Millis maxLease{std::chrono::hours(24)};

/// Entry of `tasks`: one line of JSON with the options that differ from the queue's defaults, a line feed, and the
/// payload.
struct Envelope
{
    TaskOptions options;
    std::optional<TimePoint> addedAt; ///< creation time, if the id doesn't contain it
    std::optional<qint64> bigSize; ///< size in bytes of a payload stored in a separate key
    QByteArray payload; ///< payload; empty if it is stored in a separate key
};
QByteArray encodeEnvelope(const Envelope& envelope);
/// Decodes an entry of `tasks`. Errors: WrongType if it isn't an envelope.
Result<Envelope> decodeEnvelope(const QByteArray& bytes);

/// Decoded entry of `tries`: `attempts fence expiries due`.
struct Tries
{
    int attempts = 0;
    qint64 fence = 0;
    int expiries = 0;
    std::optional<TimePoint> dueAt; ///< original due time, if known
};
std::optional<Tries> decodeTries(const QByteArray& bytes);

/// Lease token: `<fence>-<session>.<sequence>-<leasedAt>`.
struct Token
{
    qint64 fence = 0;
    QByteArray session;
    TimePoint leasedAt{};
};
std::optional<Token> decodeToken(const QByteArray& bytes);

/// Decodes an entry of `history`. Its lines have the form `number startMs endMs worker outcome error…`. Line feeds,
/// carriage returns and backslashes in the error are escaped as `\n`, `\r` and `\\`.
std::vector<Attempt> decodeHistory(const QByteArray& bytes);
/// Returns the last part of a history line, `outcome error…`, with the error truncated and escaped.
QByteArray historyNote(const QByteArray& outcome, const QByteArray& error);

/// Encodes any number of ids as one string: each id's length, a space and its bytes.
QByteArray encodeIds(const std::vector<TaskId>& ids);
std::vector<TaskId> decodeIds(const QByteArray& text);

/// Returns a generated id's creation time; nullopt for other ids.
std::optional<TimePoint> addedAt(const TaskId& id);

/// Returns the settings as fields of `meta`. Omits fields that this version doesn't use, which leaves them unchanged.
std::vector<QByteArray> encodeSettings(const QueueSettings& settings);
QueueSettings decodeSettings(const std::vector<std::pair<QByteArray, QByteArray>>& fields);

} // namespace NativeCodec

} // namespace dueline
