// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/asynq/asynqlayout.h"

#include "core/layouts/asynq/asynqaudit.h"
#include "core/layouts/asynq/asynqcheckup.h"
#include "core/layouts/asynq/asynqeditor.h"
#include "core/layouts/asynq/asynqinspector.h"
#include "core/layouts/asynq/asynqschedules.h"
#include "core/layouts/asynq/asynqwords.h"
#include "core/layouts/port/detection.h"
#include "core/layouts/port/foundqueues.h"
#include "core/layouts/shared/jobs/frameworkacl.h"
#include "core/layouts/shared/jobs/frameworkbackend.h"
#include "core/layouts/shared/jobs/frameworklayout.h"
#include "core/redis/reply.h"

#include <algorithm>
#include <set>

namespace dueline {

namespace {

class AsynqLayout : public FrameworkLayout
{
public:
    QByteArray name() const override { return "asynq"; }

    std::optional<AclRights> rights(AclRole role, const LayoutParameters*, const QByteArray& prefix) const override
    {
        FrameworkAcl acl{.keys = {"asynq:*"}, .overlays = {"asynq:*"}, .channels = {"asynq:cancel"}};
        acl.reading = {"DBSIZE", "GET", "HGET", "HKEYS", "LPOS", "MGET", "SISMEMBER", "SSCAN", "ZSCORE"};
        acl.operating = {"SADD", "ZMSCORE"};
        return frameworkRights(role, acl, scripts(), prefix);
    }

    Result<std::unique_ptr<Backend>> open(const LayoutParametersPtr&, const LayoutOpening& opening) const override
    {
        Capabilities able = FrameworkBackend::abilities(name(), StateSet::all());
        able.add = able.workers = able.pause = able.cancel = able.retryLater = true;
        able.edits = {TaskState::Scheduled, TaskState::Due, TaskState::Retrying, TaskState::Failed};
        able.crashErrors = {"asynq: task lease expired"};
        able.keptAttempts = asynqwords::keptAttempts();
        const auto make = [&, ours = opening.prefix](RedisClient& client, RedisClock& clock) {
            FrameworkPorts ports;
            const LayoutSpec layout(*this, nullptr);
            auto inspector = std::make_unique<AsynqInspector>(
                client, clock, ours, std::make_unique<UnlistedQueues>(client, layout, opening.found));
            inspector->takeNamesFrom(opening.found, layout);
            ports.schedules = std::make_unique<AsynqSchedules>(client);
            const auto hashes = std::make_shared<JobHashes>(client, "asynq:{");
            ports.checkup = [&client, &clock, hashes](const QueueInfo& queue, const QueueName& called) {
                return std::make_unique<AsynqCheckup>(client, clock, hashes, queue, called);
            };
            auto editor = std::make_unique<AsynqEditor>(client, ours,
                [&inspector = *inspector](const QueueName& queue) { return inspector.hasUnlistedGroups(queue); });
            ports.audit = [&client, &clock, hashes, &editor = *editor](const QueueName& queue) {
                return std::make_unique<AsynqAudit>(client, clock, hashes, editor, queue);
            };
            ports.inspector = std::move(inspector);
            ports.setEditor(std::move(editor));
            return ports;
        };
        return FrameworkBackend::open(opening.lane, opening.access, able, asynqwords::noEvents(), make);
    }

    LayoutFacts facts(const LayoutParameters*) const override
    {
        LayoutFacts facts;
        facts.adding.backoff = facts.adding.lease = facts.adding.unique = false;
        facts.adding.usualAttempts = AsynqEditor::usualAttempts;
        facts.adding.typeHint = asynqwords::typeHint();
        return facts;
    }

    QByteArray product() const override { return "asynq"; }
    std::vector<QByteArray> usualPlaces() const override { return {place}; }

    std::vector<LayoutUsage> usage() const override { return {{"asynq", asynqwords::usage()}}; }

    std::vector<LayoutForm> forms() const override
    {
        LayoutForm form;
        form.title = asynqwords::formTitle();
        form.explanation = asynqwords::formExplanation();
        return {form};
    }

    std::optional<QByteArray> placeOf(QByteArrayView key) const override
    {
        if (const auto queue = AsynqKeys::queueOf(key)) // the queue may be missing from `asynq:queues`
            return AsynqKeys::base(*queue);
        if (AsynqKeys::groupOf(key)) // the group may be missing from `asynq:{QUEUE}:groups`
            return key.toByteArray();
        const bool isOne = key == "asynq:queues" || key == "asynq:schedulers";
        return isOne ? std::optional<QByteArray>(place) : std::nullopt;
    }

    bool isGuess(QByteArrayView place) const override { return AsynqKeys::groupOf(place).has_value(); }

    Result<std::vector<std::optional<PlacedQueue>>> lookAt(
        const AskServer& ask, const std::vector<QByteArray>& places) const override
    {
        std::vector<std::optional<PlacedQueue>> found(places.size());
        // Also check for schedulers: one may be running even if it hasn't added a task yet.
        std::vector<Command> pipeline{{"SCARD", "asynq:queues"}, {"ZCARD", "asynq:schedulers"}};
        for (const QByteArray& place : places) {
            const auto group = AsynqKeys::groupOf(place);
            pipeline.push_back(group ? Command{"ZCARD", place} : AsynqKeys::countHolders(queueAt(place)));
        }
        std::vector<std::size_t> groups;
        for (std::size_t i = 0; i < places.size(); ++i) {
            if (const auto group = AsynqKeys::groupOf(places[i])) {
                groups.push_back(i);
                pipeline.push_back({"SISMEMBER", AsynqKeys::base(group->first) + "groups", group->second});
            }
        }
        const auto replies = ask(pipeline);
        if (!replies)
            return replies.error();
        const auto isSign = [](const Reply& sign) { return sign.isInteger() && sign.integer > 0; };
        const bool isOne = isSign((*replies)[0]) || isSign((*replies)[1]);
        for (std::size_t i = 0; i < places.size(); ++i) {
            if (!AsynqKeys::groupOf(places[i]) && (places[i] == place ? isOne : isSign((*replies)[2 + i])))
                found[i] = PlacedQueue{LayoutSpec(*this, nullptr), queueAt(places[i])};
        }
        for (std::size_t i = 0; i < groups.size(); ++i) {
            const Reply& isListed = (*replies)[2 + places.size() + i];
            if (isSign((*replies)[2 + groups[i]]) && isListed.isInteger() && isListed.integer == 0) {
                const auto group = AsynqKeys::groupOf(places[groups[i]]);
                found[groups[i]] = PlacedQueue{
                    LayoutSpec(*this, nullptr), group->first, false, PlacedQueue::Sight::Queue, group->second};
            }
        }
        return found;
    }

    QByteArray besideOf(const LayoutParameters*, const QueueName& queue) const override
    {
        return AsynqKeys::base(queue);
    }
    std::optional<PlacedQueue> queueBeside(const QByteArray& beginning) const override
    {
        const qsizetype before = AsynqKeys::base({}).indexOf('}');
        const QueueName queue = beginning.mid(before).chopped(std::min<qsizetype>(2, beginning.mid(before).size()));
        if (queue.isEmpty() || AsynqKeys::base(queue) != beginning)
            return std::nullopt;
        return PlacedQueue{LayoutSpec(*this, nullptr), queue, true};
    }

    std::vector<Command> signsOf(const LayoutParameters*, const QueueName& queue) const override
    {
        return {{"SISMEMBER", "asynq:queues", queue}, AsynqKeys::countHolders(queue)};
    }

    /// Finds queues in `asynq:queues`, and by the keys that contain tasks.
    Result<> detect(Detection& detection) const override
    {
        const auto names = detection.members("asynq:queues");
        if (!names)
            return names.error();
        std::set<QueueName> queues(names->begin(), names->end());
        // The pattern excludes task hashes, `asynq:{QUEUE}:t:ID`.
        const auto unlisted
            = detection.names(asynqwords::unlistedQueues(), "asynq:{*}:[pasrclg]*", [](const QByteArray& key) {
                  const auto group = AsynqKeys::groupOf(key);
                  return group ? std::optional(group->first) : AsynqKeys::queueOf(key);
              });
        if (!unlisted)
            return unlisted.error();
        queues.insert(unlisted->begin(), unlisted->end());
        for (const QByteArray& queue : queues) {
            const QByteArray base = AsynqKeys::base(queue);
            const auto added = detection.add("asynq", queue,
                {{"LLEN", base + "pending"}, {"LLEN", base + "active"}, {"ZCARD", base + "scheduled"},
                    {"ZCARD", base + "retry"}, {"ZCARD", base + "archived"}},
                name());
            if (!added)
                return added;
        }
        return {};
    }

    bool owns(QByteArrayView key, const KnownKeys&) const override { return key.startsWith("asynq:"); }

private:
    static constexpr const char* place = "asynq:"; ///< prefix of all asynq keys

    /// Returns a candidate's queue; empty for the candidate that represents all queues.
    static QueueName queueAt(const QByteArray& base)
    {
        return AsynqKeys::queueOf(base + "pending").value_or(QueueName());
    }
};

} // namespace

const LayoutType& asynqLayout()
{
    static const AsynqLayout layout;
    return layout;
}

} // namespace dueline
