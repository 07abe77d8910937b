// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/runorder.h"

#include "core/base/text.h"
#include "core/redis/reply.h"

#include <QCryptographicHash>

#include <algorithm>

namespace dueline {

namespace {

constexpr qint64 mostReturned = 1000; ///< number of entries that may have been returned to the running end
constexpr qint64 movedMeanwhile = 500; ///< number of entries that claims may move between a search and the next read
constexpr int mostTries = 5; ///< number of searches while claims move the list

QByteArray digestOf(const QByteArray& member)
{
    return QCryptographicHash::hash(member, QCryptographicHash::Sha1).toHex().left(12);
}

/// Returns the position after the newest of these digests among the members; 0 if there is none.
qint64 knownIn(const std::vector<QByteArray>& members, const QByteArrayList& digests)
{
    qsizetype newest = -1;
    qint64 after = 0;
    for (qint64 i = 0; i < qint64(members.size()) && newest + 1 < digests.size(); ++i) {
        if (const qsizetype known = digests.indexOf(digestOf(members[std::size_t(i)])); known > newest) {
            newest = known;
            after = i + 1;
        }
    }
    return after;
}

} // namespace

QByteArray RunOrder::Place::word() const { return number(left) + ':' + last.join(','); }

std::optional<RunOrder::Place> RunOrder::Place::fromWord(const QByteArray& word, qint64 read)
{
    const qsizetype colon = word.indexOf(':');
    bool isNumber = false;
    Place place{read, word.left(colon).toLongLong(&isNumber), {}};
    if (colon < 0 || !isNumber)
        return std::nullopt;
    if (const QByteArray digests = word.mid(colon + 1); !digests.isEmpty())
        place.last = digests.split(',');
    return place;
}

Result<std::vector<QByteArray>> RunOrder::range(qint64 from, qint64 count)
{
    const auto reply
        = m_client.call(m_list.tailFirst ? Command{"LRANGE", m_list.key, number(-from - count), number(-from - 1)}
                                         : Command{"LRANGE", m_list.key, number(from), number(from + count - 1)});
    if (!reply)
        return reply.error();
    std::vector<QByteArray> members;
    for (const Reply& item : reply->items)
        members.push_back(item.bytes);
    if (m_list.tailFirst)
        std::reverse(members.begin(), members.end());
    return members;
}

/// Returns the position after the newest of the entries read last; 0 if all of them have been removed. Claims move
/// entries only towards the running end, and few are returned there.
Result<qint64> RunOrder::findLast(const Place& place, qint64 count)
{
    for (qint64 until = place.read + mostReturned; until > 0; until -= count) {
        const qint64 from = std::max<qint64>(until - count, 0);
        const auto members = range(from, until - from);
        if (!members)
            return members.error();
        if (const qint64 after = knownIn(*members, place.last); after > 0)
            return from + after;
    }
    return 0;
}

Result<RunOrder::Page> RunOrder::read(Place place, qint64 count)
{
    if (place.left < 0) {
        const auto length = m_client.call({"LLEN", m_list.key});
        if (!length)
            return length.error();
        place.left = length->integer;
    }
    const qint64 wanted = std::min(count, place.left);
    Page page;
    if (wanted <= 0)
        return page;
    qint64 overlap = place.last.isEmpty() ? 0 : std::min<qint64>(place.read, 1);
    for (int tries = 0;; ++tries) {
        if (overlap == 0)
            place.last.clear();
        const qint64 from = place.read - overlap;
        auto members = range(from, wanted + overlap);
        if (!members)
            return members.error();
        qint64 known = 0;
        if (overlap > 0 && tries == 0) // Usually the list has not moved.
            known = !members->empty() && digestOf(members->front()) == place.last.back() ? 1 : 0;
        else if (overlap > 0)
            known = knownIn(*members, place.last);
        if (overlap == 0 || known > 0) {
            members->erase(members->begin(), members->begin() + std::ptrdiff_t(known));
            page.members = *std::move(members);
            place.read = from + known;
            break;
        }
        const auto after = tries < mostTries ? findLast(place, count) : Result<qint64>(0);
        if (!after)
            return after.error();
        place.read = *after;
        overlap = std::min(*after, movedMeanwhile);
    }
    const auto met = qint64(page.members.size());
    place.read += met;
    place.left -= met;
    for (qint64 i = std::max<qint64>(0, met - Place::mostLast); i < met; ++i)
        place.last.append(digestOf(page.members[std::size_t(i)]));
    place.last = place.last.mid(std::max<qsizetype>(0, place.last.size() - Place::mostLast));
    if (met >= wanted && place.left > 0)
        page.next = std::move(place);
    return page;
}

} // namespace dueline
