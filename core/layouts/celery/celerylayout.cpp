// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/celery/celerylayout.h"

#include "core/layouts/celery/celerycheckup.h"
#include "core/layouts/celery/celeryeditor.h"
#include "core/layouts/celery/celeryevents.h"
#include "core/layouts/celery/celeryinspector.h"
#include "core/layouts/celery/celerysources.h"
#include "core/layouts/celery/celerytraces.h"
#include "core/layouts/celery/celerywords.h"
#include "core/layouts/celery/redbeatschedules.h"
#include "core/layouts/port/detection.h"
#include "core/layouts/shared/jobs/frameworkacl.h"
#include "core/layouts/shared/jobs/frameworkbackend.h"
#include "core/layouts/shared/jobs/frameworklayout.h"
#include "core/redis/reply.h"

#include <algorithm>
#include <set>

namespace dueline {

namespace {

using CeleryParameters = FrameworkParameters<CelerySpec>;

constexpr int mostDetected = 9; ///< highest priority whose lists are checked when detecting queues

class CeleryLayout : public SpecLayout<CelerySpec, parseCelery>
{
public:
    QByteArray name() const override { return "celery"; }

    std::optional<AclRights> rights(
        AclRole role, const LayoutParameters* parameters, const QByteArray& prefix) const override
    {
        const CelerySpec& spec = CeleryParameters::of(parameters);
        FrameworkAcl acl{.readKeys = {"redbeat:*"}, .overlays = {"*@" + aclQuoted(spec.text().toUtf8()) + ":*"}};
        if (spec.prefix.isEmpty())
            acl.readKeys << "_kombu.binding.*"
                         << "unacked"
                         << "unacked_index"
                         << "celery-task-meta-*";
        else
            acl.keys << aclQuoted(spec.prefix) + '*';
        acl.channels = {aclQuoted(spec.prefix) + "/*.celery.pidbox"};
        acl.reading = {"DBSIZE", "GET", "HGET", "HLEN", "PUBSUB|NUMPAT", "SSCAN"};
        acl.operating = {"PUBLISH"};
        return frameworkRights(role, acl, scripts(), prefix);
    }

    QByteArrayList queuePatterns(const LayoutParameters* parameters, const QueueName& queue) const override
    {
        if (!CeleryParameters::of(parameters).prefix.isEmpty())
            return {}; // the key prefix already covers all keys
        const QByteArray list = aclQuoted(queue);
        return {list, list + "??[0-9]*"};
    }

    Result<std::unique_ptr<Backend>> open(
        const LayoutParametersPtr& parameters, const LayoutOpening& opening) const override
    {
        Capabilities able = FrameworkBackend::abilities(name(), StateSet{TaskState::Scheduled}.complement());
        able.cancel = able.heard = true;
        able.cautions[ActionKind::Discard] = able.cautions[ActionKind::Delete] = celerywords::resultIsAwaited();
        able.crashErrors = {"WorkerLostError"};
        able.keptAttempts = celerywords::keptAttempts();
        const auto make = [&](RedisClient& client, RedisClock& clock) {
            const CelerySpec& spec = CeleryParameters::of(parameters.get());
            FrameworkPorts ports;
            auto inspector = std::make_unique<CeleryInspector>(client, clock, spec, opening.prefix);
            inspector->takeNamesFrom(opening.found, LayoutSpec(*this, parameters));
            auto editor = std::make_unique<CeleryEditor>(
                client, clock, spec, opening.prefix, inspector->lists(),
                [&inspector = *inspector](const QueueName& queue) { return inspector.lookAtLists(queue); },
                [&inspector = *inspector](const TaskId& id) { return inspector.takenId(id); }, inspector->revoked());
            ports.setEditor(std::move(editor));
            // Dueline never changes the shared pseudo-queue.
            ports.permitted = [permitted = ports.permitted, spec](const QueueName& queue) {
                return spec.isShared(queue) ? Result<>() : permitted(queue);
            };
            ports.checkup = [&client, &clock, spec, lists = inspector->lists()](
                                const QueueInfo& queue, const QueueName& called) {
                return std::make_unique<CeleryCheckup>(client, clock, spec, lists->of(queue.name), queue.name, called);
            };
            ports.inspector = std::move(inspector);
            ports.schedules = std::make_unique<RedbeatSchedules>(client, spec);
            ports.outcomes = [&client, spec](const std::vector<QueueName>& queues) {
                return CeleryEvents::make(client.config(), spec, queues);
            };
            return ports;
        };
        return FrameworkBackend::open(opening.lane, opening.access, able, celerywords::eventsMayBeOff(), make);
    }

    QByteArray product() const override { return "Celery"; }

    LayoutFacts facts(const LayoutParameters*) const override
    {
        LayoutFacts facts;
        facts.shares = true;
        return facts;
    }

    std::vector<LayoutUsage> usage() const override { return {{"celery[:PREFIX]", celerywords::usage()}}; }

    std::vector<LayoutForm> forms() const override
    {
        LayoutForm form;
        form.title = celerywords::formTitle();
        form.explanation = celerywords::formExplanation();
        LayoutField prefix;
        prefix.row = prefix.name = celerywords::prefixLabel();
        prefix.hint = celerywords::prefixHint();
        form.fields = {prefix};
        return {form};
    }

    /// Returns the key itself if it may lead to queues: a set of bindings, which contains the bound queues, or a key of
    /// a queue whose binding is missing.
    std::optional<QByteArray> placeOf(QByteArrayView key) const override
    {
        const bool isOne = CeleryBinding::of(key) || CeleryTraces::isCandidate(key);
        return isOne ? std::optional(key.toByteArray()) : std::nullopt;
    }
    bool isGuess(QByteArrayView place) const override { return CeleryTraces::isGuess(place); }
    bool isSampled(QByteArrayView place) const override { return CeleryTraces::isSampled(place); }

    Result<std::vector<std::optional<PlacedQueue>>> lookAt(
        const AskServer& ask, const std::vector<QByteArray>& places) const override
    {
        std::vector<std::optional<PlacedQueue>> found(places.size());
        std::vector<Command> pipeline;
        std::vector<std::size_t> bindings;
        std::vector<std::size_t> others;
        std::vector<QByteArray> traces;
        for (std::size_t i = 0; i < places.size(); ++i) {
            if (CeleryBinding::of(places[i])) {
                pipeline.push_back({"SSCAN", places[i], "0", "COUNT", "10"});
                bindings.push_back(i);
            } else {
                traces.push_back(places[i]);
                others.push_back(i);
            }
        }
        const auto replies = pipeline.empty() ? Result(std::vector<Reply>()) : ask(pipeline);
        if (!replies)
            return replies.error();
        for (std::size_t i = 0; i < bindings.size(); ++i) {
            const auto binding = CeleryBinding::of(places[bindings[i]]);
            if (binding && bindsQueues((*replies)[i]))
                found[bindings[i]] = placed(binding->prefix, binding->exchange);
        }
        const auto traced = CeleryTraces::look(ask, traces);
        if (!traced)
            return traced.error();
        for (std::size_t i = 0; i < others.size(); ++i) {
            if (const auto& trace = (*traced)[i]) {
                found[others[i]] = placed(trace->prefix, trace->queue);
                found[others[i]]->sight = trace->sight;
            }
        }
        return found;
    }

    QByteArray besideOf(const LayoutParameters* parameters, const QueueName& queue) const override
    {
        const auto& spec = CeleryParameters::of(parameters);
        return (spec.isShared(queue) ? QueueName() : queue) + spec.sharedPlace() + ':';
    }

    std::vector<Command> signsOf(const LayoutParameters* parameters, const QueueName& queue) const override
    {
        const CelerySpec& spec = CeleryParameters::of(parameters);
        std::vector<Command> signs{{"EXISTS", spec.key(CelerySpec::binding + queue)}};
        // A list with the queue's name may belong to another program, so check only the other lists, whose names only
        // kombu uses.
        Command lists{"EXISTS"};
        for (const int priority : CelerySpec::steps) {
            if (priority > 0)
                lists.push_back(spec.list(queue, CelerySpec::separator, priority));
        }
        signs.push_back(std::move(lists));
        return signs;
    }

    Result<> detect(Detection& detection) const override
    {
        const auto bindings = detection.keys("Celery", "*_kombu.binding.*", "set");
        if (!bindings)
            return bindings.error();
        std::set<std::pair<QByteArray, QueueName>> told; // a queue may be bound to several exchanges
        for (const QByteArray& key : *bindings) {
            const auto binding = CeleryBinding::of(key);
            if (!binding)
                continue; // workers use this exchange to communicate with each other
            const CelerySpec spec{binding->prefix};
            const auto answers = detection.ask({{"SSCAN", key, "0", "COUNT", "100"}});
            if (!answers)
                return answers.error();
            if (!bindsQueues(answers->front()))
                continue;
            for (const Reply& member : answers->front().items[1].items) {
                const QueueName queue = CeleryBinding::queueOf(member.bytes);
                const QByteArray separator = CeleryBinding::separatorOf(member.bytes).value_or(QByteArray());
                std::vector<Command> counts;
                for (int priority = 0; priority <= mostDetected; ++priority)
                    counts.push_back({"LLEN", spec.list(queue, separator, priority)});
                if (queue.isEmpty() || !told.emplace(spec.prefix, queue).second)
                    continue;
                if (const auto added = detection.add("Celery", queue, counts, spec.text().toLatin1()); !added)
                    return added;
            }
        }
        return detectTraces(detection, told);
    }

    bool ownsItems(const std::vector<QByteArray>& sample) const override
    {
        return std::any_of(sample.begin(), sample.end(), CeleryTraces::isMessage);
    }
    bool owns(QByteArrayView key, const KnownKeys& known) const override
    {
        const auto isOfQueue = [key](const ForeignQueue& queue) {
            if (queue.framework != "Celery")
                return false;
            const auto spec = parseCelery(QString::fromLatin1(queue.layout));
            if (!spec)
                return false;
            const QByteArray list = spec->key(queue.name);
            return (key.startsWith(list) && endsAList(key.sliced(list.size())))
                || (!spec->prefix.isEmpty()
                    && (key.startsWith(spec->key("unacked")) || key.startsWith(spec->key("celery-task-meta-"))));
        };
        return key.startsWith("_kombu.") || key.startsWith("unacked") || key.startsWith("celery-task-meta-")
            || key.startsWith("redbeat:") || std::any_of(known.queues.begin(), known.queues.end(), isOfQueue);
    }

private:
    PlacedQueue placed(const QByteArray& prefix, const QueueName& queue) const
    {
        return {LayoutSpec(*this, std::make_shared<const CeleryParameters>(CelerySpec{prefix})), queue};
    }

    /// Finds queues with default names whose bindings are missing. Finding queues with other names takes a second scan,
    /// which Discovery performs.
    Result<> detectTraces(Detection& detection, const std::set<std::pair<QByteArray, QueueName>>& told) const
    {
        const auto traces
            = CeleryTraces::look([&detection](const std::vector<Command>& commands) { return detection.ask(commands); },
                CeleryTraces::usualKeys());
        if (!traces)
            return traces.error();
        const CelerySpec spec;
        const bool isOpened
            = std::any_of(told.begin(), told.end(), [](const auto& each) { return each.first.isEmpty(); });
        std::set<QueueName> added;
        for (const auto& trace : *traces) {
            const bool isQueue = trace && trace->sight == PlacedQueue::Sight::Queue;
            const bool isNew = isQueue && trace->prefix.isEmpty() && !told.contains({QByteArray(), trace->queue})
                && !(trace->queue.isEmpty() && isOpened) && added.insert(trace->queue).second;
            if (!isNew)
                continue;
            std::vector<Command> counts;
            for (const int priority : CelerySpec::steps)
                counts.push_back({"LLEN", spec.list(trace->queue, CelerySpec::separator, priority)});
            const bool isTaken = trace->queue.isEmpty();
            if (const auto counted = detection.add("Celery", isTaken ? spec.sharedPlace() : trace->queue,
                    isTaken ? std::vector<Command>{{"ZCARD", spec.key("unacked_index")}} : counts, name());
                !counted)
                return counted;
        }
        return {};
    }

    /// Returns whether the name of a queue's list can have this suffix: nothing, or any separator and a priority.
    static bool endsAList(QByteArrayView ending)
    {
        const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
        const auto isOfWord = [&isDigit](char c) {
            return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || uchar(c) >= 0x80;
        };
        const auto digits = std::find_if(ending.begin(), ending.end(), isOfWord);
        const auto count = ending.end() - digits;
        return ending.isEmpty()
            || (digits > ending.begin() && count > 0 && count <= 3 && std::all_of(digits, ending.end(), isDigit));
    }

    static bool bindsQueues(const Reply& page)
    {
        return page.items.size() == 2
            && std::any_of(page.items[1].items.begin(), page.items[1].items.end(),
                [](const Reply& member) { return !CeleryBinding::queueOf(member.bytes).isEmpty(); });
    }
};

} // namespace

const LayoutType& celeryLayout()
{
    static const CeleryLayout layout;
    return layout;
}

} // namespace dueline
