// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redisserver.h"

#include <algorithm>

namespace dueline {

inline constexpr Millis furthestFailure = std::chrono::hours(8);

/// Moves a MillionQueue's failures into the past, spread over the last `furthestFailure`, with most of them in one bad
/// half hour. Each task becomes due, starts and fails within seconds. Leaves done tasks alone, because the queue's
/// statistics contain their times.
inline void spreadFailures(RedisServer& server, const QByteArray& queue, TimePoint now)
{
    const QByteArray base = "dueline:{" + queue + "}:";
    const Reply all = server.call({"ZRANGE", base + "failed", "0", "-1"});
    const auto count = qint64(all.items.size());
    for (qint64 from = 0; from < count; from += 5'000) {
        const qint64 end = std::min(count, from + 5'000);
        Command read{"HMGET", base + "history"};
        for (qint64 i = from; i < end; ++i)
            read.push_back(all.items[std::size_t(i)].bytes);
        const Reply lines = server.call(read);
        Command failed{"ZADD", base + "failed"};
        Command tries{"HSET", base + "tries"};
        Command history{"HSET", base + "history"};
        for (qint64 i = from; i < end; ++i) {
            const bool bad = i % 5 < 2;
            const double share = double((i * 7919) % count) / double(count);
            const double share2 = double((i * 104'729) % count) / double(count);
            const Millis ago = bad ? Millis(7'200'000 + qint64((share + share2) * 1'500'000))
                                   : Millis(qint64(share * double(furthestFailure.count())));
            const qint64 endedAt = toMs(now - ago);
            const qint64 startedAt = endedAt - 40 - i * 31 % 2'000;
            const qint64 dueAt = startedAt - i % 20;
            const QByteArray& id = all.items[std::size_t(i)].bytes;
            failed.insert(failed.end(), {QByteArray::number(endedAt), id});
            // Each task had one attempt. Its tries are stored as `attempts fence expiries due`, and its history as
            // `number startedAt endedAt worker outcome error`.
            tries.insert(tries.end(), {id, "1 1 0 " + QByteArray::number(dueAt)});
            QByteArrayList line = lines.items[std::size_t(i - from)].bytes.split(' ');
            line[1] = QByteArray::number(startedAt);
            line[2] = QByteArray::number(endedAt);
            history.insert(history.end(), {id, line.join(' ')});
        }
        server.call(failed);
        server.call(tries);
        server.call(history);
    }
}

} // namespace dueline
