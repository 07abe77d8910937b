// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/laravel/laravellayout.h"

#include "core/layouts/detection.h"
#include "core/layouts/foundqueues.h"
#include "core/layouts/framework/frameworkacl.h"
#include "core/layouts/framework/frameworkbackend.h"
#include "core/layouts/framework/frameworkparameters.h"
#include "core/layouts/laravel/laraveleditor.h"
#include "core/layouts/laravel/laravelinspector.h"
#include "core/layouts/laravel/laravelsources.h"
#include "core/redis/reply.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace dueline {

namespace {

using LaravelParameters = FrameworkParameters<LaravelSpec>;

const QByteArray usualHorizon = "laravel_horizon:"; ///< of the default prefix

/// What is thrown away in a queue may leave a lock, and what failed has a row of Laravel's own.
void cautioned(Capabilities& can, bool isShared)
{
    can.cautions[ActionKind::Discard] = can.cautions[ActionKind::Delete]
        = isShared ? LaravelTexts::rowStays : LaravelTexts::lockStays;
    if (isShared)
        can.cautions[ActionKind::Retry] = LaravelTexts::rowIsRetried;
    can.keptAttempts = isShared ? LaravelTexts::lastKept : LaravelTexts::noneKept;
}

/// What is asked of a key that may be a queue's, and what the answers say.
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
    /// The queue; nullopt: it is none of Laravel's.
    static std::optional<QueueName> queueOf(const LaravelKey& key, const Reply* answers)
    {
        if (answers[0].bytes == "list")
            return isJob(answers[1]) || isJob(answers[2]) ? std::optional(key.name) : std::nullopt;
        // A serializer may stand around the job; ids of other frameworks have no brace.
        const bool isSet
            = answers[0].bytes == "zset" && !answers[3].items.empty() && answers[3].items.front().bytes.contains('{');
        return isSet ? key.withoutEnding() : std::nullopt;
    }
};

class LaravelLayout : public LayoutType
{
public:
    QByteArray name() const override { return "laravel"; }
    bool isOffered() const override { return false; } // no dialog asks for its prefix yet

    Result<LayoutParametersPtr> parse(const QString& text, QByteArrayView) const override
    {
        return LaravelParameters::from(parseLaravel(text));
    }

    QString text(const LayoutParameters* parameters) const override { return LaravelParameters::of(parameters).text(); }

    std::vector<const ScriptLibrary*> scripts() const override
    {
        return {&FrameworkScripts::library("laravel"), &FrameworkScripts::library("horizon"),
            &FrameworkScripts::library("framework")};
    }

    std::optional<AclRights> rights(
        AclRole role, const LayoutParameters* parameters, const QByteArray& prefix) const override
    {
        const LaravelSpec& spec = LaravelParameters::of(parameters);
        const QByteArray queues = aclQuoted(spec.beginning()) + '*';
        const QByteArray horizon = spec.horizon.value_or(spec.ownHorizon());
        QByteArrayList horizons{usualHorizon, "horizon:"}; // where nothing says whose it is
        if (!horizon.isEmpty())
            horizons = {horizon};
        FrameworkAcl acl{.keys = {queues}, .overlays = {queues}};
        for (const QByteArray& each : horizons) {
            acl.keys << aclQuoted(each) + '*';
            acl.overlays << aclQuoted(each) + "@laravel*";
        }
        acl.reading = {"GET", "HGET", "LINDEX", "SMEMBERS", "TYPE", "ZSCORE"};
        return frameworkRights(role, acl, scripts(), prefix);
    }

    Result<std::unique_ptr<Backend>> open(
        const LayoutParametersPtr& parameters, const LayoutOpening& opening) const override
    {
        Capabilities able = FrameworkBackend::abilities(name(), StateSet{TaskState::Retrying}.complement());
        able.actions = {ActionKind::Retry, ActionKind::RunNow, ActionKind::Reschedule, ActionKind::Discard,
            ActionKind::Restore, ActionKind::Delete};
        able.undo = able.stages = able.workers = true;
        const auto make = [&](RedisClient& client, RedisClock& clock) {
            const LaravelSpec& spec = LaravelParameters::of(parameters.get());
            const auto horizon = std::make_shared<HorizonReader>(client, spec, !opening.found);
            FrameworkPorts ports;
            auto inspector = std::make_unique<LaravelInspector>(client, clock, spec, opening.prefix, horizon);
            inspector->takeNamesFrom(opening.found, LayoutSpec(*this, parameters));
            ports.inspector = std::move(inspector);
            const auto isPrefixSeen = [found = opening.found, layout = LayoutSpec(*this, parameters)] {
                const auto names = found ? found->names(layout) : std::vector<QueueName>{"said"};
                return std::any_of(names.begin(), names.end(), [](const QueueName& name) { return !name.isEmpty(); });
            };
            auto editor = std::make_unique<LaravelEditor>(
                client, clock, spec, opening.prefix, HorizonAccess{horizon, isPrefixSeen});
            ports.permitted = [&editor = *editor](const QueueName& queue) { return editor.permitted(queue); };
            ports.foresee = [&editor = *editor](const ActionStep& step) { return editor.foresee(step); };
            ports.editor = std::move(editor);
            ports.shared = spec.sharedPlace();
            ports.narrow = cautioned;
            return ports;
        };
        return FrameworkBackend::open(
            opening.lane, opening.access, able, QStringLiteral("Laravel announces nothing."), make);
    }

    QByteArray product() const override { return "Laravel"; }
    bool isSought() const override { return true; }
    std::vector<QByteArray> usualPlaces() const override { return {usualHorizon}; }

    LayoutFacts facts(const LayoutParameters*) const override
    {
        LayoutFacts facts;
        facts.shares = true;
        return facts;
    }

    /// The key itself: what it is of, its type says.
    std::optional<QByteArray> placeOf(QByteArrayView key) const override
    {
        return LaravelKey::of(key) && !key.endsWith(":notify") ? std::optional(key.toByteArray()) : std::nullopt;
    }

    Result<std::vector<std::optional<PlacedQueue>>> lookAt(
        const AskServer& ask, const std::vector<QByteArray>& places) const override
    {
        std::vector<Command> pipeline;
        for (const QByteArray& place : places)
            LaravelCandidate::ask(pipeline, place);
        const bool isHorizonAsked = std::find(places.begin(), places.end(), usualHorizon) != places.end();
        if (isHorizonAsked) {
            for (const QByteArray& sign : HorizonReader::signs())
                pipeline.push_back({"EXISTS", usualHorizon + sign});
        }
        const auto replies = pipeline.empty() ? Result(std::vector<Reply>()) : ask(pipeline);
        if (!replies)
            return replies.error();
        const bool isHorizon
            = std::any_of(replies->begin() + std::ptrdiff_t(LaravelCandidate::commands * places.size()), replies->end(),
                [](const Reply& reply) { return reply.isInteger() && reply.integer > 0; });
        std::vector<std::optional<PlacedQueue>> found;
        for (std::size_t i = 0; i < places.size(); ++i) {
            const auto key = LaravelKey::of(places[i]);
            const auto queue
                = key ? LaravelCandidate::queueOf(*key, &(*replies)[i * LaravelCandidate::commands]) : std::nullopt;
            if (places[i] == usualHorizon)
                found.push_back(isHorizon ? std::optional(placed(LaravelSpec(), {})) : std::nullopt);
            else
                found.push_back(queue ? std::optional(placed(LaravelSpec{key->prefix}, *queue)) : std::nullopt);
        }
        return found;
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
        return {};
    }

    bool owns(QByteArrayView key, const KnownKeys& known) const override
    {
        const auto isLaravel = [](const ForeignQueue& queue) { return queue.framework == "Laravel"; };
        if (key.startsWith(usualHorizon)) // its sets by names of tags, queues and jobs, too
            return true;
        if (key.contains("_horizon:") && std::any_of(known.queues.begin(), known.queues.end(), isLaravel))
            return true;
        const auto parts = LaravelKey::of(key);
        return parts && (parts->prefix.isEmpty() || parts->prefix == LaravelSpec().prefix);
    }

private:
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
