// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/codec.h"

#include <hiredis/hiredis.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace dueline {

void appendCommand(QByteArray& out, const Command& command)
{
    std::vector<const char*> parts;
    std::vector<size_t> lengths;
    parts.reserve(command.size());
    lengths.reserve(command.size());
    for (const QByteArray& part : command) {
        parts.push_back(part.constData());
        lengths.push_back(size_t(part.size()));
    }
    char* wire = nullptr;
    const auto size = redisFormatCommandArgv(&wire, int(parts.size()), parts.data(), lengths.data());
    Q_ASSERT(size >= 0);
    out.append(wire, size);
    redisFreeCommand(wire);
}

QByteArray encodeCommand(const Command& command)
{
    QByteArray out;
    appendCommand(out, command);
    return out;
}

namespace {

constexpr qsizetype feedAtMost = 64 * 1024;

/// What the callbacks share: the reply under construction and what it has cost.
struct Construction
{
    ReplyLimits limits;
    qsizetype elements = 0;
    const char* problem = nullptr;
};

Reply* place(const redisReadTask* task)
{
    if (!task->parent)
        return new (std::nothrow) Reply;
    // Elements are made as they come, so that a header alone reserves nothing. Growing may move siblings, never the open path:
    // hiredis keeps pointers only to the arrays it is inside of.
    auto& items = static_cast<Reply*>(task->parent->obj)->items;
    if (std::size_t(task->idx) >= items.size())
        items.emplace_back();
    return &items[std::size_t(task->idx)];
}

Construction* construction(const redisReadTask* task)
{
    return static_cast<Construction*>(task->privdata);
}

void* makeString(const redisReadTask* task, char* text, size_t length) noexcept
{
    // hiredis takes the two bytes after a bulk for CRLF without looking.
    if (task->type == REDIS_REPLY_STRING && (text[length] != '\r' || text[length + 1] != '\n')) {
        construction(task)->problem = "a bulk string does not end with CRLF";
        return nullptr;
    }
    Reply* reply = place(task);
    if (!reply)
        return nullptr;
    reply->type = task->type == REDIS_REPLY_ERROR ? Reply::Type::Error
        : task->type == REDIS_REPLY_STATUS        ? Reply::Type::Status
                                                  : Reply::Type::Bytes;
    reply->bytes = QByteArray(text, qsizetype(length));
    return reply;
}

void* makeArray(const redisReadTask* task, int count) noexcept
{
    Construction* state = construction(task);
    if (count < 0 || count > state->limits.elements - state->elements) {
        state->problem = "an array has more elements than allowed";
        return nullptr;
    }
    int depth = 1;
    for (const redisReadTask* up = task->parent; up; up = up->parent)
        ++depth;
    if (depth > state->limits.depth) {
        state->problem = "arrays are nested deeper than allowed";
        return nullptr;
    }
    state->elements += count;
    Reply* reply = place(task);
    if (!reply)
        return nullptr;
    reply->type = Reply::Type::Array;
    reply->items.reserve(std::size_t(std::min(count, 1024)));
    return reply;
}

void* makeInteger(const redisReadTask* task, long long value) noexcept
{
    Reply* reply = place(task);
    if (!reply)
        return nullptr;
    reply->type = Reply::Type::Integer;
    reply->integer = value;
    return reply;
}

void* makeNil(const redisReadTask* task) noexcept
{
    Reply* reply = place(task);
    if (reply)
        reply->type = Reply::Type::Nil;
    return reply;
}

void freeReply(void* reply) noexcept
{
    delete static_cast<Reply*>(reply);
}

redisReplyObjectFunctions functions {makeString, makeArray, makeInteger, makeNil, freeReply};

} // namespace

struct ReplyReader::State
{
    Construction construction;
    redisReader* reader = nullptr;
    QByteArray waiting; ///< received, not fed yet
    qsizetype waitingFrom = 0;
    qsizetype replyBytes = 0; ///< fed since the last complete reply
    bool partial = false;
    std::optional<Error> failed;

    Error fail(const QString& what)
    {
        failed = Error {ErrorCode::Protocol, QStringLiteral("The server's answer is not valid Redis protocol: %1.").arg(what)};
        return *failed;
    }
    qsizetype left() const { return waiting.size() - waitingFrom; }
    /// Bytes hiredis holds that belong to no complete reply.
    qsizetype held() const { return qsizetype(reader->len) - qsizetype(reader->pos); }
    /// Whether what hiredis holds unparsed can only be the start of a line that is longer than allowed.
    bool lineTooLong() const
    {
        if (held() <= construction.limits.line)
            return false;
        const char* start = reader->buf + reader->pos;
        const bool bulkBody = *start == '$' && std::memchr(start, '\n', 32) != nullptr;
        return !bulkBody && !std::memchr(start, '\n', std::size_t(construction.limits.line));
    }
};

ReplyReader::ReplyReader(ReplyLimits limits)
    : m_state(std::make_unique<State>())
{
    m_state->construction.limits = limits;
    m_state->reader = redisReaderCreateWithFunctions(&functions);
    m_state->reader->privdata = &m_state->construction;
    m_state->reader->maxbuf = 0; // keep the buffer: connections answer again and again
}

ReplyReader::~ReplyReader()
{
    redisReaderFree(m_state->reader);
}

void ReplyReader::feed(const char* data, qsizetype size)
{
    State& s = *m_state;
    if (s.waitingFrom == s.waiting.size()) {
        s.waiting = QByteArray(data, size);
        s.waitingFrom = 0;
    } else {
        s.waiting.remove(0, s.waitingFrom);
        s.waitingFrom = 0;
        s.waiting.append(data, size);
    }
}

Result<std::optional<Reply>> ReplyReader::next()
{
    State& s = *m_state;
    if (s.failed)
        return *s.failed;
    while (true) {
        void* object = nullptr;
        if (redisReaderGetReply(s.reader, &object) != REDIS_OK) {
            if (s.construction.problem)
                return s.fail(QString::fromLatin1(s.construction.problem));
            return s.fail(QString::fromLatin1(s.reader->errstr));
        }
        if (object) {
            const std::unique_ptr<Reply> reply(static_cast<Reply*>(object));
            s.construction.elements = 0;
            s.replyBytes = s.held();
            s.partial = s.held() > 0;
            return std::optional<Reply>(std::move(*reply));
        }
        if (s.lineTooLong())
            return s.fail(QStringLiteral("a line has no end"));
        if (s.replyBytes > s.construction.limits.bytes)
            return s.fail(QStringLiteral("an answer is larger than %1 MiB").arg(s.construction.limits.bytes >> 20));
        if (s.left() == 0)
            return std::optional<Reply>();
        const qsizetype piece = std::min(s.left(), feedAtMost);
        redisReaderFeed(s.reader, s.waiting.constData() + s.waitingFrom, size_t(piece));
        s.waitingFrom += piece;
        s.replyBytes += piece;
        s.partial = true;
    }
}

bool ReplyReader::hasPartialReply() const
{
    return m_state->left() > 0 || m_state->partial;
}

} // namespace dueline
