// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/framework/memberids.h"

#include <QCryptographicHash>

namespace dueline {

TaskId MemberNaming::next(const QByteArray& id, const QByteArray& member)
{
    const QByteArray base = id.isEmpty() ? "bytes-" + MemberSightings::digestOf(member).toHex().left(24) : id;
    const int number = ++m_met[base];
    return number == 1 ? base : base + '~' + QByteArray::number(number);
}

QByteArray MemberSightings::digestOf(const QByteArray& member)
{
    return QCryptographicHash::hash(member, QCryptographicHash::Sha1);
}

void MemberSightings::remember(const TaskId& id, const QByteArray& key, double score, const QByteArray& member)
{
    if (m_sightings.size() >= mostRemembered)
        m_sightings.clear();
    m_sightings[id] = {key, score, digestOf(member)};
}

std::optional<MemberSightings::Sighting> MemberSightings::of(const TaskId& id) const
{
    const auto found = m_sightings.find(id);
    return found == m_sightings.end() ? std::nullopt : std::optional(*found);
}

} // namespace dueline
