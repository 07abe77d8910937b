// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/laravel/laravellayout.h"

#include "core/layouts/laravel/laravelcheckup.h"
#include "core/layouts/laravel/laraveleditor.h"
#include "core/layouts/laravel/laravelinspector.h"
#include "core/layouts/laravel/laravelsources.h"
#include "core/layouts/laravel/laravelwords.h"
#include "core/layouts/laravel/phpredis.h"
#include "core/layouts/laravel/seenqueues.h"
#include "core/layouts/port/detection.h"
#include "core/layouts/port/foundqueues.h"
#include "core/layouts/shared/jobs/frameworkacl.h"
#include "core/layouts/shared/jobs/frameworkbackend.h"
#include "core/layouts/shared/jobs/frameworklayout.h"
#include "core/redis/reply.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <set>
#include <utility>

namespace dueline {

namespace {

using LaravelParameters = FrameworkParameters<LaravelSpec>;

const QByteArray usualHorizon = "laravel_horizon:"; ///< default prefix of Horizon's keys
constexpr const char* defaultPrefix = "laravel_database_";

/// Adds two warnings: discarding a job may leave a lock behind, and a failed job also has a row in Laravel's own
/// database. Only Horizon's jobs, in the shared pseudo-queue, can be retried.
void cautioned(Capabilities& can, bool isShared)
{
    can.cautions[ActionKind::Discard] = can.cautions[ActionKind::Delete]
        = isShared ? laravelwords::rowStays() : laravelwords::lockStays();
    if (isShared) {
        can.cautions[ActionKind::Retry] = laravelwords::rowIsRetried();
        for (const auto retries : {HorizonRetries::Completed, HorizonRetries::Failed})
            can.retriedStates[horizonFailedWord(retries)] = ItemOutcome::Retried;
        can.retriedStates[horizonFailedWord(HorizonRetries::Wait)] = ItemOutcome::RetryWaits;
    }
    can.retryLater = can.retryLater && isShared;
    can.keptAttempts = isShared ? laravelwords::attemptsOfHorizon() : laravelwords::attemptsOfQueue();
}

/// Key that may belong to a queue, with the commands that verify it and the interpretation of their replies.
struct LaravelCandidate
{
    static constexpr std::size_t commands = 4;

    static void ask(std::vector<Command>& pipeline, const QByteArray& key)
    {
        pipeline.insert(
            pipeline.end(), {{"TYPE", key}, {"LINDEX", key, "0"}, {"LINDEX", key, "-1"}, {"ZRANGE", key, "0", "0"}});
    }
    static bool isJob(const Reply& reply)
    {
        const QJsonObject job = reply.isBytes() ? QJsonDocument::fromJson(reply.bytes).object() : QJsonObject();
        return job.contains(u"job") && job.contains(u"data") && job.contains(u"attempts");
    }
    /// Returns the queue; nullopt if the key isn't a Laravel queue's.
    static std::optional<QueueName> queueOf(const LaravelKey& key, const Reply* answers)
    {
        if (answers[0].bytes == "list")
            return isJob(answers[1]) || isJob(answers[2]) ? std::optional(key.name) : std::nullopt;
        // The job may have been serialized again, so only check for a brace. Other frameworks' ids contain no braces.
        const bool isMember = answers[0].bytes == "zset" && !answers[3].items.empty();
        const QByteArray member = isMember ? answers[3].items.front().bytes : QByteArray();
        return member.contains('{') || PhpredisWrap::of(member) ? key.withoutEnding() : std::nullopt;
    }
};

/// Key that may belong to a Horizon instance, with the commands that verify it and the interpretation of their replies.
struct HorizonCandidate
{
    /// Returns the prefix of Horizon's keys; nullopt if the key isn't one of them.
    static std::optional<QByteArray> prefixOf(QByteArrayView key)
    {
        if (!key.endsWith('s'))
            return std::nullopt;
        for (const QByteArray& sign : HorizonReader::signs()) {
            const QByteArrayView prefix = key.endsWith(sign) ? key.chopped(sign.size()) : QByteArrayView();
            // `recent_failed_jobs` is a different key.
            if (!prefix.isEmpty() && QByteArrayView(":_-.").contains(prefix.back()) && !prefix.endsWith("recent_")
                && !prefix.contains("queues:"))
                return prefix.toByteArray();
        }
        return std::nullopt;
    }
    static std::size_t commands() { return HorizonReader::signs().size(); }
    static void ask(std::vector<Command>& pipeline, const QByteArray& prefix)
    {
        for (const QByteArray& sign : HorizonReader::signs())
            pipeline.push_back({"TYPE", prefix + sign});
    }
    /// Returns whether the keys belong to a Horizon instance. If an application could also use the prefix for its own
    /// keys, requires two keys of the correct types.
    static bool isHorizon(const QByteArray& prefix, const Reply* answers)
    {
        int met = 0;
        for (std::size_t i = 0; i < commands(); ++i) {
            const QByteArray& sign = HorizonReader::signs()[i];
            met += answers[i].bytes == (sign.startsWith("measured_") ? "set" : "zset") ? 1 : 0;
        }
        return met >= (prefix.endsWith("_horizon:") || prefix == "horizon:" ? 1 : 2);
    }
    /// Returns the spec for a Horizon prefix. If the queues' prefix can't be derived from it, uses the default prefix.
    static LaravelSpec spec(const QByteArray& prefix)
    {
        const QByteArray ending = "_horizon:";
        if (prefix.endsWith(ending) && prefix.size() > ending.size())
            return LaravelSpec{prefix.chopped(ending.size()) + "_database_"};
        LaravelSpec spec;
        spec.horizon = prefix;
        return spec;
    }
};

/// Determines which layout shows a Horizon instance. Of all prefixes with the same Horizon name, chooses the first one
/// that has queues.
HorizonClaim claimOf(const LaravelSpec& spec, const FoundQueues& found)
{
    const QByteArray own = spec.ownHorizon();
    if (spec.horizon || own.isEmpty())
        return HorizonClaim::Own;
    std::vector<QByteArray> used;
    std::vector<QByteArray> others;
    for (const LayoutSpec& layout : found.layouts()) {
        if (&layout.type() != &laravelLayout())
            continue;
        const LaravelSpec& rival = LaravelParameters::of(layout.parameters().get());
        if (!rival.horizon && rival.ownHorizon() == own)
            (found.names(layout).empty() ? others : used).push_back(rival.prefix);
    }
    const std::vector<QByteArray>& rivals = used.empty() ? others : used;
    if (!rivals.empty() && rivals.front() != spec.prefix)
        return HorizonClaim::OfAnother;
    return used.size() > 1 ? HorizonClaim::Shared : HorizonClaim::Own;
}

class LaravelLayout : public SpecLayout<LaravelSpec, parseLaravel>
{
public:
    QByteArray name() const override { return "laravel"; }

    std::vector<const ScriptLibrary*> scripts() const override
    {
        return {&FrameworkScripts::library("laravel"), &FrameworkScripts::library("horizon"),
            &FrameworkScripts::library("jobs")};
    }

    std::optional<AclRights> rights(
        AclRole role, const LayoutParameters* parameters, const QByteArray& prefix) const override
    {
        const LaravelSpec& spec = LaravelParameters::of(parameters);
        const QByteArray queues = aclQuoted(spec.beginning()) + '*';
        const QByteArray horizon = spec.horizon.value_or(spec.ownHorizon());
        QByteArrayList horizons{usualHorizon, "horizon:"}; // prefixes to permit if Horizon's actual prefix is unknown
        if (!horizon.isEmpty())
            horizons = {horizon};
        FrameworkAcl acl{.keys = {queues}, .overlays = {queues}};
        for (const QByteArray& each : horizons) {
            acl.keys << aclQuoted(each) + '*';
            acl.overlays << aclQuoted(each) + "@laravel*";
        }
        acl.reading = {"DBSIZE", "GET", "HGET", "LINDEX", "SMEMBERS", "TYPE", "ZSCORE"};
        return frameworkRights(role, acl, scripts(), prefix);
    }

    Result<std::unique_ptr<Backend>> open(
        const LayoutParametersPtr& parameters, const LayoutOpening& opening) const override
    {
        Capabilities able = FrameworkBackend::abilities(name(), StateSet{TaskState::Retrying}.complement());
        able.workers = able.retryLater = true;
        const auto make = [&](RedisClient& client, RedisClock& clock) {
            const LaravelSpec& spec = LaravelParameters::of(parameters.get());
            std::function<HorizonClaim()> claim;
            if (opening.found)
                claim = [spec, found = opening.found, changes = -1, claimed = HorizonClaim::Own]() mutable {
                    if (const int now = found->changes(); std::exchange(changes, now) != now)
                        claimed = claimOf(spec, *found);
                    return claimed;
                };
            const auto horizon = std::make_shared<HorizonReader>(client, spec, claim);
            FrameworkPorts ports;
            auto inspector = std::make_unique<LaravelInspector>(client, clock, spec, opening.prefix, horizon);
            inspector->takeNamesFrom(opening.found, LayoutSpec(*this, parameters));
            ports.inspector = std::move(inspector);
            const auto isPrefixSeen = [&client, found = opening.found, layout = LayoutSpec(*this, parameters)] {
                return !found || !found->names(layout).empty()
                    || !SeenQueues(client.config(), layout.text()).queues().empty();
            };
            auto editor = std::make_unique<LaravelEditor>(
                client, clock, spec, opening.prefix, HorizonAccess{horizon, isPrefixSeen});
            ports.setEditor(std::move(editor));
            ports.checkup = [&client, spec](const QueueInfo& queue, const QueueName& called) {
                return std::make_unique<LaravelCheckup>(client, spec, queue.name, called);
            };
            ports.shared = spec.sharedPlace();
            ports.narrow = cautioned;
            return ports;
        };
        return FrameworkBackend::open(opening.lane, opening.access, able, laravelwords::noEvents(), make);
    }

    QByteArray product() const override { return "Laravel"; }
    std::vector<QByteArray> usualPlaces() const override { return {usualHorizon}; }

    LayoutFacts facts(const LayoutParameters*) const override
    {
        LayoutFacts facts;
        facts.shares = true;
        return facts;
    }

    std::vector<LayoutUsage> usage() const override
    {
        return {{"laravel[:PREFIX]", laravelwords::usage()}, {"  horizon=PREFIX", laravelwords::horizonUsage()}};
    }

    std::vector<LayoutForm> forms() const override
    {
        LayoutForm form;
        form.title = laravelwords::formTitle();
        form.explanation = laravelwords::formExplanation();
        LayoutField prefix;
        prefix.row = prefix.name = laravelwords::prefixLabel();
        prefix.preset = defaultPrefix;
        prefix.hint = laravelwords::prefixHint();
        LayoutField horizon;
        horizon.parameter = "horizon";
        horizon.row = laravelwords::horizonLabel();
        horizon.name = laravelwords::horizonName();
        horizon.hint = laravelwords::horizonHint();
        form.fields = {prefix, horizon};
        return {form};
    }

    /// Returns the key itself; the caller must check its type. For a Horizon instance's key, returns the prefix of its
    /// keys.
    std::optional<QByteArray> placeOf(QByteArrayView key) const override
    {
        if (auto horizon = HorizonCandidate::prefixOf(key))
            return horizon;
        return LaravelKey::of(key) && !key.endsWith(":notify") ? std::optional(key.toByteArray()) : std::nullopt;
    }

    Result<std::vector<std::optional<PlacedQueue>>> lookAt(
        const AskServer& ask, const std::vector<QByteArray>& places) const override
    {
        std::vector<Command> pipeline;
        for (const QByteArray& place : places) {
            if (LaravelKey::of(place))
                LaravelCandidate::ask(pipeline, place);
            else
                HorizonCandidate::ask(pipeline, place);
        }
        const auto replies = pipeline.empty() ? Result(std::vector<Reply>()) : ask(pipeline);
        if (!replies)
            return replies.error();
        std::vector<std::optional<PlacedQueue>> found;
        const Reply* answers = replies->data();
        for (const QByteArray& place : places) {
            std::optional<PlacedQueue> queue;
            if (const auto key = LaravelKey::of(place)) {
                if (const auto name = LaravelCandidate::queueOf(*key, answers))
                    queue = placed(LaravelSpec{key->prefix}, *name);
                answers += LaravelCandidate::commands;
            } else {
                if (HorizonCandidate::isHorizon(place, answers))
                    queue = placed(HorizonCandidate::spec(place), {});
                answers += HorizonCandidate::commands();
            }
            found.push_back(std::move(queue));
        }
        return found;
    }

    /// Returns an empty string for the shared pseudo-queue: its keys start with Horizon's prefix, which only the
    /// backend knows.
    QByteArray besideOf(const LayoutParameters* parameters, const QueueName& queue) const override
    {
        const LaravelSpec& spec = LaravelParameters::of(parameters);
        return spec.isShared(queue) ? QByteArray() : spec.list(queue) + ':';
    }
    std::optional<PlacedQueue> queueBeside(const QByteArray& beginning) const override
    {
        if (!beginning.endsWith(':'))
            return std::nullopt;
        if (const auto key = LaravelKey::of(beginning.chopped(1))) {
            PlacedQueue queue = placed(LaravelSpec{key->prefix}, key->name);
            queue.isBeside = true;
            return queue;
        }
        const qsizetype at = beginning.lastIndexOf("@laravel");
        const auto spec = at < 0 ? Result<LaravelSpec>(Error{})
                                 : parseLaravel(QString::fromUtf8(beginning.sliced(at + 1).chopped(1)));
        if (!spec)
            return std::nullopt;
        PlacedQueue queue = placed(*spec, spec->sharedPlace());
        queue.isBeside = true;
        return queue;
    }

    std::vector<Command> signsOf(const LayoutParameters* parameters, const QueueName& queue) const override
    {
        const QByteArray list = LaravelParameters::of(parameters).list(queue);
        return {{"EXISTS", list}, {"EXISTS", list + ":delayed"}, {"EXISTS", list + ":reserved"}};
    }

    Result<> detect(Detection& detection) const override
    {
        const auto keys = detection.keys("Laravel", "*queues:*", "list");
        if (!keys)
            return keys.error();
        for (const QByteArray& list : *keys) {
            const auto key = LaravelKey::of(list);
            if (!key || list.endsWith(":notify"))
                continue;
            std::vector<Command> pipeline;
            LaravelCandidate::ask(pipeline, list);
            const auto answers = detection.ask(pipeline);
            if (!answers)
                return answers.error();
            const auto queue = LaravelCandidate::queueOf(*key, answers->data());
            if (!queue)
                continue;
            const auto added = detection.add("Laravel", *queue,
                {{"LLEN", list}, {"ZCARD", list + ":delayed"}, {"ZCARD", list + ":reserved"}},
                LaravelSpec{key->prefix}.text().toLatin1());
            if (!added)
                return added;
        }
        return detectHorizons(detection);
    }

    bool owns(QByteArrayView key, const KnownKeys& known) const override
    {
        if (key.startsWith(usualHorizon)) // this includes the sets that Horizon names after tags, queues and jobs
            return true;
        for (const ForeignQueue& queue : known.queues) {
            if (queue.framework != "Laravel")
                continue;
            // the key is Horizon's even if the application's queues are currently empty
            if (key.contains("_horizon:"))
                return true;
            const auto spec = parseLaravel(QString::fromLatin1(queue.layout));
            if (!spec)
                continue;
            const QByteArray horizon = spec->horizon.value_or(spec->ownHorizon());
            if (key.startsWith(spec->beginning()) || (!horizon.isEmpty() && key.startsWith(horizon)))
                return true;
        }
        const auto parts = LaravelKey::of(key);
        return parts && (parts->prefix.isEmpty() || parts->prefix == LaravelSpec().prefix);
    }

private:
    static Result<> detectHorizons(Detection& detection)
    {
        std::set<QByteArray> prefixes;
        const auto keys = detection.keys("Laravel", "*_jobs", "zset");
        if (!keys)
            return keys.error();
        for (const QByteArray& key : *keys) {
            if (const auto prefix = HorizonCandidate::prefixOf(key))
                prefixes.insert(*prefix);
        }
        for (const QByteArray& prefix : prefixes) {
            std::vector<Command> pipeline;
            HorizonCandidate::ask(pipeline, prefix);
            const auto answers = detection.ask(pipeline);
            if (!answers)
                return answers.error();
            if (!HorizonCandidate::isHorizon(prefix, answers->data()))
                continue;
            const LaravelSpec spec = HorizonCandidate::spec(prefix);
            if (const auto added = detection.add(
                    "Laravel", spec.sharedPlace(), {{"ZCARD", prefix + "failed_jobs"}}, spec.text().toLatin1());
                !added)
                return added;
        }
        return {};
    }
    PlacedQueue placed(const LaravelSpec& spec, const QueueName& queue) const
    {
        return {LayoutSpec(*this, std::make_shared<const LaravelParameters>(spec)), queue};
    }
};

} // namespace

const LayoutType& laravelLayout()
{
    static const LaravelLayout layout;
    return layout;
}

} // namespace dueline
