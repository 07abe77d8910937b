// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/clustermap.h"

#include <QList>

#include <algorithm>
#include <string_view>

namespace dueline {

namespace {

/// Returns the part of a key that is hashed: its hash tag, or the entire key if it has none.
QByteArrayView hashed(QByteArrayView key)
{
    const qsizetype open = key.indexOf('{');
    if (open < 0)
        return key;
    const qsizetype close = key.indexOf('}', open + 1);
    return close > open + 1 ? key.sliced(open + 1, close - open - 1) : key;
}

/// Returns the hash tag of a glob pattern, which uses backslashes to escape special characters.
std::optional<QByteArray> tagOfPattern(const QByteArray& pattern)
{
    QByteArray plain;
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        if (pattern[i] == '\\' && i + 1 < pattern.size())
            ++i;
        plain += pattern[i];
    }
    const QByteArrayView tag = hashed(plain);
    if (tag.size() == plain.size())
        return std::nullopt;
    return '{' + tag.toByteArray() + '}';
}

bool isKeyless(const QByteArray& verb)
{
    using namespace std::string_view_literals;
    static constexpr std::array verbs{"ACL"sv, "ASKING"sv, "AUTH"sv, "CLIENT"sv, "CLUSTER"sv, "COMMAND"sv, "CONFIG"sv,
        "DBSIZE"sv, "DEBUG"sv, "DISCARD"sv, "EXEC"sv, "INFO"sv, "LATENCY"sv, "MULTI"sv, "PING"sv, "PUBLISH"sv,
        "PUBSUB"sv, "ROLE"sv, "SCRIPT"sv, "SELECT"sv, "SLOWLOG"sv, "TIME"sv, "WAIT"sv};
    return std::binary_search(verbs.begin(), verbs.end(), std::string_view(verb.constData(), std::size_t(verb.size())));
}

Endpoint nodeEndpoint(const QByteArray& host, quint16 port, const Endpoint& asked)
{
    return {host.isEmpty() || host == "?" ? asked.host : QString::fromUtf8(host), port};
}

} // namespace

int clusterSlot(QByteArrayView key)
{
    quint32 crc = 0;
    for (const char byte : hashed(key)) {
        crc ^= quint32(quint8(byte)) << 8;
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc & 0x8000) ? ((crc << 1) ^ 0x1021) & 0xFFFF : (crc << 1) & 0xFFFF;
    }
    return int(crc % ClusterMap::slotCount);
}

std::optional<QByteArray> keyOf(const Command& command)
{
    if (command.empty())
        return std::nullopt;
    const QByteArray verb = command.front().toUpper();
    if (isKeyless(verb))
        return std::nullopt;
    const auto at = [&](std::size_t i) { return i < command.size() ? std::optional(command[i]) : std::nullopt; };
    if (verb.startsWith("EVAL"))
        return command.size() > 2 && command[2].toInt() > 0 ? at(3) : std::nullopt;
    if (verb == "MEMORY" || verb == "OBJECT" || verb == "XINFO" || verb == "XGROUP")
        return at(2);
    if (verb == "SCAN") {
        for (std::size_t i = 2; i + 1 < command.size(); ++i) {
            if (command[i].compare("MATCH", Qt::CaseInsensitive) == 0)
                return tagOfPattern(command[i + 1]);
        }
        return std::nullopt;
    }
    return at(1);
}

std::optional<ClusterMap> ClusterMap::fromReply(const Reply& reply, const Endpoint& asked)
{
    if (!reply.isArray())
        return std::nullopt;
    ClusterMap map;
    map.m_slots.fill(-1);
    std::vector<const Reply*> ranges;
    for (const Reply& range : reply.items) {
        if (!range.isArray() || range.items.size() < 3 || !range.items[2].isArray() || range.items[2].items.size() < 2)
            return std::nullopt;
        ranges.push_back(&range);
    }
    std::sort(ranges.begin(), ranges.end(),
        [](const Reply* a, const Reply* b) { return a->items[0].integer < b->items[0].integer; });
    for (const Reply* range : ranges) {
        const qint64 from = range->items[0].integer, to = range->items[1].integer;
        const qint64 port = range->items[2].items[1].integer;
        if (from < 0 || to < from || to >= slotCount || port <= 0 || port > 65'535)
            return std::nullopt;
        const qint16 node = map.indexOf(nodeEndpoint(range->items[2].items[0].bytes, quint16(port), asked));
        std::fill(map.m_slots.begin() + from, map.m_slots.begin() + to + 1, node);
    }
    return map;
}

qint16 ClusterMap::indexOf(const Endpoint& node)
{
    const auto known = std::find(m_nodes.begin(), m_nodes.end(), node);
    if (known != m_nodes.end())
        return qint16(known - m_nodes.begin());
    m_nodes.push_back(node);
    return qint16(m_nodes.size() - 1);
}

const Endpoint* ClusterMap::master(int slot) const
{
    const qint16 node = m_slots[std::size_t(slot)];
    return node < 0 ? nullptr : &m_nodes[std::size_t(node)];
}

void ClusterMap::set(int slot, const Endpoint& master) { m_slots[std::size_t(slot)] = indexOf(master); }

std::optional<ClusterRedirection> redirectionOf(const Reply& reply, const Endpoint& asked)
{
    if (!reply.isError())
        return std::nullopt;
    const QList<QByteArray> words = reply.bytes.split(' ');
    if (words.size() != 3 || (words[0] != "MOVED" && words[0] != "ASK"))
        return std::nullopt;
    bool slotOk = false, portOk = false;
    const int slot = words[1].toInt(&slotOk);
    const qsizetype colon = words[2].lastIndexOf(':');
    const uint port = words[2].mid(colon + 1).toUInt(&portOk);
    if (!slotOk || slot < 0 || slot >= ClusterMap::slotCount || colon < 0 || !portOk || port == 0 || port > 65'535)
        return std::nullopt;
    return ClusterRedirection{slot, nodeEndpoint(words[2].left(colon), quint16(port), asked), words[0] == "ASK"};
}

} // namespace dueline
