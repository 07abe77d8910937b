// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/bull/queueowner.h"

#include "core/layouts/port/layouttext.h"
#include "core/layouts/shared/bull/bulljob.h"
#include "core/layouts/shared/jobs/overlaykeys.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>

namespace dueline {

namespace {

constexpr std::array<const char*, 3> listsLookedAt{"wait", "paused", "active"};
constexpr std::array<const char*, 3> setsLookedAt{"delayed", "completed", "failed"};
constexpr std::array<QByteArrayView, 8> holders{
    "wait", "paused", "active", "delayed", "prioritized", "waiting-children", "completed", "failed"};
constexpr std::size_t marksPerQueue = 6;
constexpr std::size_t endsPerQueue = 2 * (listsLookedAt.size() + setsLookedAt.size());
constexpr std::size_t endsOfTrash = 2;
constexpr std::size_t repliesPerQueue = marksPerQueue + endsPerQueue + endsOfTrash;

/// A job that is inspected.
struct LookedAt
{
    std::size_t queue;
    QByteArray hash;
    bool hasBullFields = false;
};

void appendLook(std::vector<Command>& pipeline, const OverlayKeys& keys)
{
    const QByteArray& base = keys.base;
    pipeline.push_back({"TYPE", base + "id"});
    pipeline.push_back({"HMGET", base + "meta", "version", "opts.maxLenEvents"});
    pipeline.push_back({"TYPE", base + "events"});
    pipeline.push_back({"TYPE", base + "marker"});
    pipeline.push_back({"TYPE", base + "priority"});
    pipeline.push_back({"EXISTS", base + "meta-paused"});
    for (const char* list : listsLookedAt) {
        for (const char* end : {"0", "-1"})
            pipeline.push_back({"LINDEX", base + list, end});
    }
    for (const char* set : setsLookedAt) {
        for (const char* end : {"0", "-1"})
            pipeline.push_back({"ZRANGE", base + set, end, end});
    }
    for (const char* end : {"0", "-1"}) {
        if (keys.overlay.isEmpty())
            pipeline.push_back({"EXISTS", base + "id"}); // keeps the number of replies constant
        else
            pipeline.push_back({"ZRANGE", keys.trash(), end, end});
    }
}

OwnerSigns marksOf(std::span<const Reply> replies)
{
    OwnerSigns signs;
    signs.counter = replies[0].bytes == "string";
    // Any program may keep a `version` in a hash `…:meta`, as Dueline does; BullMQ's contains the library's name.
    const auto& meta = replies[1].items;
    signs.stamped = meta.size() == 2 && (meta[0].bytes.startsWith("bullmq") || meta[1].isBytes());
    signs.events = replies[2].bytes == "stream";
    signs.marker = replies[3].bytes == "zset";
    signs.priorities = replies[4].bytes == "zset";
    signs.metaPaused = replies[5].integer == 1;
    return signs;
}

QByteArrayList idsOf(std::span<const Reply> ends)
{
    QByteArrayList ids;
    for (const Reply& end : ends) {
        const Reply& id = end.isArray() && end.items.size() == 1 ? end.items.front() : end;
        if (id.isBytes() && !id.isError() && !id.bytes.isEmpty() && !ids.contains(id.bytes))
            ids << id.bytes;
    }
    return ids;
}

bool hasBullOptions(const QByteArray& opts)
{
    const QJsonObject object = QJsonDocument::fromJson(opts).object();
    return object.contains(u"attempts") && object.contains(u"delay") && object.contains(u"timestamp");
}

} // namespace

QueueOwner ownerOf(const OwnerSigns& signs)
{
    const bool isBullmqs = signs.stamped || signs.events || signs.marker;
    // Every add of BullMQ increments the counter and writes `events`. A counter without events is Bull's, even if no
    // job is left.
    const bool isDrained = signs.counter && !signs.otherJob;
    const bool isBulls
        = signs.metaPaused || signs.priorities || signs.bullJob || (!signs.events && (signs.bareJob || isDrained));
    if (isBullmqs)
        return isBulls ? QueueOwner::Both : QueueOwner::Bullmq;
    return signs.counter || isBulls ? QueueOwner::Bull : QueueOwner::Nobody;
}

std::optional<QByteArray> JobHolders::baseOf(QByteArrayView key)
{
    const qsizetype at = key.lastIndexOf(':') + 1;
    const bool isOne = std::find(holders.begin(), holders.end(), key.sliced(at)) != holders.end();
    return at > 1 && isOne ? std::optional(key.first(at).toByteArray()) : std::nullopt;
}

Command JobHolders::count(const QByteArray& base)
{
    Command command{"EXISTS"};
    for (const QByteArrayView holder : holders)
        command.push_back(base + holder.toByteArray());
    return command;
}

Result<std::vector<OwnerSigns>> readOwnerSigns(
    const AskServer& ask, const std::vector<QByteArray>& bases, const QByteArray& ours)
{
    const auto keysOf = [&ours](const QByteArray& base) {
        return ours.isEmpty() ? OverlayKeys{base, {}} : OverlayKeys::beside(ours, base);
    };
    std::vector<OwnerSigns> all;
    std::vector<Command> pipeline;
    for (const QByteArray& base : bases)
        appendLook(pipeline, keysOf(base));
    if (pipeline.empty())
        return all;
    const auto marks = ask(pipeline);
    if (!marks)
        return marks.error();

    pipeline.clear();
    std::vector<LookedAt> jobs;
    for (std::size_t i = 0; i < bases.size(); ++i) {
        const std::span<const Reply> own(&(*marks)[i * repliesPerQueue], repliesPerQueue);
        all.push_back(marksOf(own));
        const auto add = [&](const QByteArray& hash) {
            jobs.push_back({i, hash});
            pipeline.push_back({"HMGET", hash, "attemptsMade", "stalledCounter", "retriedOn"});
            pipeline.push_back({"HSTRLEN", hash, "opts"});
        };
        for (const QByteArray& id : idsOf(own.subspan(marksPerQueue, endsPerQueue)))
            add(bases[i] + id);
        for (const QByteArray& id : idsOf(own.subspan(marksPerQueue + endsPerQueue)))
            add(keysOf(bases[i]).trashed(id));
    }
    if (jobs.empty())
        return all;
    const auto fields = ask(pipeline);
    if (!fields)
        return fields.error();

    pipeline.clear();
    std::vector<LookedAt> asked;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        const auto& own = (*fields)[2 * i].items;
        jobs[i].hasBullFields = std::any_of(own.begin(), own.end(), [](const Reply& field) { return field.isBytes(); });
        const qint64 size = (*fields)[2 * i + 1].integer;
        if (size <= 0 || size > BullJob::longText)
            continue;
        pipeline.push_back({"HGET", jobs[i].hash, "opts"});
        asked.push_back(jobs[i]);
    }
    if (asked.empty())
        return all;
    const auto options = ask(pipeline);
    if (!options)
        return options.error();
    for (std::size_t i = 0; i < asked.size(); ++i) {
        // BullMQ 3 and 4 counted attempts in a field of the same name but did not write these options.
        if (!(*options)[i].isBytes())
            continue;
        OwnerSigns& signs = all[asked[i].queue];
        if (!hasBullOptions((*options)[i].bytes)) {
            signs.otherJob = true;
            continue;
        }
        signs.bareJob = true;
        signs.bullJob = signs.bullJob || asked[i].hasBullFields;
    }
    return all;
}

QByteArray bothOpened(QByteArrayView prefix)
{
    const QByteArray part = encodedPart(prefix).toLatin1();
    return "Bull and BullMQ have both opened this queue; Dueline changes nothing until you say whose it is: bull:"
        + part + "?stamped=yes, or bullmq:" + part + "?major=6 (or 5).";
}

} // namespace dueline
