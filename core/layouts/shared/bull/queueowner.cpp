// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/bull/queueowner.h"

#include "core/layouts/port/layouttext.h"
#include "core/layouts/shared/bull/bulljob.h"
#include "core/layouts/shared/bull/bulljobwords.h"
#include "core/layouts/shared/jobs/overlaykeys.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>

namespace dueline {

namespace {

constexpr std::array<const char*, 3> listsLookedAt{"wait", "paused", "active"};
constexpr std::array<const char*, 5> setsLookedAt{"prioritized", "waiting-children", "delayed", "completed", "failed"};
/// number of sets that only BullMQ creates; they come first in setsLookedAt
constexpr std::size_t bullmqSetsLookedAt = 2;
constexpr std::array<QByteArrayView, 8> jobHolders{
    "wait", "paused", "active", "delayed", "prioritized", "waiting-children", "completed", "failed"};
constexpr std::size_t marksPerQueue = 7;
constexpr std::size_t endsPerQueue = 2 * (listsLookedAt.size() + setsLookedAt.size());
constexpr std::size_t endsOfTrash = 2;
constexpr std::size_t repliesPerLookedAt = 3;
constexpr std::size_t repliesPerQueue = marksPerQueue + endsPerQueue + endsOfTrash;

/// Job being inspected.
struct LookedAt
{
    std::size_t queue;
    QByteArray hash;
    /// command that rereads the id to see if the job has just ended; empty for the trash, whose jobs may expire
    Command end;
    bool hasBullFields = false;
    bool hasInstant = false; ///< true if the job contains the time when it was added
    bool isMissing = false;
};

/// Id found at an end of a list or set.
struct IdAtEnd
{
    QByteArray id;
    Command end;
};

std::vector<Command> endCommands(const QByteArray& base)
{
    std::vector<Command> commands;
    for (const char* list : listsLookedAt) {
        for (const char* end : {"0", "-1"})
            commands.push_back({"LINDEX", base + list, end});
    }
    for (const char* set : setsLookedAt) {
        for (const char* end : {"0", "-1"})
            commands.push_back({"ZRANGE", base + set, end, end});
    }
    return commands;
}

void appendLook(std::vector<Command>& pipeline, const OverlayKeys& keys)
{
    const QByteArray& base = keys.base;
    pipeline.push_back({"TYPE", base + "id"});
    pipeline.push_back({"HMGET", base + "meta", "version", "opts.maxLenEvents"});
    pipeline.push_back({"TYPE", base + "events"});
    pipeline.push_back({"TYPE", base + "marker"});
    pipeline.push_back({"TYPE", base + "priority"});
    pipeline.push_back({"EXISTS", base + "meta-paused"});
    pipeline.push_back({"EXISTS", base + "pc"});
    const auto ends = endCommands(base);
    pipeline.insert(pipeline.end(), ends.begin(), ends.end());
    for (const char* end : {"0", "-1"}) {
        if (keys.overlay.isEmpty())
            // placeholder, so that every queue has the same number of replies
            pipeline.push_back({"EXISTS", base + "id"});
        else
            pipeline.push_back({"ZRANGE", keys.trash(), end, end});
    }
}

OwnerSigns marksOf(std::span<const Reply> replies)
{
    OwnerSigns signs;
    signs.counter = replies[0].bytes == "string";
    // Any program, including Dueline, may store a `version` in a hash `…:meta`. BullMQ's value also contains the
    // library's name.
    const auto& meta = replies[1].items;
    signs.stamped = meta.size() == 2 && (meta[0].bytes.startsWith("bullmq") || meta[1].isBytes());
    signs.events = replies[2].bytes == "stream";
    signs.marker = replies[3].bytes == "zset";
    signs.priorities = replies[4].bytes == "zset";
    signs.metaPaused = replies[5].integer == 1;
    signs.priorityCounter = replies[6].integer == 1;
    return signs;
}

/// Returns the id in a reply that holds one end of a list or set; empty if there is none.
QByteArray idAtEnd(const Reply& end)
{
    const Reply& id = end.isArray() && end.items.size() == 1 ? end.items.front() : end;
    return id.isBytes() && !id.isError() ? id.bytes : QByteArray();
}

/// Returns the distinct ids in `ends`. `commands`: the commands that `ends` replies to; may be empty.
std::vector<IdAtEnd> idsOf(std::span<const Reply> ends, const std::vector<Command>& commands)
{
    std::vector<IdAtEnd> ids;
    for (std::size_t i = 0; i < ends.size(); ++i) {
        const QByteArray id = idAtEnd(ends[i]);
        const bool isKnown
            = std::any_of(ids.begin(), ids.end(), [&id](const IdAtEnd& known) { return known.id == id; });
        if (!id.isEmpty() && !isKnown)
            ids.push_back({id, commands.empty() ? Command() : commands[i]});
    }
    return ids;
}

bool hasBullOptions(const QJsonObject& opts)
{
    return opts.contains(u"attempts") && opts.contains(u"delay") && opts.contains(u"timestamp");
}

/// Returns the `--layout` values that let the user specify the owner.
QByteArray statedOwners(QByteArrayView prefix)
{
    const QByteArray part = encodedPart(prefix).toLatin1();
    return "bull:" + part + "?stamped=yes, or bullmq:" + part + "?major=6 (or 5).";
}

} // namespace

QueueOwner ownerOf(const OwnerSigns& signs)
{
    const bool isBullmqs = signs.stamped || signs.marker || signs.proveBullmq();
    // When BullMQ adds a job, it increments the counter and writes `events`. So a counter without events belongs to
    // Bull, even if no jobs are left.
    const bool isDrained = signs.counter && !signs.otherJob && !signs.oldMarker;
    const bool hasBulls = signs.metaPaused || signs.priorities || signs.bullJob;
    // In an idle Bull queue, only the counter remains. Bull always writes all of its options, so a job's options
    // indicate the owner even if a BullMQ queue has lost its `meta`. `marker` proves nothing, because Dueline's actions
    // create it too.
    const bool isDoubtful = signs.otherJob || signs.lostJob || signs.oldMarker || (signs.unreadJob && !signs.counter);
    if (!signs.stamped && !signs.proveBullmq() && !hasBulls && !signs.bareJob && isDoubtful)
        return QueueOwner::Unproven;
    if (isBullmqs) {
        // Dueline may have added a job in `prioritized`; such a job has Bull's options.
        const bool isBulls = hasBulls || (!signs.events && (signs.bareJob || (isDrained && !signs.proveBullmq())));
        return isBulls ? QueueOwner::Both : QueueOwner::Bullmq;
    }
    return signs.counter || hasBulls || signs.bareJob ? QueueOwner::Bull : QueueOwner::Nobody;
}

std::optional<QByteArray> JobHolders::baseOf(QByteArrayView key)
{
    const qsizetype at = key.lastIndexOf(':') + 1;
    const bool isOne = std::find(jobHolders.begin(), jobHolders.end(), key.sliced(at)) != jobHolders.end();
    return at > 1 && isOne ? std::optional(key.first(at).toByteArray()) : std::nullopt;
}

Command JobHolders::count(const QByteArray& base)
{
    Command command{"EXISTS"};
    for (const QByteArrayView holder : jobHolders)
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
        const auto add = [&](const QByteArray& hash, const Command& end) {
            jobs.push_back({i, hash, end});
            pipeline.push_back({"HMGET", hash, "attemptsMade", "stalledCounter", "retriedOn", "timestamp"});
            pipeline.push_back({"HSTRLEN", hash, "opts"});
            pipeline.push_back({"TYPE", hash});
        };
        const auto waits = own.subspan(marksPerQueue, 2); // replies for both ends of the first list, `wait`
        all.back().oldMarker
            = std::any_of(waits.begin(), waits.end(), [](const Reply& end) { return idAtEnd(end).startsWith("0:"); });
        const auto sets = own.subspan(marksPerQueue + 2 * listsLookedAt.size(), 2 * bullmqSetsLookedAt);
        all.back().bullmqSets
            = std::any_of(sets.begin(), sets.end(), [](const Reply& end) { return !idAtEnd(end).isEmpty(); });
        for (const IdAtEnd& each : idsOf(own.subspan(marksPerQueue, endsPerQueue), endCommands(bases[i])))
            add(bases[i] + each.id, each.end);
        for (const IdAtEnd& each : idsOf(own.subspan(marksPerQueue + endsPerQueue), {}))
            add(keysOf(bases[i]).trashed(each.id), {});
    }
    if (jobs.empty())
        return all;
    const auto fields = ask(pipeline);
    if (!fields)
        return fields.error();

    pipeline.clear();
    std::vector<LookedAt> asked;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        const auto& own = (*fields)[repliesPerLookedAt * i].items;
        jobs[i].hasBullFields = std::any_of(own.begin(), own.begin() + std::min<std::ptrdiff_t>(3, std::ssize(own)),
            [](const Reply& field) { return field.isBytes(); });
        jobs[i].hasInstant = own.size() == 4 && own[3].bytes.toLongLong() > 0;
        const qint64 size = (*fields)[repliesPerLookedAt * i + 1].integer;
        OwnerSigns& signs = all[jobs[i].queue];
        const bool isMissing = (*fields)[repliesPerLookedAt * i + 2].bytes == "none" && !jobs[i].end.empty();
        if (isMissing) {
            // reread the id: a job that has just ended is no longer in its list
            pipeline.push_back(jobs[i].end);
        } else if (size > 0 && size <= BullJob::longText) {
            pipeline.push_back({"HGET", jobs[i].hash, "opts"});
        } else {
            signs.unreadJob = signs.unreadJob || !jobs[i].end.empty();
            continue;
        }
        jobs[i].isMissing = isMissing;
        asked.push_back(jobs[i]);
    }
    if (asked.empty())
        return all;
    const auto options = ask(pipeline);
    if (!options)
        return options.error();
    for (std::size_t i = 0; i < asked.size(); ++i) {
        OwnerSigns& signs = all[asked[i].queue];
        if (asked[i].isMissing) {
            const QByteArray id = idAtEnd((*options)[i]);
            signs.lostJob = signs.lostJob || (!id.isEmpty() && bases[asked[i].queue] + id == asked[i].hash);
            continue;
        }
        // Without options, a job can't be attributed to Bull: BullMQ 3 and 4 also wrote Bull's attempts field, but not
        // its options.
        if (!(*options)[i].isBytes())
            continue;
        const QJsonDocument opts = QJsonDocument::fromJson((*options)[i].bytes);
        signs.timedJob = signs.timedJob || (opts.isObject() && asked[i].hasInstant);
        if (!hasBullOptions(opts.object())) {
            signs.otherJob = true;
            continue;
        }
        signs.bareJob = true;
        signs.bullJob = signs.bullJob || asked[i].hasBullFields;
    }
    return all;
}

QByteArray bothOpened(QByteArrayView prefix) { return bulljobwords::bothOpened(statedOwners(prefix)); }

QByteArray unprovenOwner(QByteArrayView prefix) { return bulljobwords::ownerIsUnknown(statedOwners(prefix)); }

QByteArray ownerNote(QueueOwner owner, QByteArrayView prefix)
{
    return owner == QueueOwner::Both    ? bothOpened(prefix)
        : owner == QueueOwner::Unproven ? unprovenOwner(prefix)
                                        : QByteArray();
}

} // namespace dueline
