// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/redis/reply.h"

#include <memory>
#include <optional>

namespace dueline {

/// Limits for replies. A reply over a limit closes the connection, so that a server can't exhaust this program's
/// memory.
struct ReplyLimits
{
    qsizetype bytes = 64 * 1024 * 1024; ///< maximum size of a reply, as received
    qsizetype line = 64 * 1024; ///< maximum size of an incomplete line: status, error, integer or header
    qsizetype elements = 1'000'000; ///< maximum number of elements in all of a reply's arrays
    qsizetype memory = 72 * 1024 * 1024; ///< maximum memory for all replies to one request, once parsed
    int depth = 7; ///< maximum nesting depth of arrays; hiredis 0.14 itself allows 8 levels
};

/// Encodes `command` as RESP. Arguments may contain any bytes.
QByteArray encodeCommand(const Command& command);
/// Appends an encoded command to `out`; used for pipelines.
void appendCommand(QByteArray& out, const Command& command);

/// Parses replies with the hiredis reader, using Dueline's own objects and limits. It does no I/O, and the input may be
/// split at any byte. Errors are permanent: a broken stream can't be resynchronized, so the caller closes the
/// connection.
class ReplyReader
{
public:
    explicit ReplyReader(ReplyLimits limits = {});
    ~ReplyReader();
    ReplyReader(const ReplyReader&) = delete;
    ReplyReader& operator=(const ReplyReader&) = delete;

    /// Adds `size` received bytes. Passes them to hiredis in pieces of at most 64 KiB, because hiredis's running time
    /// is quadratic in the size of a piece.
    void feed(const char* data, qsizetype size);

    /// Resets the memory count before the next request's replies.
    void beginRequest();
    /// Limits the next reply to `mostBytes` if that is less than ReplyLimits::bytes. Used for commands with small
    /// replies.
    void expect(qsizetype mostBytes);
    /// Returns the next complete reply; nullopt if it needs more bytes. Errors: Protocol, with a sentence that
    /// describes the fault.
    Result<std::optional<Reply>> next();

    /// Returns whether the parser holds part of a reply, or replies that haven't been read.
    bool hasPartialReply() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace dueline
