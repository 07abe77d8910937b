// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/sidekiq/sidekiqids.h"

#include <QCryptographicHash>

namespace dueline {

TaskId SidekiqNaming::next(const QByteArray& jid, const QByteArray& member)
{
    const QByteArray base = jid.isEmpty() ? "bytes-" + SidekiqSightings::digestOf(member).toHex().left(24) : jid;
    const int number = ++m_met[base];
    return number == 1 ? base : base + '~' + QByteArray::number(number);
}

QByteArray SidekiqSightings::digestOf(const QByteArray& member)
{
    return QCryptographicHash::hash(member, QCryptographicHash::Sha1);
}

void SidekiqSightings::remember(const TaskId& id, const QByteArray& key, double score, const QByteArray& member)
{
    if (m_sightings.size() >= mostRemembered)
        m_sightings.clear();
    m_sightings[id] = {key, score, digestOf(member)};
}

std::optional<SidekiqSightings::Sighting> SidekiqSightings::of(const TaskId& id) const
{
    const auto found = m_sightings.find(id);
    return found == m_sightings.end() ? std::nullopt : std::optional(*found);
}

} // namespace dueline
