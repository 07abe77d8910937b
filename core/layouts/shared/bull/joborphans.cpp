// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/bull/joborphans.h"

#include "core/base/text.h"
#include "core/layouts/shared/bull/bulljobwords.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

using OrphanRisk = QueueFinding::Risk;

const QByteArray oldMarker = "0:0"; ///< BullMQ 3 and 4 push this id to `wait` to wake workers

} // namespace

JobOrphans::JobOrphans(RedisClient& client, QByteArray base, std::vector<TaskSource> sources, QString shown)
    : m_client(client)
    , m_base(std::move(base))
    , m_sources(std::move(sources))
    , m_shown(std::move(shown))
{
    std::erase_if(m_sources, [](const TaskSource& source) { return source.state == TaskState::Trash; });
    const QByteArray path = m_base.chopped(1); // without the final colon: PREFIX:QUEUE
    m_otherBases = basesWithoutKeyPrefix(m_base, path.left(path.lastIndexOf(':')));
}

std::vector<QByteArray> JobOrphans::basesWithoutKeyPrefix(const QByteArray& base, const QByteArray& prefix)
{
    const QByteArray rest = base.mid(prefix.size()); // for example `:mail:`
    std::vector<QByteArray> bases;
    for (qsizetype colon = prefix.indexOf(':'); colon >= 0; colon = prefix.indexOf(':', colon + 1))
        bases.push_back(prefix.mid(colon + 1) + rest);
    if (prefix.endsWith("bull") && prefix != "bull" && !prefix.endsWith(":bull"))
        bases.push_back("bull" + rest);
    return bases;
}

QByteArray JobOrphans::keyPrefixText(const QByteArray& key)
{
    return bulljobwords::jobIsMisplaced(printable(key, 200));
}

Result<std::vector<QByteArray>> JobOrphans::lostChildren(RedisClient& client, const QByteArray& hash)
{
    const auto page = client.call({"SSCAN", hash + ":dependencies", "0", "COUNT", "100"});
    if (!page)
        return page.error();
    std::vector<Command> pipeline;
    if (page->items.size() == 2) {
        for (const Reply& child : page->items[1].items)
            pipeline.push_back({"EXISTS", child.bytes});
    }
    std::vector<QByteArray> lost;
    if (pipeline.empty())
        return lost;
    const auto there = client.pipeline(pipeline);
    if (!there)
        return there.error();
    for (std::size_t i = 0; i < there->size(); ++i) {
        if ((*there)[i].isInteger() && (*there)[i].integer == 0)
            lost.push_back(pipeline[i][1]);
    }
    return lost;
}

Result<bool> JobOrphans::step()
{
    if (m_source >= m_sources.size())
        return false;
    const TaskSource& source = m_sources[m_source];
    const auto more = lookAt(source);
    if (!more)
        return more;
    if (*more)
        return true;
    m_offset = 0;
    if (!m_isSecondRound && !m_without.empty() && source.kind == TaskSource::Kind::List) {
        m_isSecondRound = true;
        return true;
    }
    if (const auto confirmed = confirm(source); !confirmed)
        return confirmed.error();
    m_isSecondRound = false;
    m_without.clear();
    return ++m_source < m_sources.size();
}

/// Checks the next ids of a source. The first round collects ids without a job. For a list, the second round keeps only
/// those ids that are still in the list. For a set, confirm() checks whether the ids are still in the set.
Result<bool> JobOrphans::lookAt(const TaskSource& source)
{
    const bool isList = source.kind == TaskSource::Kind::List;
    const auto ids
        = m_client.call({isList ? "LRANGE" : "ZRANGE", source.key, number(m_offset), number(m_offset + perStep - 1)});
    if (!ids)
        return ids.error();
    const auto count = qint64(ids->items.size());
    m_offset += count;
    m_looked += count;
    if (m_isSecondRound) {
        for (const Reply& id : ids->items) {
            if (m_without.erase(id.bytes) > 0)
                m_waiting.insert(id.bytes);
        }
    } else if (count > 0) {
        std::vector<Command> pipeline;
        for (const Reply& id : ids->items)
            pipeline.push_back({"EXISTS", m_base + id.bytes});
        const auto there = m_client.pipeline(pipeline);
        if (!there)
            return there.error();
        for (std::size_t i = 0; i < there->size(); ++i) {
            if ((*there)[i].isInteger() && (*there)[i].integer == 0)
                m_without.insert(ids->items[i].bytes);
        }
    }
    const bool isEnough = m_offset >= mostIds || m_without.size() >= mostFound;
    m_isCut = m_isCut || (isEnough && count == perStep);
    return count == perStep && !isEnough;
}

Result<> JobOrphans::confirm(const TaskSource& source)
{
    const std::set<TaskId> standing
        = source.kind == TaskSource::Kind::List ? std::exchange(m_waiting, {}) : std::exchange(m_without, {});
    if (standing.empty())
        return {};
    const std::vector<TaskId> ids(standing.begin(), standing.end());
    std::vector<Command> pipeline;
    for (const TaskId& id : ids) {
        // A list needs no check here, because the second round has already confirmed that the id is still there.
        if (source.kind == TaskSource::Kind::SortedSet)
            pipeline.push_back({"ZSCORE", source.key, id});
        pipeline.push_back({"EXISTS", m_base + id});
        for (const QByteArray& base : m_otherBases)
            pipeline.push_back({"EXISTS", base + id});
    }
    const auto replies = m_client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    auto reply = replies->begin();
    for (const TaskId& id : ids) {
        const bool isThere = source.kind != TaskSource::Kind::SortedSet || (reply++)->isBytes();
        const bool isMissing = isThere && reply->isInteger() && reply->integer == 0;
        ++reply;
        QByteArray elsewhere;
        for (const QByteArray& base : m_otherBases) {
            if ((reply++)->integer == 1 && elsewhere.isEmpty())
                elsewhere = base + id;
        }
        if (!isMissing)
            continue;
        if (!elsewhere.isEmpty())
            m_misplaced.push_back(elsewhere);
        else
            m_missing.push_back(id);
        m_hasMarker = m_hasMarker || id == oldMarker;
    }
    return {};
}

Result<bool> JobOrphans::stepThroughParents()
{
    const auto source = std::find_if(
        m_sources.begin(), m_sources.end(), [](const TaskSource& one) { return one.word == "waiting-children"; });
    if (source == m_sources.end())
        return false;
    const auto ids = m_client.call({"ZRANGE", source->key, "0", number(mostParents - 1)});
    if (!ids)
        return ids.error();
    const std::set<TaskId> before = std::exchange(m_waiting, {});
    for (const Reply& id : ids->items) {
        if (m_isSecondRound && !before.contains(id.bytes))
            continue;
        const auto lost = lostChildren(m_client, m_base + id.bytes);
        if (!lost)
            return lost.error();
        if (lost->empty())
            continue;
        if (m_isSecondRound)
            m_parents.push_back(id.bytes);
        else
            m_waiting.insert(id.bytes);
    }
    m_looked += qint64(ids->items.size());
    return !std::exchange(m_isSecondRound, true) && !m_waiting.empty();
}

QueueFinding JobOrphans::missingJobs() const
{
    const auto count = qint64(m_missing.size());
    return {"no-job", OrphanRisk::Possible, count,
        bulljobwords::idsHaveNoJob(
            count, m_shown, firstNames(m_missing), m_hasMarker ? printable(oldMarker) : QString()),
        bulljobwords::removeIds()};
}

QueueFinding JobOrphans::misplacedJobs() const
{
    const auto count = qint64(m_misplaced.size());
    return {"key-prefix", OrphanRisk::Possible, count,
        bulljobwords::jobsAreMisplaced(count, m_shown, firstNames(m_misplaced)), bulljobwords::removeKeyPrefix()};
}

std::vector<QueueFinding> JobOrphans::findings() const
{
    std::vector<QueueFinding> findings;
    if (!m_misplaced.empty())
        findings.push_back(misplacedJobs());
    if (!m_missing.empty())
        findings.push_back(missingJobs());
    if (m_isCut)
        findings.push_back({"not-all-ids", OrphanRisk::None, 0,
            bulljobwords::idsAreCut(QString::number(mostIds), m_shown, QString::number(mostFound)),
            bulljobwords::showId()});
    if (!m_parents.empty()) {
        const auto count = qint64(m_parents.size());
        findings.push_back({"lost-children", OrphanRisk::Present, count,
            bulljobwords::parentsWaitForever(count, m_shown, firstNames(m_parents)), bulljobwords::addFlowAgain()});
    }
    return findings;
}

} // namespace dueline
