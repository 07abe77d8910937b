// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/describedbackend.h"

#include "core/layouts/described/describedreach.h"
#include "core/layouts/port/detection.h"
#include "core/layouts/port/layouttype.h"

#include <QDeadlineTimer>

#include <algorithm>

namespace dueline {

namespace {

/// Returns the capabilities for the places that all queues share or for all others; if `isShared` is nullopt, for all
/// places.
Capabilities capabilitiesOf(const Description& description, bool isReadOnly, std::optional<bool> isShared = {})
{
    Capabilities can;
    can.layout = description.name;
    can.states = description.states();
    can.states.insert(TaskState::Trash);
    can.history = description.field("attempts") || description.field("error");
    can.sharedWork = can.unlistedWorkers = can.copied = true;
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
    if (can.can(ActionKind::Discard))
        can.actions.push_back(ActionKind::Restore);
    can.add = description.adding && !(isShared && *isShared);
    can.undo = can.undoOptional = can.add || !can.actions.empty();
    return can;
}

/// Detects keys that belong to known frameworks, by their names and by the queues found on the server.
class ForeignKeys
{
public:
    ForeignKeys(RedisClient& client, const Description& description, const DescribedBackend::Opening& opening)
        : m_own(DescribedReach::of(description).changed)
        , m_client(client)
        , m_frameworks(*opening.frameworks)
        , m_known{opening.prefix, {}, {}}
    { }

    /// Returns whether a key belongs to a known framework. Also returns true if the search for queues fails, so that
    /// the key is not changed.
    bool contains(const QByteArray& key) { return owns(key) || (!isNamed(key) && (!search() || owns(key))); }

private:
    static constexpr Millis searchEvery{60'000};

    /// Returns whether the layout file contains this key name literally. If so, the key may be used even if it looks
    /// like a key of another framework, as `resque:queues` does.
    bool isNamed(const QByteArray& key) const
    {
        return std::any_of(m_own.begin(), m_own.end(),
            [&key](const KeyPattern& pattern) { return pattern.hasLiteral() && pattern.match(key); });
    }
    bool owns(const QByteArray& key) const
    {
        return std::any_of(m_frameworks.begin(), m_frameworks.end(),
            [&](const LayoutType* layout) { return layout->owns(key, m_known); });
    }
    /// Searches for the queues of known frameworks if the last result is out of date. Returns false on an error.
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

    std::vector<KeyPattern> m_own;
    RedisClient& m_client;
    const std::vector<const LayoutType*>& m_frameworks;
    KnownKeys m_known;
    QDeadlineTimer m_deadline{0}; ///< expiry of the last search result
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

DescribedBackend::DescribedBackend(std::shared_ptr<const Description> description, std::shared_ptr<RedisLane> lane,
    Access access, const Opening& opening)
    : RedisBackend(std::move(lane), access, capabilitiesOf(*description, !opening.refusal.isEmpty()))
    , m_description(std::move(description))
    , m_shared(opening.shared)
    , m_refusal(opening.refusal)
    , m_inspector(client(), m_description, opening.shared)
    , m_editor(client(), m_description, m_inspector, foreignKeys(client(), *m_description, opening))
{ }

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
    const bool isReadOnly = !refusal().isEmpty();
    m_inShared = capabilitiesOf(*m_description, isReadOnly, true);
    m_inQueues = capabilitiesOf(*m_description, isReadOnly, false);
}

} // namespace dueline
