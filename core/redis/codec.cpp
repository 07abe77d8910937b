// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/codec.h"

#include <hiredis/hiredis.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>

#ifdef Q_OS_LINUX
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace dueline {

namespace {

/// Appends a RESP header such as `$5\r\n`.
void appendHeader(QByteArray& out, char type, qsizetype count)
{
    char line[24] = {type};
    char* end = std::to_chars(line + 1, std::end(line) - 2, count).ptr;
    *end++ = '\r';
    *end++ = '\n';
    out.append(line, end - line);
}

} // namespace

void appendCommand(QByteArray& out, const Command& command)
{
    // Don't let hiredis format headers: it uses sprintf(), which takes a fifth of the CPU time for a long pipeline.
    appendHeader(out, '*', qsizetype(command.size()));
    for (const QByteArray& part : command) {
        appendHeader(out, '$', part.size());
        out.append(part).append("\r\n", 2);
    }
}

QByteArray encodeCommand(const Command& command)
{
    QByteArray out;
    appendCommand(out, command);
    return out;
}

namespace {

constexpr qsizetype feedAtMost = 64 * 1024;
/// Maximum size of the buffer that hiredis keeps while idle. It frees a larger buffer after the reply.
constexpr size_t idleBuffer = 256 * 1024;
constexpr const char* notResp2 = "a RESP3 type was sent";

/// State for the callbacks: the reply being built, and its cost.
struct Construction
{
    ReplyLimits limits;
    qsizetype elements = 0;
    qsizetype mostBytes = limits.bytes; ///< maximum size of the current reply
    qsizetype memory = 0; ///< memory used so far by the replies to the current request
    const char* problem = nullptr;
};

/// Adds the memory of a value with `text` bytes of text to the total. Returns whether the total is within the limit.
/// Bytes announced in a header don't count until they arrive.
bool affords(Construction* state, qsizetype text)
{
    constexpr qsizetype ofHeap = 48; // approximate heap overhead per value
    state->memory += qsizetype(sizeof(Reply)) + (text > 0 ? text + ofHeap : 0);
    if (state->memory <= state->limits.memory)
        return true;
    state->problem = "a reply needs more memory than allowed";
    return false;
}

/// Returns the object in the reply tree for the reply that `task` describes; null if out of memory.
Reply* place(const redisReadTask* task)
{
    if (!task->parent)
        return new (std::nothrow) Reply;
    // Create elements as they arrive, so that a header alone can't reserve memory. Growing an array moves only complete
    // elements, which is safe: hiredis keeps pointers only to elements that it is still filling.
    auto& items = static_cast<Reply*>(task->parent->obj)->items;
    if (std::size_t(task->idx) >= items.size())
        items.emplace_back();
    return &items[std::size_t(task->idx)];
}

/// Returns a string's memory pages to the system. hiredis won't read the string again, but it keeps its buffer until
/// the next feed.
void releasePages(char* text, std::size_t size)
{
#ifdef Q_OS_LINUX
    static const auto page = std::uintptr_t(sysconf(_SC_PAGESIZE));
    const std::uintptr_t start = (reinterpret_cast<std::uintptr_t>(text) + page - 1) / page * page;
    const std::uintptr_t end = (reinterpret_cast<std::uintptr_t>(text) + size) / page * page;
    if (start < end)
        madvise(text + (start - reinterpret_cast<std::uintptr_t>(text)), end - start, MADV_DONTNEED);
#else
    Q_UNUSED(text)
    Q_UNUSED(size)
#endif
}

/// Copies text out of hiredis's buffer. Releases large text piece by piece, so that it is never in memory twice.
QByteArray takeText(char* text, std::size_t size)
{
    constexpr std::size_t piece = 1024 * 1024;
    if (size <= 2 * piece)
        return {text, qsizetype(size)};
    QByteArray taken;
    taken.reserve(qsizetype(size));
    for (std::size_t at = 0; at < size; at += piece) {
        const std::size_t length = std::min(piece, size - at);
        taken.append(text + at, qsizetype(length));
        releasePages(text + at, length);
    }
    return taken;
}

Construction* construction(const redisReadTask* task) { return static_cast<Construction*>(task->privdata); }

/// Runs a callback for C code, which exceptions must not reach. If the callback throws, returns null, which ends the
/// parsing.
template <typename Make> void* guarded(Construction* state, Make make) noexcept
{
    try {
        return make();
    } catch (const std::bad_alloc&) {
        state->problem = "a reply needs more memory than is available";
        return nullptr;
    }
}

void* makeString(const redisReadTask* task, char* text, size_t length) noexcept
{
    Construction* state = construction(task);
    // hiredis doesn't check that a bulk string ends with CRLF.
    if (task->type == REDIS_REPLY_STRING && (text[length] != '\r' || text[length + 1] != '\n')) {
        state->problem = "a bulk string does not end with CRLF";
        return nullptr;
    }
    if (task->type != REDIS_REPLY_STRING && qsizetype(length) > state->limits.line) {
        state->problem = "a line is longer than allowed";
        return nullptr;
    }
    if (task->type != REDIS_REPLY_STRING && task->type != REDIS_REPLY_STATUS && task->type != REDIS_REPLY_ERROR) {
        state->problem = notResp2;
        return nullptr;
    }
    if (!affords(state, qsizetype(length)))
        return nullptr;
    return guarded(state, [&]() -> Reply* {
        Reply* reply = place(task);
        if (!reply)
            return nullptr;
        reply->type = task->type == REDIS_REPLY_ERROR ? Reply::Type::Error
            : task->type == REDIS_REPLY_STATUS        ? Reply::Type::Status
                                                      : Reply::Type::Bytes;
        reply->bytes = takeText(text, length);
        return reply;
    });
}

/// Creates an array. `Count` is int in hiredis 0.14 and size_t since 1.0.
template <typename Count> void* makeArray(const redisReadTask* task, Count count) noexcept
{
    Construction* state = construction(task);
    if (task->type != REDIS_REPLY_ARRAY) {
        state->problem = notResp2;
        return nullptr;
    }
    if (qsizetype(count) < 0 || qsizetype(count) > state->limits.elements - state->elements) {
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
    state->elements += qsizetype(count);
    const auto reserved = std::min<qsizetype>(qsizetype(count), 1024);
    if (!affords(state, reserved * qsizetype(sizeof(Reply))))
        return nullptr;
    return guarded(state, [&]() -> Reply* {
        Reply* reply = place(task);
        if (!reply)
            return nullptr;
        reply->type = Reply::Type::Array;
        // Reserve less than the header announces, so that a header alone can't exhaust memory.
        reply->items.reserve(std::size_t(reserved));
        return reply;
    });
}

void* makeInteger(const redisReadTask* task, long long value) noexcept
{
    if (!affords(construction(task), 0))
        return nullptr;
    return guarded(construction(task), [&]() -> Reply* {
        Reply* reply = place(task);
        if (!reply)
            return nullptr;
        reply->type = Reply::Type::Integer;
        reply->integer = value;
        return reply;
    });
}

void* makeNil(const redisReadTask* task) noexcept
{
    if (task->type == REDIS_REPLY_NIL) { // in RESP2, only strings and arrays can be null
        construction(task)->problem = notResp2;
        return nullptr;
    }
    if (!affords(construction(task), 0))
        return nullptr;
    return guarded(construction(task), [&]() -> Reply* {
        Reply* reply = place(task);
        if (reply)
            reply->type = Reply::Type::Nil;
        return reply;
    });
}

#if HIREDIS_MAJOR >= 1
void* refuseDouble(const redisReadTask* task, double, char*, size_t) noexcept
{
    construction(task)->problem = notResp2;
    return nullptr;
}

void* refuseBool(const redisReadTask* task, int) noexcept
{
    construction(task)->problem = notResp2;
    return nullptr;
}
#endif

void freeReply(void* reply) noexcept { delete static_cast<Reply*>(reply); }

redisReplyObjectFunctions functions
{
    .createString = makeString, .createArray = makeArray, .createInteger = makeInteger,
#if HIREDIS_MAJOR >= 1
    .createDouble = refuseDouble,
#endif
    .createNil = makeNil,
#if HIREDIS_MAJOR >= 1
    .createBool = refuseBool,
#endif
    .freeObject = freeReply,
};

/// Returns the item that hiredis is reading. Its type is negative until the type byte arrives.
const redisReadTask& currentItem(const redisReader& reader)
{
#if HIREDIS_MAJOR >= 1
    return *reader.task[reader.ridx];
#else
    return reader.rstack[reader.ridx];
#endif
}

} // namespace

struct ReplyReader::State
{
    Construction construction;
    redisReader* reader = nullptr;
    QByteArray waiting; ///< bytes received but not yet passed to hiredis
    qsizetype waitingFrom = 0;
    qsizetype replyBytes = 0; ///< bytes passed to hiredis since the last complete reply
    bool partial = false;
    std::optional<Error> failed;

    Error fail(const QString& what)
    {
        failed = Error{
            ErrorCode::Protocol, QStringLiteral("The server's reply is not valid Redis protocol: %1.").arg(what)};
        return *failed;
    }
    qsizetype left() const { return waiting.size() - waitingFrom; }
    /// Returns how many bytes of an incomplete reply hiredis has buffered.
    qsizetype held() const { return qsizetype(reader->len) - qsizetype(reader->pos); }
    /// Returns a fault that is detectable before the current item is complete, such as a line that is too long or a
    /// string header above the reply limit; null if there is none.
    const char* wrongBeforeItsEnd() const
    {
        if (reader->ridx < 0 || held() <= 0)
            return nullptr;
        const char* start = reader->buf + reader->pos; // first byte after the type byte
        if (currentItem(*reader).type == REDIS_REPLY_STRING) {
            // A header has at most 20 digits, so search only the first 32 bytes.
            const auto* end
                = static_cast<const char*>(std::memchr(start, '\r', std::size_t(std::min<qsizetype>(held(), 32))));
            // Reject text that exceeds the memory limit before receiving it.
            const qsizetype most = std::min(construction.mostBytes, construction.limits.memory - construction.memory);
            if (end && QByteArrayView(start, end).toLongLong() > most)
                return "a reply is larger than allowed";
            if (end || held() < 32)
                return nullptr;
        }
        // Allow one more byte: at the maximum length, the CR may have arrived without the LF.
        return held() > construction.limits.line + 1 ? "a line is longer than allowed" : nullptr;
    }
};

ReplyReader::ReplyReader(ReplyLimits limits)
    : m_state(std::make_unique<State>())
{
    m_state->construction.limits = limits;
    m_state->construction.mostBytes = limits.bytes;
    m_state->reader = redisReaderCreateWithFunctions(&functions);
    m_state->reader->privdata = &m_state->construction;
    m_state->reader->maxbuf = idleBuffer;
}

ReplyReader::~ReplyReader() { redisReaderFree(m_state->reader); }

void ReplyReader::beginRequest() { m_state->construction.memory = 0; }

void ReplyReader::expect(qsizetype mostBytes)
{
    m_state->construction.mostBytes = std::min(mostBytes, m_state->construction.limits.bytes);
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
    const QString tooLarge = QStringLiteral("a reply is larger than allowed");
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
            if (s.replyBytes - s.held() > s.construction.mostBytes)
                return s.fail(tooLarge);
            s.replyBytes = s.held();
            s.partial = s.held() > 0;
            s.construction.mostBytes = s.construction.limits.bytes;
            return std::optional<Reply>(std::move(*reply));
        }
        if (const char* wrong = s.wrongBeforeItsEnd())
            return s.fail(QString::fromLatin1(wrong));
        if (s.replyBytes > s.construction.mostBytes)
            return s.fail(tooLarge);
        if (s.left() == 0)
            return std::optional<Reply>();
        const qsizetype piece = std::min(s.left(), feedAtMost);
        redisReaderFeed(s.reader, s.waiting.constData() + s.waitingFrom, size_t(piece));
        s.waitingFrom += piece;
        s.replyBytes += piece;
        s.partial = true;
    }
}

bool ReplyReader::hasPartialReply() const { return m_state->left() > 0 || m_state->partial; }

} // namespace dueline
