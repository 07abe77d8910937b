// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/bull/bulllayout.h"

#include "core/layouts/bull/bullediting.h"
#include "core/layouts/bull/bullinspector.h"
#include "core/layouts/bull/bullschedules.h"
#include "core/layouts/bull/bullwords.h"
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
#include <map>
#include <set>

namespace dueline {

namespace {

using BullParameters = FrameworkParameters<BullSpec>;

/// Key that may be a queue's job counter.
struct BullCandidate
{
    BullSpec spec;
    QueueName queue;
    QByteArray base;
};

class BullLayout : public SpecLayout<BullSpec, parseBull>
{
public:
    QByteArray name() const override { return "bull"; }

    std::optional<AclRights> rights(
        AclRole role, const LayoutParameters* parameters, const QByteArray& prefix) const override
    {
        const QByteArray keys = aclQuoted(BullParameters::of(parameters).prefix) + ":*";
        const FrameworkAcl acl{.keys = {keys}, .overlays = {keys}, .channels = {keys}, .reading = jobReading()};
        return frameworkRights(role, acl, scripts(), prefix);
    }

    Result<std::unique_ptr<Backend>> open(
        const LayoutParametersPtr& parameters, const LayoutOpening& opening) const override
    {
        Capabilities able = FrameworkBackend::abilities(name(), StateSet{TaskState::Retrying}.complement());
        able.add = able.pause = able.retryLater = true;
        able.edits = {TaskState::Scheduled, TaskState::Due, TaskState::Failed};
        able.workers = able.unlistedWorkers = able.statistics = true;
        able.crashErrors = {bulljobwords::crashError()};
        able.mostPriority = bullPriorities;
        const auto make = [&](RedisClient& client, RedisClock& clock) {
            const BullSpec& spec = BullParameters::of(parameters.get());
            const QByteArray& ours = opening.prefix;
            FrameworkPorts ports;
            auto inspector = std::make_unique<BullInspector>(client, clock, spec, ours);
            inspector->takeNamesFrom(opening.found, LayoutSpec(*this, parameters));
            ports.checkup = [&inspector = *inspector](const QueueInfo& queue, const QueueName& called) {
                return inspector.checkup(queue, called);
            };
            ports.pulse = [&inspector = *inspector] { return inspector.pulse(); };
            ports.inspector = std::move(inspector);
            ports.schedules = std::make_unique<BullSchedules>(client, spec, ours);
            auto editor = std::make_unique<JobEditor>(client, ours, bullEditing(spec, ours));
            ports.setEditor(std::move(editor));
            return ports;
        };
        return FrameworkBackend::open(opening.lane, opening.access, able, bullwords::noEvents(), make);
    }

    LayoutFacts facts(const LayoutParameters*) const override
    {
        LayoutFacts facts;
        facts.adding = jobFacts();
        facts.adding.mostPriority = bullPriorities;
        facts.adding.priorityHint = bullwords::priorityHint();
        return facts;
    }

    std::vector<LayoutUsage> usage() const override
    {
        return {{"bull[:PREFIX]", bullwords::usage()}, {"  stamped=yes", bullwords::stampedUsage()}};
    }

    std::vector<LayoutForm> forms() const override
    {
        LayoutForm form;
        form.title = bullwords::formTitle();
        form.explanation = bulljobwords::formExplanation();
        LayoutField stamped;
        stamped.parameter = "stamped";
        stamped.kind = LayoutField::Kind::Choice;
        stamped.row = bullwords::stampedLabel();
        stamped.name = bullwords::stampedName();
        stamped.choices = {{"", bullwords::stampedNo()}, {"yes", bullwords::stampedYes()}};
        form.fields = {jobPrefixField(), stamped};
        return {form};
    }

    QByteArray product() const override { return "Bull"; }

    std::optional<QByteArray> placeOf(QByteArrayView key) const override
    {
        if (const auto base = JobHolders::baseOf(key)) // the counter may no longer exist
            return atPlace(*base) ? base : std::nullopt;
        for (const QByteArrayView ending : {QByteArrayView("id"), QByteArrayView("meta-paused")}) {
            if (key.endsWith(ending) && key.chopped(ending.size()).endsWith(':')) {
                const QByteArray place = key.chopped(ending.size()).toByteArray();
                return atPlace(place) ? std::optional(place) : std::nullopt;
            }
        }
        return std::nullopt;
    }

    /// Returns these candidates' queues. Includes queues opened by both Bull and BullMQ, because the BullMQ layout
    /// omits them.
    Result<std::vector<std::optional<PlacedQueue>>> lookAt(
        const AskServer& ask, const std::vector<QByteArray>& places) const override
    {
        const auto evident = withEvidence(ask, places);
        if (!evident)
            return evident.error();
        const auto signs = readOwnerSigns(ask, *evident);
        if (!signs)
            return signs.error();
        std::map<QByteArray, OwnerSigns> bySign;
        for (std::size_t i = 0; i < evident->size(); ++i)
            bySign[(*evident)[i]] = (*signs)[i];
        std::vector<std::optional<PlacedQueue>> found;
        for (std::size_t i = 0; i < places.size(); ++i) {
            const auto candidate = BullSpec::ofCounter(places[i] + "id");
            const auto sign = bySign.find(places[i]);
            const bool isBulls = candidate && sign != bySign.end()
                && isFound({candidate->first, candidate->second, places[i]}, sign->second);
            found.push_back(isBulls ? atPlace(places[i]) : std::nullopt);
        }
        return found;
    }

    std::vector<Command> signsOf(const LayoutParameters* parameters, const QueueName& queue) const override
    {
        const QByteArray base = BullParameters::of(parameters).prefix + ':' + queue + ':';
        return {{"EXISTS", base + "id"}, {"EXISTS", base + "meta-paused"}, JobHolders::count(base)};
    }

    /// Finds queues by `PREFIX:QUEUE:id` and by the keys that contain jobs. Other keys determine whether Bull or BullMQ
    /// owns the queue. Queues opened by both are reported only by this layout.
    Result<> detect(Detection& detection) const override
    {
        const auto counters = detection.keys("Bull", "*:id", "string");
        if (!counters)
            return counters.error();
        const auto uncounted = detection.names(
            "Bull", "*:[wpadcf]*[tedn]", [](const QByteArray& key) { return JobHolders::baseOf(key); });
        if (!uncounted)
            return uncounted.error();
        std::set<QByteArray> counted(counters->begin(), counters->end());
        for (const QByteArray& base : *uncounted)
            counted.insert(base + "id");
        std::vector<BullCandidate> candidates;
        for (const QByteArray& counter : counted) {
            if (auto found = BullSpec::ofCounter(counter))
                candidates.push_back({found->first, found->second, counter.chopped(2)});
        }
        constexpr std::size_t together = 100;
        const auto ask = [&detection](const std::vector<Command>& commands) { return detection.ask(commands); };
        for (std::size_t from = 0; from < candidates.size(); from += together) {
            const std::size_t until = std::min(candidates.size(), from + together);
            std::vector<QByteArray> bases;
            for (std::size_t i = from; i < until; ++i)
                bases.push_back(candidates[i].base);
            const auto signs = readOwnerSigns(ask, bases);
            if (!signs)
                return signs.error();
            for (std::size_t i = from; i < until; ++i) {
                if (const auto added = tell(detection, candidates[i], (*signs)[i - from]); !added)
                    return added;
            }
        }
        return {};
    }

    bool owns(QByteArrayView key, const KnownKeys& known) const override
    {
        const auto isOfQueue = [key](const ForeignQueue& queue) {
            return (queue.framework == "Bull" || queue.framework == "Bull and BullMQ"
                       || queue.framework == "Bull or BullMQ")
                && key.contains(QByteArray(':' + queue.name + ':'));
        };
        return key.startsWith("bull:") || std::any_of(known.queues.begin(), known.queues.end(), isOfQueue);
    }

private:
    static bool isFound(const BullCandidate& candidate, const OwnerSigns& signs)
    {
        // Any program may have a counter whose key ends in `:id`. With the prefix `bull` and a queue name without
        // colons, a counter alone is accepted as evidence of a queue.
        const bool isBelieved = signs.areEvident() || (candidate.spec == BullSpec() && !candidate.queue.contains(':'));
        const QueueOwner owner = ownerOf(signs);
        return owner == QueueOwner::Both
            || ((owner == QueueOwner::Bull || owner == QueueOwner::Unproven) && isBelieved);
    }

    /// Returns the candidates backed by more evidence than a counter: other programs may have large numbers of keys
    /// that end in `:id`. With the prefix `bull`, a counter is sufficient.
    static Result<std::vector<QByteArray>> withEvidence(const AskServer& ask, const std::vector<QByteArray>& places)
    {
        std::vector<Command> pipeline;
        for (const QByteArray& place : places) {
            pipeline.push_back({"EXISTS"});
            for (const char* key : {"meta", "events", "meta-paused", "priority", "wait", "paused", "active", "delayed",
                     "prioritized", "waiting-children", "completed", "failed"})
                pipeline.back().push_back(place + key);
        }
        const auto replies = pipeline.empty() ? Result(std::vector<Reply>()) : ask(pipeline);
        if (!replies)
            return replies.error();
        std::vector<QByteArray> evident;
        for (std::size_t i = 0; i < places.size(); ++i) {
            // If the keys are in different cluster slots, EXISTS returns no count, so keep the candidate for
            // inspection.
            const bool isBare = (*replies)[i].isInteger() && (*replies)[i].integer == 0;
            if (!isBare || places[i].startsWith("bull:"))
                evident.push_back(places[i]);
        }
        return evident;
    }

    /// Returns the queue whose keys have this prefix.
    std::optional<PlacedQueue> atPlace(const QByteArray& place) const
    {
        auto found = BullSpec::ofCounter(place + "id");
        if (!found)
            return std::nullopt;
        return PlacedQueue{LayoutSpec(*this, std::make_shared<const BullParameters>(found->first)), found->second};
    }

    static Result<> tell(Detection& detection, const BullCandidate& candidate, const OwnerSigns& signs)
    {
        if (!isFound(candidate, signs))
            return {};
        const QueueOwner owner = ownerOf(signs);
        const QByteArray& base = candidate.base;
        return detection.add(owner == QueueOwner::Both ? "Bull and BullMQ"
                : owner == QueueOwner::Unproven        ? "Bull or BullMQ"
                                                       : "Bull",
            candidate.queue,
            {{"LLEN", base + "wait"}, {"LLEN", base + "paused"}, {"LLEN", base + "active"}, {"ZCARD", base + "delayed"},
                {"ZCARD", base + "prioritized"}, {"ZCARD", base + "waiting-children"}, {"ZCARD", base + "failed"}},
            candidate.spec.text().toLatin1());
    }
};

} // namespace

const LayoutType& bullLayout()
{
    static const BullLayout layout;
    return layout;
}

} // namespace dueline
