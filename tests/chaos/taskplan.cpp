// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/chaos/taskplan.h"

namespace dueline::chaos {

TaskPlan::TaskPlan(const TaskId& id)
    : m_id(id)
    , m_hash(1469598103934665603ULL)
{
    for (const char byte : id) // FNV-1a, which is the same in every process, unlike qHash
        m_hash = (m_hash ^ quint8(byte)) * 1099511628211ULL;
}

quint64 TaskPlan::roll(quint64 salt) const
{
    quint64 x = m_hash + salt * 0x9e3779b97f4a7c15ULL; // the final steps of splitmix64
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

QByteArray TaskPlan::payload() const
{
    if (typeOf(m_id) == tickType)
        return tickPayload;
    const quint64 kind = roll(1) % 1000;
    const qsizetype size = qsizetype(kind < 2 ? 66'000 + roll(2) % 34'000
            : kind < 50                       ? 600 + roll(2) % 4'000
                                              : 20 + roll(2) % 120);
    QByteArray payload;
    payload.reserve(size + m_id.size());
    while (payload.size() < size) {
        payload += m_id;
        payload += char(payload.size() & 0xff); // includes every byte value, even line feed and zero
    }
    payload.truncate(size);
    return payload;
}

QByteArray TaskPlan::edited(int version) const
{
    QByteArray payload = "edit " + QByteArray::number(version) + ' ' + m_id + '\n';
    const quint64 kind = roll(300 + quint64(version)) % 10;
    const qsizetype size = payload.size() + qsizetype(kind == 0 ? 66'000 : kind);
    while (payload.size() < size)
        payload += char(payload.size() & 0xff);
    return payload;
}

std::optional<int> TaskPlan::versionOf(const QByteArray& payload) const
{
    if (payload.startsWith("edit ")) {
        const int version = payload.mid(5, payload.indexOf(' ', 5) - 5).toInt();
        return version > 0 && payload == edited(version) ? std::optional(version) : std::nullopt;
    }
    return payload == this->payload() ? std::optional(0) : std::nullopt;
}

TaskPlan::Ending TaskPlan::ending(int attempt) const
{
    const quint64 value = roll(100 + quint64(attempt)) % 100;
    return value < 6 ? Ending::Fails : value < 8 ? Ending::AsksForRetry : value < 9 ? Ending::Throws : Ending::Done;
}

Millis TaskPlan::runsFor(int attempt, Millis lease) const
{
    const quint64 value = roll(200 + quint64(attempt)) % 1000;
    if (value < 5)
        return lease * 3 / 2;
    return Millis(value % 10);
}

} // namespace dueline::chaos
