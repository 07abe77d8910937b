// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/redis/reply.h"

#include <memory>
#include <optional>

namespace dueline {

/// What one reply may cost before the connection is closed. A server is not trusted with our memory.
struct ReplyLimits
{
    qsizetype bytes = 64 * 1024 * 1024; ///< of one whole reply, as received
    qsizetype line = 64 * 1024; ///< of a line that has not ended: status, error, integer, header
    qsizetype elements = 1'000'000; ///< of all aggregates of one reply together
    qsizetype memory = 72 * 1024 * 1024; ///< that the replies to one request take as values, together
    int depth = 7; ///< nested aggregates; hiredis 0.14 itself ends at 8 levels
};

/// `command` as RESP bytes, by hiredis. The arguments may hold any bytes.
QByteArray encodeCommand(const Command& command);
/// Appends the same to `out`, for pipelines.
void appendCommand(QByteArray& out, const Command& command);

/// Turns received bytes into replies, by hiredis' reader with our own objects and limits. No I/O: fed in any pieces it
/// gives the same replies. After an error it stays in error: the caller closes the connection, a broken stream is never
/// resynchronised.
class ReplyReader
{
public:
    explicit ReplyReader(ReplyLimits limits = {});
    ~ReplyReader();
    ReplyReader(const ReplyReader&) = delete;
    ReplyReader& operator=(const ReplyReader&) = delete;

    /// Takes over `size` received bytes; feeds hiredis at most 64 KiB at a time, since one feed of many MB is quadratic
    /// there.
    void feed(const char* data, qsizetype size);

    /// Starts the replies of another request: forgets the memory of earlier replies.
    void beginRequest();
    /// At most so many bytes may the next reply have, where ReplyLimits::bytes allows more: a small one is expected.
    void expect(qsizetype mostBytes);
    /// The next complete reply, nullopt when more bytes are needed. Errors: Protocol, one sentence that names what was
    /// wrong.
    Result<std::optional<Reply>> next();

    /// Whether bytes of an unfinished reply, or whole replies not yet taken, are held.
    bool hasPartialReply() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace dueline
