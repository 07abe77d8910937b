// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets.h"

#include "core/redis/codec.h"

#include <QHash>
#include <QList>

#include <algorithm>

namespace dueline::fuzz {

namespace {

/// Replies read from a stream, and whether the reader then refused the rest.
struct Heard
{
    std::vector<Reply> replies;
    bool refused = false;

    bool operator==(const Heard&) const = default;
};

/// Limits low enough for short inputs to reach them.
constexpr ReplyLimits smallLimits{.bytes = 2048, .line = 64, .elements = 24, .depth = 4};

/// Reads `stream` in one piece (0), byte by byte (1), or in pieces with lengths derived from `seed`.
Heard hear(const QByteArray& stream, quint32 seed)
{
    ReplyReader reader(smallLimits);
    Heard heard;
    for (qsizetype at = 0; at < stream.size() && !heard.refused;) {
        seed = seed > 1 ? seed * 1664525u + 1013904223u : seed;
        const qsizetype wanted = seed == 0 ? stream.size() : seed == 1 ? 1 : qsizetype(seed >> 28) + 1;
        const qsizetype size = std::min(wanted, stream.size() - at);
        reader.feed(stream.constData() + at, size);
        at += size;
        while (true) {
            auto next = reader.next();
            if (!next) {
                FUZZ_HOLDS(next.error().code == ErrorCode::Protocol);
                FUZZ_HOLDS(!reader.next()); // A reader that has refused the stream keeps refusing it.
                heard.refused = true;
                break;
            }
            if (!*next)
                break;
            heard.replies.push_back(**next);
        }
    }
    return heard;
}

int elementsOf(const Reply& reply)
{
    int count = int(reply.items.size());
    for (const Reply& item : reply.items)
        count += elementsOf(item);
    return count;
}

int depthOf(const Reply& reply)
{
    int deepest = 0;
    for (const Reply& item : reply.items)
        deepest = std::max(deepest, depthOf(item));
    return reply.isArray() ? deepest + 1 : 0;
}

} // namespace

void codec(const QByteArray& input)
{
    const Heard whole = hear(input, 0);
    for (const Reply& reply : whole.replies) {
        FUZZ_HOLDS(elementsOf(reply) <= smallLimits.elements);
        FUZZ_HOLDS(depthOf(reply) <= smallLimits.depth);
        FUZZ_HOLDS(reply.bytes.size() <= smallLimits.bytes);
    }
    FUZZ_HOLDS(hear(input, 1) == whole);
    FUZZ_HOLDS(hear(input, quint32(qHash(input)) | 2) == whole);

    // Commands use RESP too, so parsing a command must reproduce its bytes.
    Command command;
    const auto words = input.left(512).split(' ');
    for (qsizetype i = 0; i < std::min<qsizetype>(words.size(), 20); ++i)
        command.push_back(words[i]);
    const Heard sent = hear(encodeCommand(command), 1);
    FUZZ_HOLDS(!sent.refused && sent.replies.size() == 1 && sent.replies[0].items.size() == command.size());
    for (std::size_t i = 0; i < command.size(); ++i)
        FUZZ_HOLDS(sent.replies[0].items[i].isBytes() && sent.replies[0].items[i].bytes == command[i]);
}

} // namespace dueline::fuzz
