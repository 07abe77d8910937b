// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/refstore.h"

#include <algorithm>
#include <cstring>

namespace dueline {

namespace {

constexpr qsizetype blockSize = 1024 * 1024;

/// Header of a reference, followed by the id, the token, and the exact name.
struct Head
{
    qint64 at = 0;
    quint32 idLength = 0;
    quint32 exactLength = 0;
    quint16 tokenLength = 0;
    quint8 state = 0;

    static constexpr qsizetype size = 19;
    qsizetype wholeSize() const { return size + qsizetype(idLength) + tokenLength + qsizetype(exactLength); }
};

QByteArray pack(const Head& head)
{
    QByteArray bytes(Head::size, Qt::Uninitialized);
    char* out = bytes.data();
    std::memcpy(out, &head.at, 8);
    std::memcpy(out + 8, &head.idLength, 4);
    std::memcpy(out + 12, &head.tokenLength, 2);
    std::memcpy(out + 14, &head.state, 1);
    std::memcpy(out + 15, &head.exactLength, 4);
    return bytes;
}

Head unpack(const char* in)
{
    Head head;
    std::memcpy(&head.at, in, 8);
    std::memcpy(&head.idLength, in + 8, 4);
    std::memcpy(&head.tokenLength, in + 12, 2);
    std::memcpy(&head.state, in + 14, 1);
    std::memcpy(&head.exactLength, in + 15, 4);
    return head;
}

} // namespace

void RefStore::append(const TaskRef& ref)
{
    // Longer tokens match no lease anyway: the task is then reported as moved on.
    const QByteArray token = ref.seenToken.left(0xffff);
    const Head head{toMs(ref.seenAt), quint32(ref.id.size()), quint32(ref.exact.size()), quint16(token.size()),
        quint8(ref.seenState)};
    const qsizetype size = head.wholeSize();
    if (m_blocks.empty() || m_blocks.back().size() + size > blockSize) {
        m_blocks.emplace_back();
        m_blocks.back().reserve(std::max(blockSize, size));
    }
    m_blocks.back() += pack(head);
    m_blocks.back() += ref.id;
    m_blocks.back() += token;
    m_blocks.back() += ref.exact;
    m_bytes += size;
    ++m_size;
}

TaskRef RefStore::readAt(Position& position) const
{
    if (position.offset == m_blocks[position.block].size())
        position = {position.block + 1, 0};
    const char* in = m_blocks[position.block].constData() + position.offset;
    const Head head = unpack(in);
    in += Head::size;
    TaskRef ref;
    ref.id = QByteArray(in, qsizetype(head.idLength));
    ref.seenToken = QByteArray(in + head.idLength, head.tokenLength);
    ref.exact = QByteArray(in + head.idLength + head.tokenLength, qsizetype(head.exactLength));
    ref.seenState = TaskState(head.state);
    ref.seenAt = fromMs(head.at);
    position.offset += head.wholeSize();
    return ref;
}

std::vector<TaskRef> RefStore::peek(int limit) const
{
    std::vector<TaskRef> refs;
    const qint64 count = std::min(qint64(limit), m_size - m_position);
    refs.reserve(std::size_t(std::max<qint64>(count, 0)));
    Position position = m_next;
    for (qint64 i = 0; i < count; ++i)
        refs.push_back(readAt(position));
    return refs;
}

template <typename Use> void RefStore::eachInstant(Use use) const
{
    for (std::size_t block = m_next.block; block < m_blocks.size(); ++block) {
        const QByteArray& bytes = m_blocks[block];
        for (qsizetype offset = block == m_next.block ? m_next.offset : 0; offset < bytes.size();) {
            const Head head = unpack(bytes.constData() + offset);
            use(fromMs(head.at));
            offset += head.wholeSize();
        }
    }
}

std::vector<TasksAt> RefStore::dues(int groups) const
{
    std::vector<TasksAt> dues;
    if (m_size - m_position <= groups) {
        eachInstant([&dues](TimePoint at) { dues.push_back({at, 1}); });
        return dues;
    }
    TimePoint first = TimePoint::max();
    TimePoint last = TimePoint::min();
    eachInstant([&](TimePoint at) {
        first = std::min(first, at);
        last = std::max(last, at);
    });
    const Millis each = (last - first) / groups + Millis(1);
    for (int i = 0; i < groups; ++i)
        dues.push_back({std::min(first + each * (i + 1) - Millis(1), last), 0});
    eachInstant([&](TimePoint at) { ++dues[std::size_t((at - first) / each)].tasks; });
    std::erase_if(dues, [](const TasksAt& group) { return group.tasks == 0; });
    return dues;
}

void RefStore::skip(qint64 count)
{
    for (qint64 i = 0; i < count && m_position < m_size; ++i, ++m_position) {
        const std::size_t before = m_next.block;
        readAt(m_next);
        if (m_next.block != before)
            m_blocks[before] = QByteArray();
    }
}

} // namespace dueline
