// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/port/detection.h"

#include "core/layouts/port/eachmaster.h"
#include "core/redis/reply.h"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

namespace dueline {

namespace {

/// Key prefixes of known systems without a layout.
constexpr std::array<QByteArrayView, 20> otherBeginnings{"bq:", "resque:", "arq:", "dramatiq:", "dramatiq.",
    "__heartbeats__", "__acks__.", "huey.", "kue:", "q:job",
    "rsmq:", "hangfire:", "{hangfire}:", "taskiq:", "taskq:", "saq:", "ql:", "rmq::", "machinery_tasks",
    "delayed_tasks"};

} // namespace

Result<std::vector<Reply>> Detection::askOf(RedisClient& node, const std::vector<Command>& commands)
{
    if (m_cancelled && *m_cancelled)
        return Error{ErrorCode::Cancelled, QStringLiteral("The search for queues from other frameworks was canceled.")};
    return node.pipeline(commands);
}

Result<std::vector<QByteArray>> Detection::members(const QByteArray& set)
{
    std::vector<QByteArray> found;
    QByteArray cursor = "0";
    do {
        const auto page = ask({{"SSCAN", set, cursor, "COUNT", "500"}});
        if (!page)
            return page.error();
        const Reply& reply = page->front();
        if (!reply.isArray() || reply.items.size() != 2)
            return found;
        for (const Reply& member : reply.items[1].items)
            found.push_back(member.bytes);
        cursor = reply.items[0].bytes;
    } while (cursor != "0" && found.size() < m_limits.queues);
    if (cursor != "0")
        m_found.incomplete = QStringLiteral("Only the first %1 are listed.").arg(m_limits.queues);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

Result<std::vector<QByteArray>> Detection::keys(
    const QByteArray& framework, const QByteArray& pattern, const QByteArray& type)
{
    return walk(framework, pattern, type, [](const QByteArray& key) { return std::optional(key); });
}

Result<std::vector<QByteArray>> Detection::names(
    const QByteArray& framework, const QByteArray& pattern, const KeyToName& nameOf)
{
    return walk(framework, pattern, {}, nameOf);
}

/// Scans the keys of one type, or of all types if `type` is empty.
Result<std::vector<QByteArray>> Detection::walk(
    const QByteArray& framework, const QByteArray& pattern, const QByteArray& type, const KeyToName& nameOf)
{
    std::set<QByteArray> found;
    const auto walk = [&](RedisClient& node) -> Result<> {
        QByteArray cursor = "0";
        qint64 looked = 0;
        do {
            Command scan{"SCAN", cursor, "MATCH", pattern, "COUNT", QByteArray::number(RedisClient::keysPerScan)};
            if (!type.isEmpty())
                scan.insert(scan.end(), {"TYPE", type});
            const auto page = askOf(node, {scan});
            if (!page)
                return page.error();
            const Reply& reply = page->front();
            if (!reply.isArray() || reply.items.size() != 2) {
                if (!m_unseen.contains(framework))
                    m_unseen << framework;
                return {};
            }
            for (const Reply& key : reply.items[1].items) {
                if (isDuelineKey(key.bytes, m_prefix))
                    continue;
                if (auto name = nameOf(key.bytes))
                    found.insert(*std::move(name));
            }
            cursor = reply.items[0].bytes;
            looked += RedisClient::keysPerScan;
        } while (cursor != "0" && looked < m_limits.keys && found.size() < m_limits.queues && !m_deadline.hasExpired());
        if (cursor != "0")
            m_found.incomplete = QStringLiteral("Only some of the keys were scanned, so there may be more queues.");
        return {};
    };
    if (const auto walked = onEachMaster(m_client, walk); !walked)
        return walked.error();
    return std::vector<QByteArray>(found.begin(), found.end());
}

Result<> Detection::add(
    const QByteArray& framework, const QByteArray& name, const std::vector<Command>& counts, const QByteArray& layout)
{
    const auto answers = counts.empty() ? Result(std::vector<Reply>()) : ask(counts);
    if (!answers)
        return answers.error();
    ForeignQueue queue{framework, name, 0, layout};
    for (const Reply& count : *answers)
        queue.tasks += count.isInteger() ? count.integer : 0;
    add(std::move(queue));
    return {};
}

void Detection::add(ForeignQueue queue)
{
    if (m_found.queues.size() < m_limits.queues)
        m_found.queues.push_back(std::move(queue));
    else
        m_found.incomplete = QStringLiteral("Only the first %1 are listed.").arg(m_limits.queues);
}

ForeignQueues Detection::take()
{
    if (!m_unseen.isEmpty()) {
        m_found.incomplete = QStringLiteral("This user is not allowed to scan keys (SCAN), so %1 are not found.")
                                 .arg(QString::fromLatin1(m_unseen.join(" and ")));
    }
    std::sort(m_found.queues.begin(), m_found.queues.end(), [](const ForeignQueue& a, const ForeignQueue& b) {
        return std::tie(a.framework, a.name) < std::tie(b.framework, b.name);
    });
    return std::move(m_found);
}

Result<ForeignQueues> findForeignQueues(const std::vector<const LayoutType*>& layouts, const RedisConfig& redis,
    const DetectionLimits& limits, const std::atomic<bool>* cancelled, const QByteArray& prefix)
{
    RedisClient client(redis);
    client.allowOnlyReads();
    if (const auto opened = client.open(); !opened)
        return opened.error();
    Detection detection(client, limits, prefix, cancelled);
    for (const LayoutType* type : layouts) {
        if (type->isSought() && !limits.sought)
            continue;
        if (const auto detected = type->detect(detection); !detected)
            return detected.error();
    }
    return detection.take();
}

void removeOpened(ForeignQueues& found, const LayoutSpec& connection)
{
    const auto plain = [](const QByteArray& layout) { return layout.split('?').front(); };
    for (const LayoutSpec& open : connection.parts()) {
        std::erase_if(found.queues, [&plain, own = plain(open.text().toUtf8())](const ForeignQueue& queue) {
            return plain(queue.layout) == own;
        });
        // A layout may be limited to a key, such as a stream. The search finds its queues as those of the entire
        // layout.
        if (const QByteArray key = open.facts().key; !key.isEmpty()) {
            std::erase_if(found.queues, [&](const ForeignQueue& queue) {
                return open.type().owns(key, {{}, {queue}, {}});
            });
        }
    }
}

bool isDuelineKey(QByteArrayView key, QByteArrayView prefix)
{
    const auto isBelow = [key](QByteArrayView beginning) {
        return key.size() > beginning.size() && key.startsWith(beginning) && key[beginning.size()] == ':';
    };
    return isBelow("dueline") || isBelow(prefix) || (key.contains('{') && key.contains(QByteArrayView(":dueline:")));
}

bool isKnownKey(QByteArrayView key, const KnownKeys& known)
{
    const auto begins = [key](QByteArrayView beginning) { return key.startsWith(beginning); };
    const auto owns = [&](const LayoutType* type) { return type->owns(key, known); };
    return isDuelineKey(key, known.prefix) || std::any_of(otherBeginnings.begin(), otherBeginnings.end(), begins)
        || std::any_of(known.layouts.begin(), known.layouts.end(), owns);
}

} // namespace dueline
