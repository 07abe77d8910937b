// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/sidekiq/sidekiqlayout.h"

#include "core/layouts/detection.h"
#include "core/layouts/foundqueues.h"
#include "core/layouts/framework/frameworkacl.h"
#include "core/layouts/framework/frameworkbackend.h"
#include "core/layouts/framework/frameworkparameters.h"
#include "core/layouts/sidekiq/sidekiqeditor.h"
#include "core/layouts/sidekiq/sidekiqinspector.h"
#include "core/layouts/sidekiq/sidekiqschedules.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

const std::array<QByteArray, 3> sidekiqSets{"schedule", "retry", "dead"};

using SidekiqParameters = FrameworkParameters<SidekiqSpec>;

/// A job is added to a queue; what waits in a list runs in its turn and has no due time.
void narrowed(Capabilities& can, bool isShared)
{
    if (isShared)
        can.add = false;
    else
        std::erase_if(can.actions, [](ActionKind kind) {
            return kind == ActionKind::Retry || kind == ActionKind::RunNow || kind == ActionKind::Reschedule;
        });
}

class SidekiqLayout : public LayoutType
{
public:
    QByteArray name() const override { return "sidekiq"; }
    Result<LayoutParametersPtr> parse(const QString& text, QByteArrayView) const override
    {
        return SidekiqParameters::from(parseSidekiq(text));
    }

    QString text(const LayoutParameters* parameters) const override { return SidekiqParameters::of(parameters).text(); }

    std::vector<const ScriptLibrary*> scripts() const override
    {
        return {&FrameworkScripts::library("sidekiq"), &FrameworkScripts::library("framework")};
    }

    std::optional<AclRights> rights(
        AclRole role, const LayoutParameters* parameters, const QByteArray& prefix) const override
    {
        const SidekiqSpec& spec = SidekiqParameters::of(parameters);
        FrameworkAcl acl{.overlays = {"*@" + aclQuoted(spec.text().toUtf8()) + ":*"}};
        acl.reading = {"GET", "HGET", "HKEYS", "SISMEMBER", "SSCAN", "TYPE"};
        acl.operating = {"LINDEX"};
        const auto patterns = [&spec](std::initializer_list<QByteArray> names) {
            QByteArrayList keys;
            for (const QByteArray& name : names)
                keys << (spec.nameSpace.isEmpty() ? name : aclQuoted(spec.nameSpace) + ':' + name);
            return keys;
        };
        acl.keys = patterns({"queues", "queue:*", "schedule", "retry", "dead", "cron_job:*"});
        const QByteArray process = "*:[0-9]*:" + QByteArray("[0-9a-f]").repeated(12); // HOST:PID:NONCE
        acl.readKeys
            = patterns({"cron_jobs", "stat:*", "j|*", "processes", process, process + ":work", process + ":workers"});
        return frameworkRights(role, acl, scripts(), prefix);
    }

    Result<std::unique_ptr<Backend>> open(
        const LayoutParametersPtr& parameters, const LayoutOpening& opening) const override
    {
        Capabilities able = FrameworkBackend::abilities(name(), StateSet{TaskState::Done}.complement());
        able.actions = {ActionKind::Retry, ActionKind::RunNow, ActionKind::Reschedule, ActionKind::Discard,
            ActionKind::Restore, ActionKind::Delete};
        able.add = able.undo = able.stages = able.workers = able.statistics = true;
        able.keptAttempts = QT_TRANSLATE_NOOP(
            "LayoutWords", "Sidekiq keeps the error and the times of the last attempt that failed, and nothing of the others.");
        const auto make = [&spec = SidekiqParameters::of(parameters.get()), ours = opening.prefix](
                              RedisClient& client, RedisClock& clock) {
            FrameworkPorts ports;
            auto inspector = std::make_unique<SidekiqInspector>(client, clock, spec, ours);
            ports.checkup = [&inspector = *inspector](const QueueInfo& queue, const QString& shown) {
                return inspector.checkup(queue, shown);
            };
            ports.inspector = std::move(inspector);
            ports.schedules = std::make_unique<SidekiqSchedules>(client, spec, ours);
            auto editor = std::make_unique<SidekiqEditor>(client, clock, spec, ours);
            ports.permitted = [&editor = *editor](const QueueName& queue) { return editor.permitted(queue); };
            ports.foresee = [&editor = *editor](const ActionStep& step) { return editor.foresee(step); };
            ports.editor = std::move(editor);
            ports.shared = spec.sharedPlace();
            ports.narrow = narrowed;
            return ports;
        };
        return FrameworkBackend::open(
            opening.lane, opening.access, able, QStringLiteral("Sidekiq announces nothing."), make);
    }

    QByteArray product() const override { return "Sidekiq"; }
    bool isSought() const override { return true; }
    std::vector<QByteArray> usualPlaces() const override { return {""}; }

    LayoutFacts facts(const LayoutParameters*) const override
    {
        LayoutFacts facts;
        facts.shares = true;
        AddingFacts& adding = facts.adding;
        adding.attempts = adding.backoff = adding.lease = adding.unique = false;
        adding.asksQueue = true;
        adding.form = AddingFacts::Form::Array;
        adding.typeWord = "class";
        adding.typeHint = QT_TRANSLATE_NOOP("LayoutWords", "the job's class: MailJob");
        adding.payloadWord = "args";
        adding.firstPayload = "[]";
        return facts;
    }

    std::vector<LayoutForm> forms() const override
    {
        LayoutForm form;
        form.title = QT_TRANSLATE_NOOP("LayoutWords", "Sidekiq 6.4, 7 and 8");
        form.explanation = QT_TRANSLATE_NOOP(
            "LayoutWords", "One installation; its own processes run the jobs. Auto finds it by itself.");
        LayoutField nameSpace;
        nameSpace.row = nameSpace.name = QT_TRANSLATE_NOOP("LayoutWords", "Namespace");
        nameSpace.hint
            = QT_TRANSLATE_NOOP("LayoutWords", "none mostly; with redis-namespace what stands before each key: shop");
        form.fields = {nameSpace};
        return {form};
    }

    std::optional<QByteArray> placeOf(QByteArrayView key) const override
    {
        const bool isOne = key == "queues" || (key.endsWith(":queues") && key.size() > 7);
        return isOne ? std::optional(key.chopped(6).toByteArray()) : std::nullopt;
    }

    /// `queues` alone is a word anybody may have used.
    Result<std::vector<std::optional<PlacedQueue>>> lookAt(
        const AskServer& ask, const std::vector<QByteArray>& places) const override
    {
        std::vector<Command> pipeline;
        for (const QByteArray& place : places) {
            for (const char* key : {"queues", "schedule", "retry", "dead"})
                pipeline.push_back({"TYPE", place + key});
            for (const char* key : {"stat:processed", "processes"})
                pipeline.push_back({"EXISTS", place + key});
        }
        const auto replies = pipeline.empty() ? Result(std::vector<Reply>()) : ask(pipeline);
        if (!replies)
            return replies.error();
        std::vector<std::optional<PlacedQueue>> found;
        for (std::size_t i = 0; i < places.size(); ++i) {
            const Reply* own = &(*replies)[i * 6];
            const auto isSet = [](const Reply& type) { return type.bytes == "zset"; };
            const bool isOne = own[0].bytes == "set"
                && (std::any_of(own + 1, own + 4, isSet) || own[4].integer == 1 || own[5].integer == 1);
            SidekiqSpec spec;
            spec.nameSpace = places[i].isEmpty() ? QByteArray() : places[i].chopped(1);
            found.push_back(isOne
                    ? std::optional(PlacedQueue{LayoutSpec(*this, std::make_shared<const SidekiqParameters>(spec)), {}})
                    : std::nullopt);
        }
        return found;
    }

    std::vector<Command> signsOf(const LayoutParameters* parameters, const QueueName& queue) const override
    {
        const SidekiqSpec& spec = SidekiqParameters::of(parameters);
        return {{"SISMEMBER", spec.key("queues"), queue}, {"EXISTS", spec.key("queue:" + queue)}};
    }

    Result<> detect(Detection& detection) const override
    {
        // `queues` alone is a word anybody may have used.
        const auto types = detection.ask({{"TYPE", "schedule"}, {"TYPE", "retry"}, {"TYPE", "dead"}, {"TYPE", "queues"},
            {"EXISTS", "stat:processed"}, {"EXISTS", "processes"}});
        if (!types)
            return types.error();
        const auto is = [&types](std::size_t at, const char* type) { return (*types)[at].bytes == type; };
        const bool known
            = is(0, "zset") || is(1, "zset") || is(2, "zset") || (*types)[4].integer == 1 || (*types)[5].integer == 1;
        if (!is(3, "set") || !known)
            return {};
        const auto names = detection.members("queues");
        if (!names)
            return names.error();
        for (const QByteArray& queue : *names) {
            if (const auto added = detection.add("Sidekiq", queue, {{"LLEN", "queue:" + queue}}, name()); !added)
                return added;
        }
        for (std::size_t at = 0; at < sidekiqSets.size(); ++at) {
            if (!is(at, "zset"))
                continue;
            if (const auto added = detection.add("Sidekiq", sidekiqSets[at], {{"ZCARD", sidekiqSets[at]}}, name());
                !added)
                return added;
        }
        return {};
    }

    bool owns(QByteArrayView key, const KnownKeys& known) const override
    {
        const auto isQueue = [key](const ForeignQueue& queue) {
            return queue.framework == "Sidekiq"
                && (key == "queue:" + queue.name
                    || std::find(sidekiqSets.begin(), sidekiqSets.end(), key) != sidekiqSets.end());
        };
        return key.startsWith("sidekiq:") || key.startsWith("stat:")
            || std::any_of(known.queues.begin(), known.queues.end(), isQueue);
    }
};

} // namespace

const LayoutType& sidekiqLayout()
{
    static const SidekiqLayout layout;
    return layout;
}

} // namespace dueline
