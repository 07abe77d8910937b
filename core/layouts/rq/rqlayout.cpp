// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/rq/rqlayout.h"

#include "core/layouts/port/detection.h"
#include "core/layouts/port/foundqueues.h"
#include "core/layouts/rq/rqcheckup.h"
#include "core/layouts/rq/rqeditor.h"
#include "core/layouts/rq/rqinspector.h"
#include "core/layouts/rq/rqpulse.h"
#include "core/layouts/rq/rqschedules.h"
#include "core/layouts/rq/rqwords.h"
#include "core/layouts/shared/jobs/frameworkacl.h"
#include "core/layouts/shared/jobs/frameworkbackend.h"
#include "core/layouts/shared/jobs/frameworklayout.h"
#include "core/redis/reply.h"

#include <algorithm>
#include <set>

namespace dueline {

namespace {

/// Removes the ability to pause a single queue: RQ can only suspend the workers of all queues together.
void narrowedRq(Capabilities& can, bool isShared)
{
    can.pause = isShared;
    if (isShared) {
        can.actions.clear();
        can.retryLater = false;
        can.edits = {};
    }
}

QByteArrayView redisTypeOf(const TaskSource& source) { return source.kind == TaskSource::Kind::List ? "list" : "zset"; }

class RqLayout : public FrameworkLayout
{
public:
    QByteArray name() const override { return "rq"; }

    std::optional<AclRights> rights(AclRole role, const LayoutParameters*, const QByteArray& prefix) const override
    {
        FrameworkAcl acl{.keys = {"rq:*"}, .overlays = {"*@rq:*"}, .channels = {"rq:pubsub:*"}};
        acl.reading = {"DBSIZE", "HGET", "LPOS", "MEMORY|USAGE", "PTTL", "SCARD", "SISMEMBER", "SSCAN", "TYPE", "XLEN",
            "XREVRANGE", "ZMSCORE", "ZSCORE"};
        return frameworkRights(role, acl, scripts(), prefix);
    }

    Result<std::unique_ptr<Backend>> open(const LayoutParametersPtr&, const LayoutOpening& opening) const override
    {
        Capabilities able = FrameworkBackend::abilities(name(), StateSet{TaskState::Retrying}.complement());
        able.workers = able.pause = able.cancel = able.retryLater = true;
        able.edits = {TaskState::Scheduled, TaskState::Due, TaskState::Failed};
        able.crashErrors
            = {"Work-horse terminated unexpectedly", "Moved to FailedJobRegistry, due to AbandonedJobError"};
        able.keptAttempts = rqwords::keptAttempts();
        const auto make = [this, &opening](RedisClient& client, RedisClock& clock) {
            const QByteArray& ours = opening.prefix;
            FrameworkPorts ports;
            ports.inspector = std::make_unique<RqInspector>(
                client, clock, ours, std::make_unique<UnlistedQueues>(client, LayoutSpec(*this), opening.found));
            ports.inspector->takeNamesFrom(opening.found, LayoutSpec(*this));
            ports.pulse
                = [&client, &inspector = *ports.inspector] { return std::make_unique<RqPulse>(inspector, client); };
            ports.schedules = std::make_unique<RqSchedules>(client);
            ports.setEditor(std::make_unique<RqEditor>(client, ours));
            ports.shared = RqKeys::sharedPlace();
            ports.narrow = narrowedRq;
            ports.checkup = [&client, &clock, hashes = std::make_shared<RqHashes>(client)](
                                const QueueInfo& queue, const QueueName& called) {
                return std::make_unique<RqCheckup>(client, clock, hashes, queue, called);
            };
            return ports;
        };
        return FrameworkBackend::open(opening.lane, opening.access, able, rqwords::noEvents(), make);
    }

    QByteArray product() const override { return "RQ"; }
    std::vector<QByteArray> usualPlaces() const override { return {place}; }

    LayoutFacts facts(const LayoutParameters*) const override
    {
        LayoutFacts facts;
        facts.shares = true;
        return facts;
    }

    std::vector<LayoutUsage> usage() const override { return {{"rq", rqwords::usage()}}; }

    std::vector<LayoutForm> forms() const override
    {
        LayoutForm form;
        form.title = rqwords::formTitle();
        form.explanation = rqwords::formExplanation();
        return {form};
    }

    /// Returns the candidate that a key points to. For a key with a queue's jobs, this is the key of the queue's list,
    /// because the queue may be missing from `rq:queues`.
    std::optional<QByteArray> placeOf(QByteArrayView key) const override
    {
        if (const auto queue = RqKeys::queueOf(key))
            return RqKeys::queue(*queue);
        return key == "rq:queues" ? std::optional<QByteArray>(place) : std::nullopt;
    }

    Result<std::vector<std::optional<PlacedQueue>>> lookAt(
        const AskServer& ask, const std::vector<QByteArray>& places) const override
    {
        std::vector<std::optional<PlacedQueue>> found(places.size());
        std::vector<Command> pipeline{{"SSCAN", "rq:queues", "0", "COUNT", "10"}};
        std::vector<std::vector<TaskSource>> sources;
        for (const QByteArray& list : places) {
            const auto queue = RqKeys::queueOf(list);
            sources.push_back(queue ? rqSources(*queue) : std::vector<TaskSource>());
            for (const TaskSource& source : sources.back())
                pipeline.push_back({"TYPE", source.key});
        }
        const auto replies = ask(pipeline);
        if (!replies)
            return replies.error();
        const Reply& page = replies->front();
        const bool isOne = page.items.size() == 2
            && std::any_of(page.items[1].items.begin(), page.items[1].items.end(),
                [](const Reply& key) { return key.bytes.startsWith(RqKeys::queueKeys); });
        const Reply* types = replies->data() + 1;
        for (std::size_t i = 0; i < places.size(); ++i) {
            const auto queue = RqKeys::queueOf(places[i]);
            bool hasJobs = false;
            for (const TaskSource& source : sources[i])
                hasJobs = (types++)->bytes == redisTypeOf(source) || hasJobs;
            if (queue ? hasJobs : isOne && places[i] == place)
                found[i] = PlacedQueue{LayoutSpec(*this, nullptr), queue.value_or(QueueName())};
        }
        return found;
    }

    QByteArray besideOf(const LayoutParameters*, const QueueName& queue) const override
    {
        return (RqKeys::isShared(queue) ? QueueName() : queue) + RqKeys::sharedPlace() + ':';
    }

    std::vector<Command> signsOf(const LayoutParameters*, const QueueName& queue) const override
    {
        std::vector<Command> signs{{"SISMEMBER", "rq:queues", RqKeys::queue(queue)}};
        for (const TaskSource& source : rqSources(queue))
            signs.push_back({"EXISTS", source.key});
        return signs;
    }

    /// Finds queues in `rq:queues`, and by the keys that contain jobs.
    Result<> detect(Detection& detection) const override
    {
        const auto keys = detection.members("rq:queues");
        if (!keys)
            return keys.error();
        std::set<QueueName> queues;
        for (const QByteArray& key : *keys) {
            if (key.startsWith(RqKeys::queueKeys) && key.size() > RqKeys::queueKeys.size())
                queues.insert(key.mid(RqKeys::queueKeys.size()));
        }
        // The pattern contains the initial letters of the key names that queueOf() accepts, to exclude job, result and
        // worker keys.
        const auto unlisted = detection.names(rqwords::unlistedQueues(), "rq:[qsdrwfc][uceai][ehfapin]*:*",
            [this](const QByteArray& key) { return placeOf(key); });
        if (!unlisted)
            return unlisted.error();
        const auto ask = [&detection](const std::vector<Command>& commands) { return detection.ask(commands); };
        const auto looked = lookAt(ask, *unlisted);
        if (!looked)
            return looked.error();
        for (const auto& placed : *looked) {
            if (placed && !placed->queue.isEmpty())
                queues.insert(placed->queue);
        }
        for (const QueueName& queue : queues) {
            std::vector<Command> counts;
            for (const TaskSource& source : rqSources(queue)) {
                if (source.state != TaskState::Done && source.state != TaskState::Trash)
                    counts.push_back({source.kind == TaskSource::Kind::List ? "LLEN" : "ZCARD", source.key});
            }
            if (const auto added = detection.add("RQ", queue, counts, name()); !added)
                return added;
        }
        return {};
    }

    bool owns(QByteArrayView key, const KnownKeys&) const override { return key.startsWith("rq:"); }

private:
    static constexpr const char* place = "rq:"; ///< common prefix of all RQ keys
};

} // namespace

const LayoutType& rqLayout()
{
    static const RqLayout layout;
    return layout;
}

} // namespace dueline
