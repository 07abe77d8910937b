// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/memberplaces.h"

#include "core/base/text.h"
#include "core/layouts/shared/jobs/memberids.h"
#include "core/layouts/shared/jobs/membertrash.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <QSet>

#include <algorithm>

namespace dueline {

namespace {

constexpr std::size_t pagesPerPipeline = 4;
/// base size of the first read for a score; two more tasks are read per requested task
constexpr int ofOneInstant = 20;

} // namespace

/// Matches members with the requested tasks. Finds each task only once.
class MemberPlaces::Matcher
{
public:
    Matcher(const OwnId& ownId, const std::vector<MemberWanted>& wanted, const QByteArray& set, Found& found)
        : m_ownId(ownId)
        , m_set(set)
        , m_found(found)
    {
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            const QByteArray& name = wanted[i].name;
            const QByteArray digest = wanted[i].detail.startsWith('@') ? MemberNames::digestIn(name) : name;
            if (digest.isEmpty())
                m_byId.push_back({i, name, false});
            else
                m_byDigest[digest].push_back(i);
        }
        m_left = wanted.size();
    }

    /// Drops ambiguous results: if several tasks have the requested id, none of them is returned.
    ~Matcher()
    {
        for (const ById& one : m_byId) {
            if (one.isAmbiguous)
                m_found[one.index].reset();
        }
    }

    bool isDone() const { return m_left == 0 && m_byId.empty(); }
    bool isFound(std::size_t i) const { return m_found[i].has_value(); }

    /// Returns whether `member` is a requested task. `seen`: the member's score or index. `among`: indexes of the
    /// requested tasks to compare with; if empty, all of them.
    bool look(const QByteArray& member, const QByteArray& seen, const std::vector<std::size_t>& among = {})
    {
        if (isDone() || m_given.contains(hasNames() ? seen : member))
            return false;
        const auto isMeant
            = [&](std::size_t i) { return among.empty() || std::find(among.begin(), among.end(), i) != among.end(); };
        if (!m_byDigest.empty()) {
            const auto same = m_byDigest.find(MemberNames::digestOf(member));
            if (same != m_byDigest.end()) {
                for (const std::size_t i : same->second) {
                    if (isMeant(i) && !m_found[i])
                        return give(i, member, seen);
                }
            }
        }
        TaskId id; // parsed only if needed: searching the bytes is faster than parsing
        for (ById& one : m_byId) {
            const bool mayBe = member.contains(one.id) || member.contains('\\') || one.id.startsWith("bytes-");
            if (!isMeant(one.index) || !mayBe)
                continue;
            if (id.isEmpty())
                id = idOf(member);
            if (id != one.id)
                continue;
            if (!m_found[one.index])
                return give(one.index, member, seen);
            one.isAmbiguous = one.isAmbiguous || m_found[one.index]->member != member;
        }
        return false;
    }

private:
    struct ById
    {
        std::size_t index;
        TaskId id;
        bool isAmbiguous;
    };

    /// Returns whether members may be equal. Only their indexes, or their keys in the trash, tell equal members apart.
    bool hasNames() const { return m_set == "queue" || m_set == "trash"; }

    TaskId idOf(const QByteArray& member) const
    {
        Task task;
        MemberNames::name(task, m_ownId(member), member);
        return task.id;
    }

    bool give(std::size_t i, const QByteArray& member, const QByteArray& seen)
    {
        m_found[i] = MemberPlace{idOf(member), m_set, member, seen, member};
        m_given.insert(hasNames() ? seen : member);
        --m_left;
        return true;
    }

    const OwnId& m_ownId;
    QByteArray m_set;
    Found& m_found;
    std::map<QByteArray, std::vector<std::size_t>> m_byDigest;
    std::vector<ById> m_byId;
    QSet<QByteArray> m_given;
    std::size_t m_left = 0;
};

Result<std::vector<std::optional<MemberPlace>>> MemberPlaces::find(
    const OverlayKeys& keys, const TaskSource& source, const std::vector<MemberWanted>& wanted)
{
    Found found(wanted.size());
    if (wanted.empty())
        return found;
    Result<> read;
    // Matcher's destructor completes the results in `found`.
    if (source.state == TaskState::Trash) {
        read = findInTrash(keys, source, wanted, found);
    } else if (source.kind == TaskSource::Kind::List) {
        Matcher matcher(m_ownId, wanted, "queue", found);
        read = findInList(source, wanted.front().detail == "-", matcher);
    } else {
        Matcher matcher(m_ownId, wanted, source.key.mid(keys.base.size()), found);
        read = findInSet(source, wanted, matcher);
    }
    if (!read)
        return read.error();
    return found;
}

Result<> MemberPlaces::findInSet(const TaskSource& source, const std::vector<MemberWanted>& wanted, Matcher& matcher)
{
    std::map<std::pair<QByteArray, QByteArray>, std::vector<std::size_t>> byRange;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const QByteArray said = wanted[i].detail.mid(1);
        if (wanted[i].detail.startsWith('=')) {
            byRange[{said, said}].push_back(i);
        } else {
            const TimePoint at = fromMs(said.toLongLong());
            byRange[{source.scoreFrom(at), '(' + source.scoreFrom(at + Millis(1))}].push_back(i);
        }
    }
    const auto rangeOf = [&source](const auto& scores, qint64 offset, qint64 count) {
        return Command{"ZRANGE", source.key, scores.first, scores.second, "BYSCORE", "LIMIT", number(offset),
            number(count), "WITHSCORES"};
    };
    const auto firstCount
        = [](const std::vector<std::size_t>& those) { return ofOneInstant + 2 * qint64(those.size()); };
    std::vector<Command> pipeline;
    for (const auto& [scores, those] : byRange)
        pipeline.push_back(rangeOf(scores, m_lastWindow[source.key + ' ' + scores.first], firstCount(those)));
    const auto pages = m_client.pipeline(pipeline);
    if (!pages)
        return pages.error();
    const auto lookThrough = [&](const Reply& page, const std::vector<std::size_t>& those) {
        qint64 firstHit = -1;
        for (std::size_t at = 0; at + 1 < page.items.size(); at += 2) {
            if (matcher.look(page.items[at].bytes, page.items[at + 1].bytes, those) && firstHit < 0)
                firstHit = qint64(at / 2);
        }
        return firstHit;
    };
    std::size_t next = 0;
    for (const auto& [scores, those] : byRange) {
        const Reply& first = (*pages)[next++];
        if (first.isError())
            return errorFromReply(first.bytes);
        qint64& last = m_lastWindow[source.key + ' ' + scores.first];
        const qint64 begin = last;
        if (const qint64 hit = lookThrough(first, those); hit >= 0)
            last += hit;
        const auto isLeft = [&, &those = those] {
            return std::any_of(those.begin(), those.end(), [&](std::size_t i) { return !matcher.isFound(i); });
        };
        // Too many members have the same score for one read. Read from the last window to the end, then from the start.
        bool isEnd = qint64(first.items.size() / 2) < firstCount(those);
        qint64 offset = begin + firstCount(those);
        bool isAround = begin == 0;
        while (isLeft() && !(isEnd && isAround)) {
            if (isEnd) {
                offset = 0;
                isAround = true;
            }
            const auto page = m_client.call(rangeOf(scores, offset, window));
            if (!page)
                return page.error();
            if (const qint64 hit = lookThrough(*page, those); hit >= 0)
                last = offset + hit;
            offset += window;
            isEnd = qint64(page->items.size() / 2) < window || (isAround && begin > 0 && offset >= begin);
        }
        if (last == 0)
            m_lastWindow.erase(source.key + ' ' + scores.first);
    }
    return {};
}

Result<> MemberPlaces::findInList(const TaskSource& source, bool isGathered, Matcher& matcher)
{
    const auto length = m_client.call({"LLEN", source.key});
    if (!length)
        return length.error();
    const qint64 windows = (length->integer + window - 1) / window;
    // If no window is known, start at the end where producers push: bulk operations gather tasks from there.
    const auto known = m_lastWindow.find(source.key);
    const qint64 middle = std::clamp<qint64>(known != m_lastWindow.end() ? known->second
            : isGathered                                                 ? windows - 1
                                                                         : 0,
        0, std::max<qint64>(windows - 1, 0));
    std::vector<qint64> order;
    for (qint64 far = 0; far < windows; ++far) {
        if (middle - far >= 0)
            order.push_back(middle - far);
        if (far > 0 && middle + far < windows)
            order.push_back(middle + far);
    }
    for (std::size_t from = 0, until = 0; from < order.size() && !matcher.isDone(); from = until) {
        until = from == 0 ? 1 : std::min(order.size(), from + pagesPerPipeline);
        std::vector<Command> reads;
        for (std::size_t i = from; i < until; ++i)
            reads.push_back(source.tailFirst
                    ? Command{"LRANGE", source.key, number(-(order[i] + 1) * window), number(-order[i] * window - 1)}
                    : Command{"LRANGE", source.key, number(order[i] * window), number((order[i] + 1) * window - 1)});
        const auto pages = m_client.pipeline(reads);
        if (!pages)
            return pages.error();
        for (std::size_t i = from; i < until; ++i) {
            const Reply& page = (*pages)[i - from];
            if (page.isError())
                return errorFromReply(page.bytes);
            // Start at the end where workers claim tasks, so that among equal tasks, the next one to run is found
            // first.
            const auto size = qint64(page.items.size());
            for (qint64 far = 0; far < size; ++far) {
                const qint64 at = source.tailFirst ? size - 1 - far : far;
                const qint64 index = order[i] * window + far;
                if (matcher.look(page.items[std::size_t(at)].bytes, number(source.tailFirst ? -index - 1 : index)))
                    m_lastWindow[source.key] = order[i];
            }
        }
    }
    return {};
}

Result<> MemberPlaces::readTrash(const OverlayKeys& keys, const TaskSource& source, const QByteArray& ms,
    const std::vector<MemberWanted>& wanted, Found& found)
{
    Matcher matcher(m_ownId, wanted, "trash", found);
    for (qint64 offset = 0; !matcher.isDone(); offset += window) {
        const auto page
            = m_client.call({"ZRANGE", source.key, ms, ms, "BYSCORE", "LIMIT", number(offset), number(window)});
        if (!page)
            return page.error();
        std::vector<QByteArray> names;
        for (const Reply& name : page->items)
            names.push_back(name.bytes);
        const auto items = MemberTrash(m_client, keys).items(names);
        if (!items)
            return items.error();
        for (std::size_t i = 0; i < items->size(); ++i) {
            if ((*items)[i])
                matcher.look((*items)[i]->member, names[i]);
        }
        if (qint64(page->items.size()) < window)
            break;
    }
    return {};
}

Result<> MemberPlaces::findInTrash(
    const OverlayKeys& keys, const TaskSource& source, const std::vector<MemberWanted>& wanted, Found& found)
{
    std::map<QByteArray, std::vector<std::size_t>> byInstant;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (wanted[i].detail.startsWith('='))
            found[i] = MemberPlace{wanted[i].name, "trash", wanted[i].name, {}, {}};
        else
            byInstant[wanted[i].detail.mid(1)].push_back(i);
    }
    for (const auto& [ms, those] : byInstant) {
        std::vector<MemberWanted> asked;
        for (const std::size_t i : those)
            asked.push_back(wanted[i]);
        Found matched(asked.size());
        if (const auto read = readTrash(keys, source, ms, asked, matched); !read)
            return read.error();
        for (std::size_t i = 0; i < those.size(); ++i) {
            found[those[i]] = matched[i];
            if (matched[i])
                found[those[i]]->name = matched[i]->seen; // in the trash, a task's name is its key
        }
    }
    return {};
}

} // namespace dueline
