// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/describedbackend.h"

#include "core/layouts/described/describedreach.h"
#include "core/layouts/described/runbroker.h"
#include "core/layouts/described/runeditor.h"
#include "core/layouts/described/runinspector.h"
#include "core/layouts/native/nativeevents.h"
#include "core/layouts/port/detection.h"
#include "core/layouts/port/layouttype.h"

#include <QDeadlineTimer>

#include <algorithm>

namespace dueline {

namespace {

/// Returns the capabilities for places shared by all queues (`isShared` is true), for all other places (false), or for
/// all places (nullopt).
Capabilities capabilitiesOf(const Description& description, bool isReadOnly, std::optional<bool> isShared = {})
{
    Capabilities can;
    can.layout = description.name;
    can.states = description.states();
    can.states.insert(TaskState::Trash);
    can.history = description.field("attempts") || description.field("error");
    can.sharedWork = can.unlistedWorkers = can.copied = true;
    const bool canRun = description.running && !(isShared && *isShared);
    if (canRun) {
        for (const TaskState state : {TaskState::Leased, TaskState::Retrying, TaskState::Failed, TaskState::Done})
            can.states.insert(state);
        can.history = can.statistics = can.workers = can.events = true;
    }
    if (isReadOnly)
        return can;
    for (const ActionKind kind :
        {ActionKind::RunNow, ActionKind::Retry, ActionKind::Reschedule, ActionKind::Discard, ActionKind::Delete}) {
        for (std::size_t i = 0; i < description.places.size(); ++i) {
            const bool isHere = !isShared || description.queues.source == DescribedQueues::Source::Names
                || description.places[i].isShared() == *isShared;
            if (isHere && ActionPlanner::hasAction(description, i, kind) && !can.can(kind))
                can.actions.push_back(kind);
        }
        for (const DescribedAction& action : description.actions) {
            if (action.kind == kind && !action.caution.isEmpty() && can.can(kind))
                can.cautions[kind] = action.caution;
        }
    }
    if (canRun) {
        for (const ActionKind kind : {ActionKind::Retry, ActionKind::Discard, ActionKind::Delete}) {
            if (!can.can(kind))
                can.actions.push_back(kind);
        }
        can.leases = can.pause = can.settings = can.cancel = true;
    }
    if (can.can(ActionKind::Discard))
        can.actions.push_back(ActionKind::Restore);
    can.add = description.adding && !(isShared && *isShared);
    can.undo = can.undoOptional = can.add || !can.actions.empty();
    return can;
}

/// Detects keys that belong to known frameworks, by name and by the queues found on the server.
class ForeignKeys
{
public:
    ForeignKeys(RedisClient& client, const Description& description, const DescribedBackend::Opening& opening)
        : m_own(distinctive(description))
        , m_client(client)
        , m_frameworks(*opening.frameworks)
        , m_known{opening.prefix, {}, {}}
    { }

    /// Returns whether a key belongs to a known framework. Also returns true if the search for queues fails, so that
    /// the key isn't changed.
    bool contains(const QByteArray& key) { return owns(key) || (!isNamed(key) && (!search() || owns(key))); }

private:
    static constexpr Millis searchEvery{60'000};

    /// Returns the key patterns of a shipped file that identify its library. Their keys may be changed even if they
    /// look like a framework's: `resque:queues` looks like a key of Sidekiq with a namespace. A file on disk can name
    /// any key, and `queue:mail` belongs to Sidekiq wherever that is used.
    static std::vector<KeyPattern> distinctive(const Description& description)
    {
        if (!description.reachDigest.isEmpty())
            return {};
        std::vector<KeyPattern> patterns = DescribedReach::of(description).changed;
        std::erase_if(patterns, [](const KeyPattern& pattern) {
            return !pattern.hasLiteral() || pattern.beginning() == DescribedReach::sidekiqLists;
        });
        return patterns;
    }
    bool isNamed(const QByteArray& key) const
    {
        return std::any_of(
            m_own.begin(), m_own.end(), [&key](const KeyPattern& pattern) { return pattern.match(key); });
    }
    bool owns(const QByteArray& key) const
    {
        return std::any_of(m_frameworks.begin(), m_frameworks.end(),
            [&](const LayoutType* layout) { return layout->owns(key, m_known); });
    }
    /// Searches for known frameworks' queues if the last result is out of date. Returns false on an error.
    bool search()
    {
        if (!m_deadline.hasExpired())
            return true;
        auto found = findForeignQueues(m_frameworks, m_client.config(), {}, nullptr, m_known.prefix);
        if (!found)
            return false;
        m_known.queues = std::move(found->queues);
        m_deadline.setRemainingTime(searchEvery);
        return true;
    }

    std::vector<KeyPattern> m_own; ///< patterns of keys that the search can't make foreign
    RedisClient& m_client;
    const std::vector<const LayoutType*>& m_frameworks;
    KnownKeys m_known;
    QDeadlineTimer m_deadline{0}; ///< time at which the last search result expires
};

/// Events from the native queues that hold described queues' claimed tasks.
class RunEvents : public EventSource
{
public:
    explicit RunEvents(std::vector<std::unique_ptr<NativeEvents>> sources)
        : m_sources(std::move(sources))
    { }

    Result<> open() override
    {
        for (const auto& source : m_sources) {
            if (auto opened = source->open(); !opened)
                return opened;
        }
        return {};
    }
    /// Waits for events from each queue in turn, giving each an equal share of `timeout`.
    Result<std::optional<QueueEvent>> next(Millis timeout) override
    {
        for (std::size_t tries = 0; tries < m_sources.size(); ++tries) {
            m_next = (m_next + 1) % m_sources.size();
            auto event = m_sources[m_next]->next(timeout / qint64(m_sources.size()));
            if (!event || *event)
                return event;
        }
        return std::optional<QueueEvent>();
    }

private:
    std::vector<std::unique_ptr<NativeEvents>> m_sources;
    std::size_t m_next = 0;
};

std::function<bool(const QByteArray&)> foreignKeys(
    RedisClient& client, const Description& description, const DescribedBackend::Opening& opening)
{
    if (!opening.frameworks)
        return {};
    return [keys = std::make_shared<ForeignKeys>(client, description, opening)](
               const QByteArray& key) { return keys->contains(key); };
}

} // namespace

/// Ports for tasks claimed by Dueline's workers.
struct DescribedBackend::Running
{
    Running(RedisClient& client, const std::shared_ptr<const Description>& description, DescribedInspector& described,
        DescribedEditor& describedEditor, const Opening& opening)
        : queues(client, description, described, opening.session)
        , inspector(queues)
        , editor(queues, describedEditor)
        , broker(queues, description, foreignKeys(client, *description, opening))
    { }

    RunQueues queues;
    RunInspector inspector;
    RunEditor editor;
    RunBroker broker;
};

DescribedBackend::DescribedBackend(std::shared_ptr<const Description> description, std::shared_ptr<RedisLane> lane,
    Access access, const Opening& opening)
    : RedisBackend(std::move(lane), access, capabilitiesOf(*description, !opening.refusal.isEmpty()))
    , m_description(std::move(description))
    , m_shared(opening.shared)
    , m_allowing(opening.refusal)
    , m_refusal(opening.refusal)
    , m_inspector(client(), m_description, opening.shared)
    , m_editor(client(), m_description, m_inspector, foreignKeys(client(), *m_description, opening))
    , m_running(m_description->running
              ? std::make_unique<Running>(client(), m_description, m_inspector, m_editor, opening)
              : nullptr)
{ }

DescribedBackend::~DescribedBackend() = default;

QueueInspector& DescribedBackend::inspector()
{
    return m_running ? static_cast<QueueInspector&>(m_running->inspector) : m_inspector;
}

QueueEditor* DescribedBackend::editor()
{
    if (!mayAct())
        return nullptr;
    return m_running ? static_cast<QueueEditor*>(&m_running->editor) : &m_editor;
}

TaskBroker* DescribedBackend::broker() { return m_running && mayWork() && mayAct() ? &m_running->broker : nullptr; }

Result<std::unique_ptr<EventSource>> DescribedBackend::events(
    const std::vector<QueueName>& queues, bool wake, bool results)
{
    if (!m_running)
        return RedisBackend::events(queues, wake, results);
    std::vector<std::unique_ptr<NativeEvents>> sources;
    for (const QueueName& queue : queues) {
        if (RunQueue* run = m_running->queues.of(queue))
            sources.push_back(std::make_unique<NativeEvents>(run->scripts, std::vector{queue}, wake, results));
    }
    return std::unique_ptr<EventSource>(std::make_unique<RunEvents>(std::move(sources)));
}

Result<std::unique_ptr<DescribedBackend>> DescribedBackend::open(std::shared_ptr<const Description> description,
    std::shared_ptr<RedisLane> lane, Access access, const Opening& opening)
{
    if (description->ownPrefix != opening.prefix) {
        Description own = *description;
        own.ownPrefix = opening.prefix;
        description = std::make_shared<const Description>(std::move(own));
    }
    std::unique_ptr<DescribedBackend> backend(
        new DescribedBackend(std::move(description), std::move(lane), access, opening));
    if (auto opened = backend->RedisBackend::open(); !opened)
        return opened.error();
    return backend;
}

Result<std::optional<Foresight>> DescribedBackend::foresee(const ActionStep& step)
{
    // Claimed tasks need no check: only their state determines whether an action applies, and the preview has already
    // checked the state.
    const auto isClaimed = [this](const TaskRef& ref) {
        return m_running && !StateSet{TaskState::Scheduled, TaskState::Due, TaskState::Trash}.contains(ref.seenState);
    };
    ActionStep part = step;
    part.refs.clear();
    part.newDue.clear();
    for (std::size_t i = 0; i < step.refs.size(); ++i) {
        if (isClaimed(step.refs[i]))
            continue;
        part.refs.push_back(step.refs[i]);
        if (i < step.newDue.size())
            part.newDue.push_back(step.newDue[i]);
    }
    auto foresight = m_editor.foresee(part);
    if (foresight && *foresight && step.refs.empty())
        addMemory(**foresight);
    if (!foresight || !*foresight || part.refs.size() == step.refs.size())
        return foresight;
    std::vector<ItemOutcome> outcomes;
    auto next = (*foresight)->outcomes.begin();
    for (const TaskRef& ref : step.refs)
        outcomes.push_back(isClaimed(ref) ? ItemOutcome::Done : *next++);
    (*foresight)->outcomes = std::move(outcomes);
    return foresight;
}

QString DescribedBackend::refusal() const
{
    const QString server = RedisBackend::refusal();
    return server.isEmpty() ? m_refusal : server;
}

const Capabilities& DescribedBackend::capabilities(const QueueName& queue) const
{
    if (!m_description->hasSharedQueue() || queue.isEmpty())
        return capabilities();
    return queue == m_shared ? m_inShared : m_inQueues;
}

QueueCapabilities DescribedBackend::queueCapabilities() const
{
    QueueCapabilities can{capabilities(), {}, {}};
    if (m_description->hasSharedQueue()) {
        can.byLayout[{}] = m_inQueues;
        can.byQueue[m_shared] = m_inShared;
    }
    return can;
}

void DescribedBackend::connected(bool)
{
    m_inspector.forget();
    if (m_running)
        m_running->queues.reconnected();
    if (!m_allowing.isEmpty()) {
        const auto queues = m_inspector.names(); // if they can't be read, only the patterns are listed
        const DescribedReach reach = DescribedReach::of(*m_description);
        m_refusal = reach.text(*m_description, queues ? *queues : std::vector<QueueName>()) + u' ' + m_allowing;
    }
    const bool isReadOnly = !refusal().isEmpty();
    m_inShared = capabilitiesOf(*m_description, isReadOnly, true);
    m_inQueues = capabilitiesOf(*m_description, isReadOnly, false);
}

} // namespace dueline
