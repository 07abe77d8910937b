// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/sidekiq/sidekiqlayout.h"

#include "core/layouts/port/detection.h"
#include "core/layouts/port/foundqueues.h"
#include "core/layouts/shared/jobs/frameworkacl.h"
#include "core/layouts/shared/jobs/frameworkbackend.h"
#include "core/layouts/shared/jobs/frameworklayout.h"
#include "core/layouts/sidekiq/sidekiqeditor.h"
#include "core/layouts/sidekiq/sidekiqheldlists.h"
#include "core/layouts/sidekiq/sidekiqinspector.h"
#include "core/layouts/sidekiq/sidekiqjob.h"
#include "core/layouts/sidekiq/sidekiqschedules.h"
#include "core/layouts/sidekiq/sidekiqwords.h"
#include "core/redis/reply.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace dueline {

namespace {

const std::array<QByteArray, 3> sidekiqSets{"schedule", "retry", "dead"};
/// number of commands that check whether a list is an unregistered queue
constexpr std::size_t commandsPerList = 3;
constexpr std::size_t commandsPerBase = 7; ///< number of commands that check a prefix for an installation

/// Key prefixes used by Sidekiq and its extensions, in any namespace.
constexpr std::array<QByteArrayView, 12> sidekiqBeginnings{"sidekiq:", "reliable-fetcher-",
    "sidekiq-scheduler:", "stat:", "uniquejobs:", "cron_job:", "exq:", "queue:sq|",
    "working:queue:", "throttled:", "limit_fetch:", "lmtr-"};
/// Names of sorted sets used by Sidekiq and its extensions. These names are common words.
constexpr std::array<QByteArrayView, 7> sidekiqWords{
    "schedule", "retry", "dead", "interrupted", "failed", "schedules_changed", "batches"};

/// List or sorted set that may contain jobs.
struct JobsKey
{
    QByteArray key;
    bool isSet = false;
    std::size_t place = 0; ///< index of the candidate that the key belongs to
};

/// Returns the queue that a list belongs to. The list contains either the queue's waiting jobs or, with reliable fetch,
/// its running jobs.
std::optional<SidekiqListName> listNameOf(QByteArrayView key)
{
    constexpr QByteArrayView held = HeldList::gitLabBegin;
    const qsizetype at = key.startsWith(held) ? 0 : key.indexOf(':' + held.toByteArray()) + 1;
    if (at == 0 && !key.startsWith(held))
        return SidekiqListName::of(key);
    const QByteArray nameSpace = key.first(std::max<qsizetype>(at - 1, 0)).toByteArray();
    const auto list = HeldList::of(SidekiqSpec{nameSpace}, key.toByteArray());
    return list ? std::optional(SidekiqListName{nameSpace, list->queue}) : std::nullopt;
}

/// Returns which of these keys have a job at either end. A key whose entries exceed the reply limit is assumed to have
/// none.
Result<std::vector<bool>> holdJobs(const AskServer& ask, const std::vector<JobsKey>& keys)
{
    std::vector<Command> pipeline;
    for (const JobsKey& each : keys) {
        for (const char* end : {"0", "-1"})
            pipeline.push_back({each.isSet ? "ZRANGE" : "LRANGE", each.key, end, end});
    }
    const auto ends = pipeline.empty() ? Result(std::vector<Reply>()) : ask(pipeline);
    std::vector<bool> hold;
    if (!ends && (ends.error().code != ErrorCode::Protocol || keys.size() > 1)) {
        if (ends.error().code != ErrorCode::Protocol)
            return ends.error();
        for (const JobsKey& each : keys) {
            const auto alone = holdJobs(ask, {each});
            if (!alone)
                return alone.error();
            hold.push_back(alone->front());
        }
        return hold;
    }
    const auto isJob = [](const Reply& end) {
        return end.isArray() && !end.items.empty() && SidekiqJob::read(end.items.front().bytes).isWhole();
    };
    for (std::size_t i = 0; i < keys.size(); ++i)
        hold.push_back(ends && (isJob((*ends)[2 * i]) || isJob((*ends)[2 * i + 1])));
    return hold;
}

/// Returns whether a page of the `processes` set contains a process identity of the form `HOST:PID:NONCE`.
bool namesProcesses(const Reply& page)
{
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    const auto isProcess = [&isDigit](const Reply& member) {
        constexpr qsizetype nonceLength = 12;
        const QByteArrayList parts = member.bytes.split(':');
        return parts.size() == 3 && !parts[1].isEmpty() && std::all_of(parts[1].begin(), parts[1].end(), isDigit)
            && parts[2].size() == nonceLength && parts[2] == QByteArray::fromHex(parts[2]).toHex();
    };
    return page.items.size() == 2 && std::any_of(page.items[1].items.begin(), page.items[1].items.end(), isProcess);
}

bool isSortedSet(const Reply& type) { return type.bytes == "zset"; }

/// Returns whether the keys' names and types prove that there is an installation. If not, the caller looks for jobs in
/// the sets, because the `queues` set may be missing.
bool isInstalled(const Reply* answers)
{
    // `queues` alone proves nothing: it is a common word.
    const bool hasOthers
        = std::any_of(answers + 1, answers + 4, isSortedSet) || answers[4].integer == 1 || answers[5].integer == 1;
    return (answers[0].bytes == "set" && hasOthers) || namesProcesses(answers[6]);
}

using SidekiqParameters = FrameworkParameters<SidekiqSpec>;

/// Removes the capabilities that a queue or the shared pseudo-queue doesn't have. Jobs can't be added to the shared
/// pseudo-queue. Jobs in a queue's list have no due times, run in order and can't be edited, because a worker may claim
/// them at any time. Retrying in a queue requeues the jobs of dead processes.
void narrowed(Capabilities& can, bool isShared)
{
    if (isShared)
        can.add = false;
    if (isShared)
        return;
    can.ofEndedWorkers = {ActionKind::Retry};
    can.retryLater = false;
    can.edits = {};
    std::erase_if(
        can.actions, [](ActionKind kind) { return kind == ActionKind::RunNow || kind == ActionKind::Reschedule; });
}

class SidekiqLayout : public SpecLayout<SidekiqSpec, parseSidekiq>
{
public:
    QByteArray name() const override { return "sidekiq"; }

    std::optional<AclRights> rights(
        AclRole role, const LayoutParameters* parameters, const QByteArray& prefix) const override
    {
        const SidekiqSpec& spec = SidekiqParameters::of(parameters);
        FrameworkAcl acl{.overlays = {"*@" + aclQuoted(spec.text().toUtf8()) + ":*"}};
        acl.reading = {"DBSIZE", "GET", "HGET", "HKEYS", "LPOS", "PTTL", "SISMEMBER", "SSCAN", "TYPE", "ZSCORE"};
        acl.operating = {"LINDEX"};
        const auto patterns = [&spec](std::initializer_list<QByteArray> names) {
            QByteArrayList keys;
            for (const QByteArray& name : names)
                keys << (spec.nameSpace.isEmpty() ? name : aclQuoted(spec.nameSpace) + ':' + name);
            return keys;
        };
        acl.keys = patterns(
            {"queues", "queue:*", "schedule", "retry", "dead", "interrupted", "working:queue:*", "cron_job:*"});
        const QByteArray process = "*:[0-9]*:" + QByteArray("[0-9a-f]").repeated(12); // HOST:PID:NONCE
        acl.readKeys = patterns({"cron_jobs", "stat:*", "j|*", "paused", "processes", process, process + ":work",
            process + ":workers", "reliable-fetcher-*"});
        return frameworkRights(role, acl, scripts(), prefix);
    }

    Result<std::unique_ptr<Backend>> open(
        const LayoutParametersPtr& parameters, const LayoutOpening& opening) const override
    {
        Capabilities able = FrameworkBackend::abilities(name(), StateSet{TaskState::Done}.complement());
        able.add = able.workers = able.statistics = able.retryLater = true;
        able.edits = {TaskState::Scheduled, TaskState::Due, TaskState::Retrying, TaskState::Failed};
        able.attemptsMarker = "\"retry_count\"";
        able.crashErrors = {sidekiqwords::jobCrashes()};
        able.keptAttempts = sidekiqwords::keptAttempts();
        const auto make = [this, &parameters, &opening](RedisClient& client, RedisClock& clock) {
            const SidekiqSpec& spec = SidekiqParameters::of(parameters.get());
            const QByteArray& ours = opening.prefix;
            FrameworkPorts ports;
            const LayoutSpec layout(*this, parameters);
            auto work = std::make_shared<SidekiqWork>(client, spec);
            auto inspector = std::make_unique<SidekiqInspector>(
                client, clock, spec, ours, work, std::make_unique<UnlistedQueues>(client, layout, opening.found));
            inspector->takeNamesFrom(opening.found, layout);
            ports.checkup = [&inspector = *inspector](const QueueInfo& queue, const QueueName& called) {
                return inspector.checkup(queue, called);
            };
            ports.pulse = [&inspector = *inspector] { return inspector.pulse(); };
            ports.inspector = std::move(inspector);
            ports.schedules = std::make_unique<SidekiqSchedules>(client, spec, ours);
            auto editor = std::make_unique<SidekiqEditor>(client, clock, spec, ours, work);
            ports.setEditor(std::move(editor));
            ports.shared = spec.sharedPlace();
            ports.narrow = narrowed;
            return ports;
        };
        return FrameworkBackend::open(opening.lane, opening.access, able, sidekiqwords::noEvents(), make);
    }

    QByteArray product() const override { return "Sidekiq"; }
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
        adding.typeHint = sidekiqwords::typeHint();
        adding.payloadWord = "args";
        adding.firstPayload = "[]";
        return facts;
    }

    std::vector<LayoutUsage> usage() const override { return {{"sidekiq[:NAMESPACE]", sidekiqwords::usage()}}; }

    std::vector<LayoutForm> forms() const override
    {
        LayoutForm form;
        form.title = sidekiqwords::formTitle();
        form.explanation = sidekiqwords::formExplanation();
        LayoutField nameSpace;
        nameSpace.row = nameSpace.name = sidekiqwords::namespaceLabel();
        nameSpace.hint = sidekiqwords::namespaceHint();
        form.fields = {nameSpace};
        return {form};
    }

    /// Returns the key prefix of an installation, or the key of a queue's list. The caller must check the contents of
    /// these keys.
    std::optional<QByteArray> placeOf(QByteArrayView key) const override
    {
        if (listNameOf(key))
            return key.toByteArray();
        const qsizetype at = key.lastIndexOf(':') + 1;
        const auto isIt = [word = key.sliced(at)](const QByteArray& name) { return word == name; };
        const bool isOne = at != 1
            && (isIt("queues") || isIt("processes") || std::any_of(sidekiqSets.begin(), sidekiqSets.end(), isIt));
        return isOne ? std::optional(key.first(at).toByteArray()) : std::nullopt;
    }

    /// Inspects these candidates, without reading the jobs of registered queues.
    Result<std::vector<std::optional<PlacedQueue>>> lookAt(
        const AskServer& ask, const std::vector<QByteArray>& places) const override
    {
        std::vector<Command> pipeline;
        for (const QByteArray& place : places) {
            if (const auto list = listNameOf(place)) {
                const SidekiqSpec spec{list->nameSpace};
                pipeline.insert(pipeline.end(),
                    {{"TYPE", place}, {"SISMEMBER", spec.key("queues"), list->queue},
                        {"EXISTS", spec.key("stat:processed"), spec.key("processes"), spec.key("schedule"),
                            spec.key("retry"), spec.key("dead")}});
                continue;
            }
            pipeline.push_back({"TYPE", place + "queues"});
            for (const QByteArray& set : sidekiqSets)
                pipeline.push_back({"TYPE", place + set});
            for (const char* key : {"stat:processed", "processes"})
                pipeline.push_back({"EXISTS", place + key});
            pipeline.push_back({"SSCAN", place + "processes", "0", "COUNT", "10"});
        }
        const auto replies = pipeline.empty() ? Result(std::vector<Reply>()) : ask(pipeline);
        if (!replies)
            return replies.error();
        std::vector<std::optional<PlacedQueue>> found(places.size());
        /// keys that count as evidence only if they contain jobs: unregistered lists, and sets without other evidence
        std::vector<JobsKey> unlisted;
        const auto placedAt = [&](std::size_t i) {
            const auto list = listNameOf(places[i]);
            return list ? placed(list->nameSpace, list->queue)
                        : placed(places[i].isEmpty() ? QByteArray() : places[i].chopped(1), {});
        };
        const Reply* answers = replies->data();
        for (std::size_t i = 0; i < places.size(); ++i) {
            const bool isList = listNameOf(places[i]).has_value();
            // Clients register every queue that they push jobs to, so a registered queue with jobs is enough evidence,
            // even without a worker.
            const bool isRegistered = isList && answers[1].integer == 1 && answers[2].integer > 0;
            if (isList && answers[0].bytes == "list" && !isRegistered) {
                unlisted.push_back({places[i], false, i});
            } else if (!isList && isInstalled(answers)) {
                found[i] = placedAt(i);
            } else if (!isList) {
                for (std::size_t set = 0; set < sidekiqSets.size(); ++set) {
                    if (isSortedSet(answers[1 + set]))
                        unlisted.push_back({places[i] + sidekiqSets[set], true, i});
                }
            }
            answers += isList ? commandsPerList : commandsPerBase;
        }
        const auto hold = holdJobs(ask, unlisted);
        if (!hold)
            return hold.error();
        for (std::size_t i = 0; i < unlisted.size(); ++i) {
            if ((*hold)[i])
                found[unlisted[i].place] = placedAt(unlisted[i].place);
        }
        return found;
    }

    QByteArray besideOf(const LayoutParameters* parameters, const QueueName& queue) const override
    {
        const auto& spec = SidekiqParameters::of(parameters);
        return (spec.isShared(queue) ? QueueName() : queue) + spec.sharedPlace() + ':';
    }

    std::vector<Command> signsOf(const LayoutParameters* parameters, const QueueName& queue) const override
    {
        const SidekiqSpec& spec = SidekiqParameters::of(parameters);
        return {{"SISMEMBER", spec.key("queues"), queue}, {"EXISTS", spec.key("queue:" + queue)}};
    }

    /// Finds queues with and without a namespace, including queues that are missing from the `queues` set.
    Result<> detect(Detection& detection) const override
    {
        std::set<QByteArray> places{""};
        for (const auto& [pattern, type] : {std::pair("*:queues", "set"), std::pair("*queue:*", "list"),
                 std::pair("*:[srd][ce]*[lra][eyd]", "zset")}) { // matches schedule, retry and dead
            const auto keys = detection.keys(sidekiqwords::namespaces(), pattern, type);
            if (!keys)
                return keys.error();
            for (const QByteArray& key : *keys) {
                if (auto place = placeOf(key))
                    places.insert(*std::move(place));
            }
        }
        constexpr std::ptrdiff_t together = 100;
        const auto ask = [&detection](const std::vector<Command>& commands) { return detection.ask(commands); };
        std::map<QByteArray, std::set<QueueName>> found; // queues by namespace
        while (!places.empty()) {
            const auto end = std::next(places.begin(), std::min(together, std::ptrdiff_t(places.size())));
            const auto looked = lookAt(ask, std::vector<QByteArray>(places.begin(), end));
            if (!looked)
                return looked.error();
            places.erase(places.begin(), end);
            for (const auto& placed : *looked) {
                if (!placed)
                    continue;
                const SidekiqSpec& spec = SidekiqParameters::of(placed->layout.parameters().get());
                std::set<QueueName>& queues = found[spec.nameSpace];
                if (!placed->queue.isEmpty()) {
                    queues.insert(placed->queue);
                    continue;
                }
                const auto names = detection.members(spec.key("queues"));
                if (!names)
                    return names.error();
                queues.insert(names->begin(), names->end());
            }
        }
        for (const auto& [nameSpace, queues] : found) {
            if (const auto added = addTo(detection, SidekiqSpec{nameSpace}, queues); !added)
                return added;
        }
        return {};
    }

    bool owns(QByteArrayView key, const KnownKeys& known) const override
    {
        const auto begins = [key](QByteArrayView beginning) { return key.startsWith(beginning); };
        const auto isOfQueue = [key](const ForeignQueue& queue) {
            if (queue.framework != "Sidekiq")
                return false;
            const auto spec = parseSidekiq(QString::fromLatin1(queue.layout));
            if (!spec || !spec->nameSpace.isEmpty())
                return spec && key.startsWith(spec->key({}));
            return key == "queue:" + queue.name
                || std::find(sidekiqWords.begin(), sidekiqWords.end(), key) != sidekiqWords.end();
        };
        return std::any_of(sidekiqBeginnings.begin(), sidekiqBeginnings.end(), begins)
            || std::any_of(known.queues.begin(), known.queues.end(), isOfQueue);
    }

private:
    PlacedQueue placed(const QByteArray& nameSpace, const QueueName& queue) const
    {
        return {LayoutSpec(*this, std::make_shared<const SidekiqParameters>(SidekiqSpec{nameSpace})), queue};
    }
    Result<> addTo(Detection& detection, const SidekiqSpec& spec, const std::set<QueueName>& queues) const
    {
        const QByteArray layout = spec.text().toLatin1();
        for (const QueueName& queue : queues) {
            const auto added = detection.add("Sidekiq", queue, {{"LLEN", spec.key("queue:" + queue)}}, layout);
            if (!added)
                return added;
        }
        std::vector<Command> types;
        for (const QByteArray& set : sidekiqSets)
            types.push_back({"TYPE", spec.key(set)});
        const auto answers = detection.ask(types);
        if (!answers)
            return answers.error();
        for (std::size_t at = 0; at < sidekiqSets.size(); ++at) {
            if ((*answers)[at].bytes != "zset")
                continue;
            const QByteArray& set = sidekiqSets[at];
            if (const auto added = detection.add("Sidekiq", set, {{"ZCARD", spec.key(set)}}, layout); !added)
                return added;
        }
        return {};
    }
};

} // namespace

const LayoutType& sidekiqLayout()
{
    static const SidekiqLayout layout;
    return layout;
}

} // namespace dueline
