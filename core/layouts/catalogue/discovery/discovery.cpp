// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/discovery/discovery.h"

#include "core/layouts/catalogue/names/knownlayouts.h"
#include "core/layouts/catalogue/names/layoutnames.h"
#include "core/layouts/port/detection.h"
#include "core/layouts/shared/jobs/overlaykeys.h"
#include "core/redis/clustermap.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <QElapsedTimer>

#include <algorithm>

namespace dueline {

namespace {

std::vector<const LayoutType*> soughtLayouts()
{
    std::vector<const LayoutType*> sought;
    std::copy_if(knownLayouts().begin(), knownLayouts().end(), std::back_inserter(sought),
        [](const LayoutType* type) { return type->isSought(); });
    return sought;
}

constexpr std::size_t mostDesigns = 100;

/// Returns a custom design's own key, given the key of Dueline's operations on this design (see CustomSpec::overlay());
/// empty for other keys.
QByteArray designBeside(const QByteArray& key)
{
    constexpr QByteArrayView ending = ":dueline:ops";
    if (!key.endsWith(ending))
        return {};
    const QByteArray design = key.chopped(ending.size());
    return design.startsWith('{') && design.endsWith('}') ? design.sliced(1).chopped(1) : design;
}

std::size_t hashOf(const KeySearch::Candidate& place) { return qHash(place.base, std::size_t(quintptr(place.type))); }

} // namespace

Discovery::Discovery(std::shared_ptr<RedisLane> lane, const QByteArray& prefix, std::shared_ptr<KeySearch> search,
    const std::set<QByteArray>& opened)
    : m_lane(std::move(lane))
    , m_prefix(prefix)
    , m_search(std::move(search))
{
    // All other layouts are either already open or searched for.
    std::copy_if(knownLayouts().begin(), knownLayouts().end(), std::back_inserter(m_unopened),
        [&opened](const LayoutType* type) { return !type->isSought() && !opened.contains(type->name()); });
}

Discovery::~Discovery() = default;

Result<std::vector<Reply>> Discovery::ask(const std::vector<Command>& commands)
{
    return m_lane->client().pipeline(commands);
}

void Discovery::tell(const std::function<void(DiscoveryState&)>& change)
{
    const std::lock_guard lock(m_search->telling);
    change(m_search->state);
}

DiscoveryState Discovery::state() const
{
    const std::lock_guard lock(m_search->telling);
    DiscoveryState state = m_search->state;
    state.found = m_search->found.changes();
    if (state.keys > 0) // `lookedAt` counts the last step as a full step, even if it covered fewer keys
        state.lookedAt = std::min(state.lookedAt, state.keys);
    return state;
}

Result<> Discovery::begin()
{
    const std::unique_lock stepping(m_search->stepping, std::try_to_lock);
    if (!stepping.owns_lock() || m_search->hasBegun)
        return {};
    KeySearch& search = *m_search;
    search.saved = FoundFile(m_lane->client().config()).read();
    for (const LayoutType* type : soughtLayouts()) {
        for (const QByteArray& place : type->usualPlaces())
            wait({type, place}, true);
        for (const QByteArray& place : search.saved.places[type->name()])
            wait({type, place}, true);
    }
    if (const auto looked = look(placesPerStep); !looked)
        return looked;
    search.hasBegun = true;
    return {};
}

/// Starts a round, which scans all masters of a cluster one after the other.
Result<> Discovery::beginRound()
{
    KeySearch& search = *m_search;
    search.masters.clear();
    search.hasDropped = false;
    search.master = 0;
    search.cursor = "0";
    RedisClient& client = m_lane->client();
    if (client.config().topology == Topology::Cluster) {
        const auto served = client.call({"CLUSTER", "SLOTS"});
        if (!served)
            return served.error();
        if (const auto map = ClusterMap::fromReply(*served, client.config().hosts.front()))
            search.masters = map->masters();
    }
    ++search.round;
    if (search.round % forgetEvery == 0) {
        search.empty.clear();
        search.families.forget();
        tell([](DiscoveryState& state) {
            state.unread.clear();
            state.unopened.clear();
        });
    }
    for (const LayoutType* type : soughtLayouts()) {
        for (const QByteArray& place : type->usualPlaces())
            wait({type, place}, true);
    }
    qint64 keys = 0;
    do {
        const auto walked = node();
        if (!walked)
            return walked.error();
        const auto size = (*walked)->call({"DBSIZE"});
        if (!size && !isRefusal(size.error().code))
            return size.error();
        keys += size ? size->integer : 0;
    } while (++search.master < search.masters.size());
    search.master = 0;
    tell([keys](DiscoveryState& state) { state.keys = keys; });
    return {};
}

Result<RedisClient*> Discovery::node()
{
    if (m_search->masters.empty())
        return &m_lane->client();
    const Endpoint& master = m_search->masters[m_search->master];
    auto& client = m_nodes[master.host + u':' + QString::number(master.port)];
    if (!client) {
        RedisConfig config = m_lane->client().config();
        config.topology = Topology::Standalone;
        config.hosts = {master};
        client = std::make_unique<RedisClient>(config);
        client->allowOnlyReads();
    }
    if (!client->isOpen()) {
        if (const auto opened = client->open(); !opened)
            return opened.error();
    }
    return client.get();
}

/// Scans a thousand keys. Omits MATCH and TYPE: the server has less work if the client filters the names. For layouts
/// found by key type, scans the same keys again with TYPE.
Result<> Discovery::scan()
{
    KeySearch& search = *m_search;
    if (search.cursor == "0" && search.master == 0) {
        if (const auto begun = beginRound(); !begun)
            return begun;
    }
    const auto walked = node();
    if (!walked)
        return walked.error();
    std::vector<Command> pipeline{{"SCAN", search.cursor, "COUNT", number(RedisClient::keysPerScan)}};
    std::vector<const LayoutType*> typed;
    for (const LayoutType* type : soughtLayouts()) {
        if (const QByteArray redisType = type->soughtType(); !redisType.isEmpty()) {
            typed.push_back(type);
            pipeline.push_back(pipeline.front());
            pipeline.back().insert(pipeline.back().end(), {"TYPE", redisType});
        }
    }
    const auto replies = (*walked)->pipeline(pipeline);
    if (!replies)
        return replies.error();
    const Reply& page = replies->front();
    if (page.isError()) {
        const Error error = errorFromReply(page.bytes);
        if (!isRefusal(error.code))
            return error;
        tell([](DiscoveryState& state) { state.isForbidden = true; });
        return {};
    }
    if (page.items.size() != 2)
        return unexpectedReply();
    for (const Reply& key : page.items[1].items)
        meet(key.bytes);
    for (std::size_t i = 0; i < typed.size(); ++i) {
        const Reply& same = (*replies)[i + 1];
        for (const Reply& key : same.items.size() == 2 ? same.items[1].items : std::vector<Reply>()) {
            if (!isDuelineKey(key.bytes, m_prefix))
                wait({typed[i], key.bytes}, false);
        }
    }
    search.cursor = page.items[0].bytes;
    const bool isNodeRound = search.cursor == "0";
    if (isNodeRound)
        search.master = search.master + 1 < search.masters.size() ? search.master + 1 : 0;
    const bool isRound = isNodeRound && search.master == 0;
    tell([&](DiscoveryState& state) {
        if (!state.isRound)
            state.lookedAt += RedisClient::keysPerScan;
        state.isRound = state.isRound || isRound;
    });
    // A queue that wasn't found in a complete round no longer exists.
    if (isRound) {
        search.hadDropped = search.hasDropped;
        search.found.forgetBefore(search.round - 1);
        if (search.isOpened)
            save();
    }
    return {};
}

/// Finds queues through the keys that Dueline stores for them. This is the only way to find a queue whose tasks are all
/// in the trash.
void Discovery::meetOurs(const QByteArray& key, const std::vector<const LayoutType*>& sought)
{
    const auto beginning
        = key.startsWith(OverlayKeys::overlayOf(m_prefix)) ? OverlayKeys::beginningOf(key) : std::nullopt;
    for (std::size_t i = 0; beginning && i < sought.size(); ++i) {
        if (const auto queue = sought[i]->queueBeside(*beginning)) {
            m_search->found.add(*queue, m_search->round);
            return;
        }
    }
    if (const QByteArray design = designBeside(key); !design.isEmpty()) {
        tell([&design](DiscoveryState& state) {
            if (state.designs.size() < mostDesigns)
                state.designs.insert(design);
        });
    }
}

void Discovery::meet(const QByteArray& key)
{
    static const std::vector<const LayoutType*> sought = soughtLayouts();
    if (isDuelineKey(key, m_prefix)) {
        meetOurs(key, sought);
        return;
    }
    for (const LayoutType* type : sought) {
        if (const auto place = type->placeOf(key))
            wait({type, *place}, false);
    }
    noteUnopened(key);
}

/// Records the layouts that a key of an unknown queue may belong to.
void Discovery::noteUnopened(const QByteArray& key)
{
    for (const LayoutType* type : m_unopened) {
        if (type->isShownBy(key))
            tell([type](DiscoveryState& state) { state.unopened.insert(type->name()); });
    }
}

/// Adds a candidate to inspect. `isKnownToBe`: true to inspect it first, even if its result is already known.
void Discovery::wait(const KeySearch::Candidate& place, bool isKnownToBe)
{
    KeySearch& search = *m_search;
    const auto known = search.known.find(place);
    if (known != search.known.end() && !isKnownToBe) {
        search.found.add(known->second, search.round);
        return;
    }
    std::deque<QByteArray>& waiting = search.waiting[place.type];
    if (!isKnownToBe && (search.empty.count(hashOf(place)) > 0 || search.queued.count(place) > 0))
        return;
    const bool isFull
        = waiting.size() >= mostWaiting || (waiting.size() >= mostGuesses && place.type->isGuess(place.base));
    if (!isKnownToBe && isFull) {
        search.hasDropped = true;
        return;
    }
    if (!isKnownToBe && place.type->isSampled(place.base)
        && search.families.choose(place.base) != KeyFamilies::Choice::Inspect)
        return;
    if (!search.queued.insert(place).second)
        return;
    if (isKnownToBe)
        waiting.push_front(place.base);
    else
        waiting.push_back(place.base);
}

/// Inspects waiting candidates. Candidates for the same layout are inspected together.
Result<> Discovery::look(std::size_t most)
{
    KeySearch& search = *m_search;
    for (auto& [type, waiting] : search.waiting) {
        const auto count = std::ptrdiff_t(std::min(most, waiting.size()));
        if (count == 0)
            continue;
        const std::vector<QByteArray> places(waiting.begin(), waiting.begin() + count);
        const auto found = type->lookAt([this](const std::vector<Command>& commands) { return ask(commands); }, places);
        if (!found)
            return found.error();
        waiting.erase(waiting.begin(), waiting.begin() + count);
        for (std::size_t i = 0; i < places.size(); ++i) {
            const KeySearch::Candidate place{type, places[i]};
            search.queued.erase(place);
            const auto sight = (*found)[i] ? std::optional((*found)[i]->sight) : std::nullopt;
            if (type->isSampled(place.base))
                search.families.record(place.base, KeyFamilies::sampleOf(sight));
            tell([&](DiscoveryState& state) {
                if (sight != PlacedQueue::Sight::UnreadList)
                    state.unread.erase(place.base);
                else if (state.unread.size() < DiscoveryState::mostNamed)
                    state.unread.insert(place.base);
            });
            if (sight == PlacedQueue::Sight::Queue) {
                search.known.insert_or_assign(place, *(*found)[i]);
                search.found.add(*(*found)[i], search.round);
                continue;
            }
            search.known.erase(place);
            if (search.empty.size() < mostEmpty)
                search.empty.insert(hashOf(place));
        }
    }
    return {};
}

/// Returns the key families that contain skipped lists, except for lists that other layouts have recognized as queues.
std::set<QByteArray> Discovery::skippedLists() const
{
    std::set<QByteArray> families = m_search->families.skippedLists();
    std::erase_if(families, [this](const QByteArray& family) {
        const QByteArray beginning = family.first(std::max<qsizetype>(family.indexOf('*'), 0));
        return !beginning.isEmpty()
            && std::any_of(m_search->known.begin(), m_search->known.end(), [&beginning](const auto& known) {
                   const auto& [type, base] = known.first;
                   return !type->isGuess(base) && !base.isEmpty()
                       && (base.startsWith(beginning) || beginning.startsWith(base + ':'));
               });
    });
    return families;
}

Result<bool> Discovery::step()
{
    if (const auto begun = begin(); !begun)
        return begun.error();
    const std::unique_lock stepping(m_search->stepping, std::try_to_lock);
    if (!stepping.owns_lock())
        return true; // another of the connection's threads is already performing a step
    KeySearch& search = *m_search;
    const bool isFirst = !search.isOpened;
    QElapsedTimer timer;
    timer.start();
    if (isWaiting()) {
        if (const auto looked = look(isFirst ? placesPerStep : laterPlaces); !looked)
            return looked.error();
    }
    if (search.families.takeDropped())
        search.hasDropped = search.hadDropped = true;
    DiscoveryState now = state();
    search.isInspected = search.isInspected || (now.isRound && !isWaiting() && !search.hadDropped);
    const auto isFar = [&now] { return now.isRound || now.isForbidden || now.lookedAt >= firstKeys; };
    if (!isFirst || (!isWaiting() && !isFar())) {
        for (int i = 0; i < (isFirst || now.isRound ? 1 : laterScans) && !now.isForbidden; ++i) {
            if (const auto scanned = scan(); !scanned)
                return scanned.error();
            now = state();
        }
    }
    search.isInspected = search.isInspected || (now.isRound && !isWaiting() && !search.hadDropped);
    // Later rounds inspect known candidates again; this must not affect the displayed progress.
    tell([this, &search](DiscoveryState& state) {
        state.waiting
            = search.isInspected ? 0 : std::max<qint64>(qint64(search.queued.size()), search.hadDropped ? 1 : 0);
        state.skippedLists = skippedLists();
    });
    if (isFirst) {
        search.spent += std::chrono::microseconds(timer.nsecsElapsed() / 1'000);
        search.isOpened = (isFar() && !isWaiting()) || search.spent >= firstTime;
        if (search.isOpened)
            save();
    }
    return search.isOpened;
}

/// Writes the file if the set of names has changed.
void Discovery::save()
{
    KeySearch& search = *m_search;
    const int changes = search.found.changes();
    if (changes == search.savedChanges)
        return;
    search.savedChanges = changes;
    FoundPlaces found;
    for (const LayoutSpec& layout : search.found.layouts())
        found.layouts << layout.text().toUtf8();
    for (const auto& [place, queue] : search.known)
        found.places[place.type->name()] << place.base;
    for (auto& [type, places] : found.places)
        std::sort(places.begin(), places.end());
    if (found == search.saved)
        return;
    search.saved = found;
    FoundFile(m_lane->client().config()).write(found);
}

Result<std::vector<QueueName>> Discovery::likely(const QueueName& name)
{
    std::vector<LayoutSpec> layouts = m_search->found.layouts();
    const auto add = [&layouts](const QString& text) {
        const auto layout = parseLayoutAmong(knownLayouts(), text);
        if (layout && layout->type().isSought() && std::find(layouts.begin(), layouts.end(), *layout) == layouts.end())
            layouts.push_back(*layout);
    };
    for (const LayoutType* type : soughtLayouts())
        add(QString::fromLatin1(type->name()));
    for (const QByteArray& text : FoundFile(m_lane->client().config()).read().layouts)
        add(QString::fromUtf8(text));
    std::vector<Command> pipeline;
    std::vector<std::size_t> ends;
    for (const LayoutSpec& layout : layouts) {
        for (Command& command : layout.type().signsOf(layout.parameters().get(), name))
            pipeline.push_back(std::move(command));
        if (const QByteArray beside = layout.type().besideOf(layout.parameters().get(), name); !beside.isEmpty()) {
            const OverlayKeys keys{{}, OverlayKeys::overlayOf(m_prefix) + beside};
            pipeline.insert(pipeline.end(), {{"EXISTS", keys.operations()}, {"EXISTS", keys.trash()}});
        }
        ends.push_back(pipeline.size());
    }
    const auto replies = ask(pipeline);
    if (!replies)
        return replies.error();
    std::vector<QueueName> names;
    std::size_t from = 0;
    for (std::size_t i = 0; i < layouts.size(); ++i) {
        const auto isSign = [](const Reply& reply) { return reply.isInteger() && reply.integer > 0; };
        if (std::any_of(replies->begin() + std::ptrdiff_t(from), replies->begin() + std::ptrdiff_t(ends[i]), isSign))
            names.push_back(name + '@' + LayoutNames::idOf(layouts[i]));
        from = ends[i];
    }
    return names;
}

} // namespace dueline
