// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/redis/reply.h"

#include <memory>
#include <optional>

namespace dueline {

/// Limits of a reply. A larger reply closes the connection, since a server must not exhaust this program's memory.
struct ReplyLimits
{
    qsizetype bytes = 64 * 1024 * 1024; ///< size of one whole reply, as received
    qsizetype line = 64 * 1024; ///< size of an unfinished line: status, error, integer, header
    qsizetype elements = 1'000'000; ///< elements of all aggregates of one reply together
    qsizetype memory = 72 * 1024 * 1024; ///< memory of all replies to one request together, as values
    int depth = 7; ///< nested aggregates; hiredis 0.14 itself allows 8 levels
};

/// Encodes `command` as RESP, with hiredis. The arguments may contain any bytes.
QByteArray encodeCommand(const Command& command);
/// Appends an encoded command to `out`, for pipelines.
void appendCommand(QByteArray& out, const Command& command);

/// Parser that turns received bytes into replies: hiredis' reader with our own objects and limits. It does no I/O, and
/// the input may be split anywhere. Errors are permanent: a broken stream cannot be resynchronized, so the caller
/// closes the connection.
class ReplyReader
{
public:
    explicit ReplyReader(ReplyLimits limits = {});
    ~ReplyReader();
    ReplyReader(const ReplyReader&) = delete;
    ReplyReader& operator=(const ReplyReader&) = delete;

    /// Adds `size` received bytes. hiredis receives at most 64 KiB at a time, since its feed is quadratic.
    void feed(const char* data, qsizetype size);

    /// Starts the replies of another request: resets the memory count.
    void beginRequest();
    /// Limits the next reply to `mostBytes` if that is less than ReplyLimits::bytes. For commands with small replies.
    void expect(qsizetype mostBytes);
    /// Returns the next complete reply; nullopt if more bytes are needed. Errors: Protocol, one sentence that says
    /// what was wrong.
    Result<std::optional<Reply>> next();

    /// Returns whether it holds bytes of an unfinished reply, or unread replies.
    bool hasPartialReply() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace dueline
