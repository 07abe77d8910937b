// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/bull/jobmetrics.h"

#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>
#include <array>
#include <map>

namespace dueline {

namespace {

struct MetricsHead
{
    qint64 minute = -1; ///< minute of `prevTS`, since the Unix epoch; negative if nothing has been counted
    qint64 running = 0; ///< count so far for the minute of `prevTS`
};

Result<MetricsHead> headOf(const Reply& fields)
{
    if (fields.isError())
        return errorFromReply(fields.bytes);
    MetricsHead head;
    if (fields.items.size() != 3 || !fields.items[0].isBytes())
        return head;
    const double at = fields.items[0].bytes.toDouble();
    if (at > 0 && at < endOfTime)
        head.minute = qint64(at) / minuteMs;
    head.running = std::max<qint64>(fields.items[1].bytes.toLongLong() - fields.items[2].bytes.toLongLong(), 0);
    return head;
}

} // namespace

Result<std::vector<StatisticsBin>> readJobMetrics(
    RedisClient& client, const QByteArray& base, TimePoint from, TimePoint to)
{
    constexpr std::array<const char*, 2> kinds{"completed", "failed"};
    std::vector<Command> pipeline;
    for (const char* kind : kinds)
        pipeline.push_back({"HMGET", base + "metrics:" + kind, "prevTS", "count", "prevCount"});
    const auto heads = client.pipeline(pipeline);
    if (!heads)
        return heads.error();
    const qint64 first = (toMs(from) + minuteMs - 1) / minuteMs;
    std::array<MetricsHead, 2> head;
    pipeline.clear();
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const auto read = headOf((*heads)[i]);
        if (!read)
            return read.error();
        head[i] = *read;
        const qint64 wanted = std::clamp<qint64>(head[i].minute - first, 0, mostMetricsMinutes);
        pipeline.push_back({"LRANGE", base + "metrics:" + kinds[i] + ":data", "0", number(wanted - 1)});
        if (wanted == 0) // with 0 entries, LRANGE 0 -1 would return the entire list
            pipeline.back() = {"LLEN", base + "metrics:" + kinds[i] + ":data"};
    }
    const auto lists = client.pipeline(pipeline);
    if (!lists)
        return lists.error();
    std::map<qint64, std::array<qint64, 2>> minutes;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const Reply& list = (*lists)[i];
        if (list.isError())
            return errorFromReply(list.bytes);
        if (head[i].minute < 0)
            continue;
        minutes[head[i].minute][i] += head[i].running;
        for (std::size_t k = 0; k < list.items.size(); ++k)
            minutes[head[i].minute - 1 - qint64(k)][i] += std::max<qint64>(list.items[k].bytes.toLongLong(), 0);
    }
    std::vector<StatisticsBin> bins;
    for (const auto& [minute, counts] : minutes) {
        StatisticsBin bin;
        bin.from = fromMs(minute * minuteMs);
        if (bin.from < from || bin.from >= to || counts == std::array<qint64, 2>{})
            continue;
        bin.untimed = counts[0];
        if (counts[1] > 0)
            bin.failedByType[{}] = counts[1];
        bins.push_back(std::move(bin));
    }
    return bins;
}

} // namespace dueline
