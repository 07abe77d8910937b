// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/bull/repeatrow.h"

#include "core/redis/reply.h"

#include <QCryptographicHash>

#include <algorithm>

namespace dueline {

namespace {

bool isDigits(const QByteArray& text)
{
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

QByteArray md5(const QByteArray& text) { return QCryptographicHash::hash(text, QCryptographicHash::Md5).toHex(); }

} // namespace

std::optional<RepeatRow> RepeatRow::parse(const QByteArray& member)
{
    // Parse the fields from the end, because only the name may contain `:`.
    const QList<QByteArray> parts = member.split(':');
    const bool isEvery = isDigits(parts.back());
    const qsizetype behindName = isEvery ? 3 : 4;
    if (parts.size() <= behindName)
        return std::nullopt;
    const qsizetype first = parts.size() - behindName;
    RepeatRow row;
    row.name = parts.first(first).join(':');
    row.id = parts[first];
    row.end = parts[first + 1];
    if (isEvery) {
        row.every = parts.back();
    } else {
        row.zone = parts[first + 2];
        row.cron = parts.back();
    }
    if (!row.end.isEmpty() && !isDigits(row.end))
        return std::nullopt;
    return row.cron.isEmpty() && row.every.isEmpty() ? std::nullopt : std::optional(row);
}

QByteArray RepeatRow::text() const
{
    const QByteArray head = name + ':' + id + ':' + end + ':';
    return cron.isEmpty() ? head + every : head + zone + ':' + cron;
}

TaskId RepeatRow::nextJob(TimePoint next) const
{
    return "repeat:" + md5(name + id + ':' + md5(text())) + ':' + number(toMs(next));
}

QByteArray RepeatRow::expression() const
{
    if (!cron.isEmpty())
        return cron;
    const qint64 ms = every.toLongLong();
    return "@every " + (ms % secondMs == 0 ? number(ms / secondMs) + 's' : number(ms) + "ms");
}

} // namespace dueline
