// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/bullmq/bullmqlayout.h"

#include "core/layouts/bullmq/bullmqediting.h"
#include "core/layouts/bullmq/bullmqevents.h"
#include "core/layouts/bullmq/bullmqinspector.h"
#include "core/layouts/bullmq/bullmqschedules.h"
#include "core/layouts/bullmq/bullmqwords.h"
#include "core/layouts/port/detection.h"
#include "core/layouts/port/foundqueues.h"
#include "core/layouts/shared/bull/bulljobwords.h"
#include "core/layouts/shared/bull/jobforms.h"
#include "core/layouts/shared/bull/queueowner.h"
#include "core/layouts/shared/jobs/frameworkacl.h"
#include "core/layouts/shared/jobs/frameworkbackend.h"
#include "core/layouts/shared/jobs/frameworklayout.h"
#include "core/redis/reply.h"

#include <algorithm>
#include <set>

namespace dueline {

namespace {

using BullmqParameters = FrameworkParameters<BullmqSpec>;

/// Returns the `--layout` value for opening a queue; empty for versions other than 5 and 6. `path`: `PREFIX:QUEUE`.
QByteArray layoutOf(const QByteArray& stamp, const QByteArray& path)
{
    if (!stamp.startsWith("bullmq:5.") && !stamp.startsWith("bullmq:6."))
        return {};
    BullmqSpec spec;
    spec.prefix = path.left(path.lastIndexOf(':'));
    return spec.text().toLatin1();
}

class BullMqLayout : public SpecLayout<BullmqSpec, parseBullmq>
{
public:
    QByteArray name() const override { return "bullmq"; }

    std::optional<AclRights> rights(
        AclRole role, const LayoutParameters* parameters, const QByteArray& prefix) const override
    {
        const QByteArray keys = aclQuoted(BullmqParameters::of(parameters).prefix) + ":*";
        FrameworkAcl acl{.keys = {keys}, .overlays = {keys}, .reading = jobReading()};
        acl.reading.insert({"HKEYS", "HLEN", "SCARD", "SSCAN"}); // for reading flows
        acl.reading.insert({"XREAD", "XREVRANGE"}); // for reading the outcomes that workers publish
        return frameworkRights(role, acl, scripts(), prefix);
    }

    Result<std::unique_ptr<Backend>> open(
        const LayoutParametersPtr& parameters, const LayoutOpening& opening) const override
    {
        Capabilities able = FrameworkBackend::abilities(name(), StateSet{TaskState::Retrying}.complement());
        able.add = able.pause = able.retryLater = true;
        able.edits = {TaskState::Scheduled, TaskState::Due, TaskState::Failed};
        able.workers = able.unlistedWorkers = able.statistics = able.heard = true;
        able.crashErrors = {bulljobwords::crashError()};
        able.mostPriority = bullmqPriorities;
        const auto make = [&, ours = opening.prefix](RedisClient& client, RedisClock& clock) {
            const BullmqSpec& spec = BullmqParameters::of(parameters.get());
            FrameworkPorts ports;
            auto inspector = std::make_unique<BullmqInspector>(client, clock, spec, ours);
            inspector->takeNamesFrom(opening.found, LayoutSpec(*this, parameters));
            ports.checkup = [&inspector = *inspector](const QueueInfo& queue, const QueueName& called) {
                return inspector.checkup(queue, called);
            };
            ports.pulse = [&inspector = *inspector] { return inspector.pulse(); };
            ports.inspector = std::move(inspector);
            ports.schedules = std::make_unique<BullmqSchedules>(client, spec, ours);
            auto editor = std::make_unique<JobEditor>(client, ours, bullmqEditing(spec, ours));
            ports.setEditor(std::move(editor));
            ports.outcomes = [&client, spec](const std::vector<QueueName>& queues) {
                return BullmqEvents::make(client, spec, queues);
            };
            return ports;
        };
        return FrameworkBackend::open(opening.lane, opening.access, able, bullmqwords::noEvents(), make);
    }

    LayoutFacts facts(const LayoutParameters*) const override
    {
        LayoutFacts facts;
        facts.adding = jobFacts();
        facts.adding.mostPriority = bullmqPriorities;
        facts.adding.priorityHint = bullmqwords::priorityHint();
        return facts;
    }

    std::vector<LayoutUsage> usage() const override
    {
        return {{"bullmq[:PREFIX]", bullmqwords::usage()}, {"  major=5|6", bullmqwords::majorUsage()}};
    }

    std::vector<LayoutForm> forms() const override
    {
        LayoutForm form;
        form.title = bullmqwords::formTitle();
        form.explanation = bulljobwords::formExplanation();
        LayoutField major;
        major.parameter = "major";
        major.kind = LayoutField::Kind::Choice;
        major.row = bullmqwords::majorLabel();
        major.name = bullmqwords::majorName();
        major.choices
            = {{"", bullmqwords::majorRecorded()}, {"5", bullmqwords::major5()}, {"6", bullmqwords::major6()}};
        form.fields = {jobPrefixField(), major};
        return {form};
    }

    QByteArray product() const override { return "BullMQ"; }

    /// Returns the candidate that a key points to. Accepts every key that only BullMQ creates, because `meta` may be
    /// missing.
    std::optional<QByteArray> placeOf(QByteArrayView key) const override
    {
        auto place = BullmqSpec::baseOfOwnKey(key);
        return place && atPlace(*place) ? place : std::nullopt;
    }

    /// Returns these candidates' queues. Omits queues opened by both frameworks, because the Bull layout reports them.
    Result<std::vector<std::optional<PlacedQueue>>> lookAt(
        const AskServer& ask, const std::vector<QByteArray>& places) const override
    {
        const auto signs = readOwnerSigns(ask, places);
        if (!signs)
            return signs.error();
        std::vector<std::optional<PlacedQueue>> found(places.size());
        std::vector<std::size_t> unstamped;
        std::vector<Command> pipeline;
        for (std::size_t i = 0; i < places.size(); ++i) {
            if (ownerOf((*signs)[i]) != QueueOwner::Bullmq)
                continue;
            if ((*signs)[i].stamped) {
                found[i] = atPlace(places[i]);
                continue;
            }
            unstamped.push_back(i);
            pipeline.push_back(JobHolders::count(places[i]));
            pipeline.push_back({"XREVRANGE", places[i] + "events", "+", "-", "COUNT", "1"});
        }
        const auto evidence = pipeline.empty() ? Result(std::vector<Reply>()) : ask(pipeline);
        if (!evidence)
            return evidence.error();
        for (std::size_t i = 0; i < unstamped.size(); ++i) {
            const OwnerSigns& own = (*signs)[unstamped[i]];
            auto placed = atPlace(places[unstamped[i]]);
            // Any program may have a stream or a set with one of these names.
            const bool isBelieved = (own.bullmqSets || own.priorityCounter) && placed
                && (own.timedJob || BullmqParameters::of(placed->layout.parameters().get()).isUsual());
            const bool hasJobs = (*evidence)[2 * i].integer > 0;
            if (hasJobs && (isBelieved || isEventOfBullmq((*evidence)[2 * i + 1])))
                found[unstamped[i]] = std::move(placed);
        }
        return found;
    }

    std::vector<Command> signsOf(const LayoutParameters* parameters, const QueueName& queue) const override
    {
        const QByteArray base = BullmqParameters::of(parameters).base(queue);
        return {{"EXISTS", base + "meta"}, {"EXISTS", base + "events"},
            {"EXISTS", base + "prioritized", base + "waiting-children", base + "pc"}};
    }

    /// Finds queues by their key `PREFIX:QUEUE:meta`. If it contains a version, BullMQ has opened the queue. A queue
    /// opened only by workers has no `meta` yet, so check its events and jobs instead. Other keys determine whether
    /// Bull or BullMQ owns the queue.
    Result<> detect(Detection& detection) const override
    {
        const auto metas = detection.keys("BullMQ", "*:meta", "hash");
        if (!metas)
            return metas.error();
        std::set<QByteArray> told;
        for (const QByteArray& meta : *metas) {
            const auto version = detection.ask({{"HGET", meta, "version"}});
            if (!version)
                return version.error();
            const QByteArray stamp = version->front().isBytes() ? version->front().bytes : QByteArray();
            if (!stamp.startsWith("bullmq:"))
                continue;
            const QByteArray base = meta.left(meta.size() - 4);
            const auto signs = readOwnerSigns(
                [&detection](const std::vector<Command>& commands) { return detection.ask(commands); }, {base});
            if (!signs)
                return signs.error();
            if (ownerOf(signs->front()) != QueueOwner::Bullmq)
                continue;
            if (const auto added
                = addTo(detection, base, "BullMQ " + stamp.mid(7, 20), layoutOf(stamp, base.chopped(1)));
                !added)
                return added;
            told.insert(base);
        }
        // Include candidates from keys named `events`, `prioritized`, `waiting-children` or `pc`.
        const auto places
            = detection.names("BullMQ", "*:[epw]*[sdnc]", [this](const QByteArray& key) { return placeOf(key); });
        if (!places)
            return places.error();
        std::vector<QByteArray> bases;
        std::copy_if(places->begin(), places->end(), std::back_inserter(bases),
            [&told](const QByteArray& place) { return !told.contains(place); });
        const auto found
            = lookAt([&detection](const std::vector<Command>& commands) { return detection.ask(commands); }, bases);
        if (!found)
            return found.error();
        for (std::size_t i = 0; i < bases.size(); ++i) {
            const auto& placed = (*found)[i];
            if (!placed)
                continue;
            if (const auto added = addTo(detection, bases[i], "BullMQ", placed->layout.text().toLatin1()); !added)
                return added;
        }
        return {};
    }

    /// Returns the queue whose keys have this prefix.
    std::optional<PlacedQueue> atPlace(const QByteArray& place) const
    {
        const QByteArray path = place.chopped(1);
        BullmqSpec spec;
        spec.prefix = path.left(path.lastIndexOf(':'));
        const QueueName queue = spec.queueOfMeta(place + "meta");
        if (spec.prefix.isEmpty() || queue.isEmpty())
            return std::nullopt;
        return PlacedQueue{LayoutSpec(*this, std::make_shared<const BullmqParameters>(spec)), queue};
    }

    bool owns(QByteArrayView key, const KnownKeys& known) const override
    {
        const auto isOfQueue = [key](const ForeignQueue& queue) {
            return queue.framework.startsWith("BullMQ")
                && (key.startsWith(queue.name + ':') || key.contains(QByteArray(':' + queue.name + ':')));
        };
        return key.startsWith("bull:") || key.startsWith("bullmq:")
            || std::any_of(known.queues.begin(), known.queues.end(), isOfQueue);
    }

private:
    static Result<> addTo(
        Detection& detection, const QByteArray& base, const QByteArray& framework, const QByteArray& layout)
    {
        const QByteArray path = base.chopped(1); // the prefix, usually `bull`, isn't part of the queue name
        return detection.add(framework, path.mid(path.indexOf(':') + 1),
            {{"LLEN", base + "wait"}, {"LLEN", base + "paused"}, {"LLEN", base + "active"}, {"ZCARD", base + "delayed"},
                {"ZCARD", base + "prioritized"}, {"ZCARD", base + "waiting-children"}, {"ZCARD", base + "failed"}},
            layout);
    }

    /// Returns whether BullMQ wrote a stream's newest entry. Any program may have a stream whose key ends in `:events`.
    static bool isEventOfBullmq(const Reply& newest)
    {
        const bool isEntry = newest.items.size() == 1 && newest.items[0].items.size() == 2;
        return isEntry && !newest.items[0].items[1].items.empty() && newest.items[0].items[1].items[0].bytes == "event";
    }
};

} // namespace

const LayoutType& bullMqLayout()
{
    static const BullMqLayout layout;
    return layout;
}

} // namespace dueline
