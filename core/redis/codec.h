// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/redis/reply.h"

#include <memory>
#include <optional>

namespace dueline {

/// Limits of a reply. A larger reply closes the connection, so that a server cannot exhaust this program's memory.
struct ReplyLimits
{
    qsizetype bytes = 64 * 1024 * 1024; ///< maximum size of one reply, as received
    qsizetype line = 64 * 1024; ///< maximum size of an incomplete line: status, error, integer or header
    qsizetype elements = 1'000'000; ///< maximum number of elements in all arrays of one reply
    qsizetype memory = 72 * 1024 * 1024; ///< maximum memory of all replies to one request after parsing
    int depth = 7; ///< maximum depth of nested arrays; hiredis 0.14 itself allows 8 levels
};

/// Encodes `command` as RESP. Arguments may contain any bytes.
QByteArray encodeCommand(const Command& command);
/// Appends an encoded command to `out`, for pipelines.
void appendCommand(QByteArray& out, const Command& command);

/// Parser that converts received bytes to replies, using the hiredis reader with Dueline's own objects and limits. It
/// does no I/O, and the input may be split at any byte. Errors are permanent: a broken stream cannot be resynchronized,
/// so the caller closes the connection.
class ReplyReader
{
public:
    explicit ReplyReader(ReplyLimits limits = {});
    ~ReplyReader();
    ReplyReader(const ReplyReader&) = delete;
    ReplyReader& operator=(const ReplyReader&) = delete;

    /// Adds `size` received bytes. Passes them to hiredis in pieces of at most 64 KiB, because the time that hiredis
    /// needs grows quadratically with the size of a piece.
    void feed(const char* data, qsizetype size);

    /// Resets the memory count for the replies to the next request.
    void beginRequest();
    /// Limits the next reply to `mostBytes` if this is less than ReplyLimits::bytes. Used for commands whose replies
    /// are small.
    void expect(qsizetype mostBytes);
    /// Returns the next complete reply; nullopt if more bytes are needed. Errors: Protocol, with one sentence that
    /// describes the fault.
    Result<std::optional<Reply>> next();

    /// Returns whether the parser has part of an incomplete reply, or replies that have not been read yet.
    bool hasPartialReply() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace dueline
