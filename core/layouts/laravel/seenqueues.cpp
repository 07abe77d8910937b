// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/laravel/seenqueues.h"

#include "core/base/statefolder.h"
#include "core/layouts/port/layouttext.h"
#include "core/redis/redisurl.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace dueline {

namespace {

constexpr qint64 largestSeenFile = 8 * 1024 * 1024;
constexpr Millis noticed{std::chrono::hours(1)};

} // namespace

SeenQueues::SeenQueues(const RedisConfig& redis, const QString& layout)
{
    const QByteArray server = (displayUrl(redis) + u'\n' + layout).toUtf8();
    m_path = stateFile("seen", server);
    read();
}

void SeenQueues::read()
{
    const QJsonObject file = QJsonDocument::fromJson(readStateFile(m_path, largestSeenFile)).object();
    const QJsonObject queues = file.value(QStringLiteral("queues")).toObject();
    for (auto each = queues.begin(); each != queues.end() && m_queues.size() < mostNames; ++each) {
        const double ms = each.value().toDouble();
        if (ms > 0 && ms < endOfTime)
            m_queues[decodedPart(each.key().toUtf8())] = fromMs(qint64(ms));
    }
    m_saved = m_queues;
}

std::optional<TimePoint> SeenQueues::seenAt(const QueueName& queue) const
{
    const auto seen = m_queues.find(queue);
    return seen == m_queues.end() ? std::nullopt : std::optional(seen->second);
}

void SeenQueues::see(const QueueName& queue, TimePoint at)
{
    if (m_queues.size() < mostNames || m_queues.count(queue))
        m_queues[queue] = at;
}

void SeenQueues::save(TimePoint now)
{
    std::erase_if(m_queues, [now](const auto& each) { return now - each.second > namesKept; });
    const bool isSame = std::equal(m_queues.begin(), m_queues.end(), m_saved.begin(), m_saved.end(),
        [](const auto& a, const auto& b) { return a.first == b.first && a.second - b.second < noticed; });
    if (isSame)
        return;
    m_saved = m_queues; // set this even if saving fails, so that the same save isn't attempted again
    QJsonObject queues;
    for (const auto& [queue, at] : m_queues)
        queues.insert(encodedPart(queue), double(toMs(at)));
    const QJsonDocument file(QJsonObject{{QStringLiteral("queues"), queues}});
    writeStateFile(m_path, file.toJson(QJsonDocument::Compact), kept);
}

} // namespace dueline
