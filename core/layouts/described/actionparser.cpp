// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/actionparser.h"

#include "core/layouts/described/actionplanner.h"

#include <algorithm>

namespace dueline {

namespace {

/// Returns whether the parser may choose a place for `[add]`. It never chooses places with buckets or workers, where
/// the design's own programs determine the keys of new tasks.
bool acceptsNewTasks(const DescribedPlace& place)
{
    using Kind = DescribedPlace::Kind;
    const bool hasKind = place.kind == Kind::SortedSet || place.kind == Kind::List || place.kind == Kind::Set;
    const bool hasState = place.state == TaskState::Due
        || (place.state == TaskState::Scheduled && (place.unit.has_value() || place.times.has_value()));
    return hasKind && hasState && !place.buckets && !place.hasWorkers;
}

} // namespace

DescribedAction ActionParser::action(const QByteArray& name, const TomlValue& table)
{
    static const std::vector<std::pair<QByteArray, ActionKind>> kinds{{"run-now", ActionKind::RunNow},
        {"retry", ActionKind::Retry}, {"reschedule", ActionKind::Reschedule}, {"discard", ActionKind::Discard},
        {"delete", ActionKind::Delete}};
    std::vector<QByteArray> words;
    for (const auto& [word, kind] : kinds)
        words.push_back(word);
    DescribedAction action;
    action.at = table.at;
    action.kind = kinds[m_reader.choice(name, words, table.at, QStringLiteral("there is no action"))].second;
    m_reader.checkNames(table, {"from", "to", "set", "take", "wake", "caution", "off"}, "action." + name);
    for (const auto& [place, at] : m_reader.texts(table, "from"))
        action.from.push_back(m_places.placeNamed(place, m_description.places, at));
    if (action.from.empty())
        m_reader.fail(table.at, QStringLiteral("specify where the tasks are: `from = \"…\"`"));
    if (table.find("to")) {
        action.to
            = m_places.placeNamed(m_reader.text(table, "to"), m_description.places, m_reader.positionOf(table, "to"));
    }
    if (table.find("take")) {
        action.take = PayloadPath::parse(m_reader.text(table, "take"));
        if (!action.take || !action.to)
            m_reader.fail(m_reader.positionOf(table, "take"),
                QStringLiteral("`take` is a path such as `$.payload`, and needs `to`"));
    }
    readEffects(table, action);
    action.caution = m_reader.text(table, "caution");
    action.isOff = m_reader.boolean(table, "off");
    if (!m_reader.error())
        checkMove(action);
    return action;
}

void ActionParser::readEffects(const TomlValue& table, DescribedEffects& effects)
{
    for (const TomlValue* write : m_reader.tables(table, "set")) {
        m_reader.checkNames(*write, {"hash", "field", "value"}, "set");
        effects.writes.push_back({m_places.hashField(*write, "set"), m_reader.pattern(*write, "value")});
    }
    if (table.find("wake")) {
        const TomlValue& wake = m_reader.table(table, "wake");
        m_reader.checkNames(wake, {"publish", "message"}, "wake");
        effects.channel = m_reader.key(wake, "publish");
        effects.message = m_reader.pattern(wake, "message");
        if (effects.channel.isEmpty() || effects.message.isEmpty())
            m_reader.fail(wake.at, QStringLiteral("`wake` needs `publish` and `message`"));
    }
}

void ActionParser::checkMove(const DescribedAction& action)
{
    for (const std::size_t from : action.from) {
        const DescribedPlace& source = m_description.places[from];
        const QString name = QString::fromUtf8(source.name);
        if (action.kind == ActionKind::Reschedule && !source.times && !source.unit) {
            m_reader.fail(action.at,
                QStringLiteral("%1 has no times, so its tasks cannot be rescheduled")
                    .arg(m_reader.quoted(source.name)));
        }
        const QString what = QString::fromLatin1(actionName(action.kind));
        for (const DescribedAction::Write& write : action.writes) {
            for (const KeyPattern* pattern : {&write.target.hash, &write.target.field, &write.value})
                checkKnown(*pattern, source, true, action.at, what);
        }
        checkKnown(action.channel, source, true, action.at, what);
        checkKnown(action.message, source, true, action.at, what);
        if (!action.to)
            continue;
        const DescribedPlace& target = m_description.places[*action.to];
        const bool isStoredThere = target.store.kind != DescribedStore::Kind::Member;
        if (source.store.kind == DescribedStore::Kind::Member && isStoredThere) {
            m_reader.fail(action.at,
                QStringLiteral("%1 stores the payload in its member, but %2 stores it in a separate key, which a move "
                               "would have to create")
                    .arg(name, QString::fromUtf8(target.name)));
        }
        const QString needs = QString::fromUtf8(target.name);
        checkKnown(target.key, source, true, action.at, needs);
        checkKnown(target.member, source, true, action.at, needs);
        for (const QByteArray& variable : target.packed.variables()) {
            if (const auto pattern = KeyPattern::parse('<' + variable + '>'))
                checkKnown(*pattern, source, true, action.at, needs);
        }
    }
}

DescribedAdding ActionParser::adding(const TomlValue& table)
{
    m_reader.checkNames(table, {"to", "set", "wake", "counter"}, "[add]");
    DescribedAdding adding;
    adding.at = table.at;
    adding.counter = m_reader.key(table, "counter");
    checkFillable(adding.counter, {"queue"}, table.at);
    readEffects(table, adding);
    std::vector<std::size_t> places;
    for (const auto& [place, at] : m_reader.texts(table, "to")) {
        places.push_back(m_places.placeNamed(place, m_description.places, at));
        if (!m_reader.error() && !acceptsNewTasks(m_description.places[places.back()])) {
            m_reader.fail(at,
                QStringLiteral("tasks cannot be added to %1; use a list, set or sorted set of due tasks, or a sorted "
                               "set of scheduled tasks")
                    .arg(m_reader.quoted(place)));
        }
    }
    for (std::size_t i = 0; i < m_description.places.size() && !table.find("to"); ++i) {
        if (acceptsNewTasks(m_description.places[i]))
            places.push_back(i);
    }
    if (m_reader.error())
        return adding;
    for (const std::size_t index : places) {
        const DescribedPlace& place = m_description.places[index];
        std::optional<std::size_t>& chosen = place.state == TaskState::Due ? adding.now : adding.later;
        if (chosen) {
            m_reader.fail(table.at,
                QStringLiteral("new tasks could be added to %1 or to %2; specify the places: `to = [\"…\"]`")
                    .arg(m_reader.quoted(m_description.places[*chosen].name), m_reader.quoted(place.name)));
        }
        chosen = index;
        checkArrival(place, index, adding);
    }
    if (places.empty())
        m_reader.fail(table.at, QStringLiteral("no place accepts new tasks"));
    return adding;
}

void ActionParser::checkArrival(const DescribedPlace& place, std::size_t index, const DescribedAdding& adding)
{
    const TextPosition at = adding.at;
    const QString name = m_reader.quoted(place.name);
    std::vector<QByteArray> inKey{"queue"};
    if (place.times)
        inKey.push_back("time");
    checkFillable(place.key, inKey, at);
    const std::vector<QByteArray> inMember{"queue", "id", "type", "payload", "score", "time"};
    checkFillable(place.member, inMember, at);
    const std::vector<QByteArray> packed = place.packed.variables();
    for (const QByteArray& variable : packed) {
        if (const auto pattern = KeyPattern::parse('<' + variable + '>'))
            checkFillable(*pattern, inMember, at);
    }
    const DescribedStore& store = place.store;
    checkFillable(store.key, {"queue", "id"}, at);
    checkFillable(store.field, {"queue", "id"}, at);
    checkFillable(store.format, {"payload"}, at);
    const bool isStored = store.kind != DescribedStore::Kind::Member;
    if (isStored && !store.key.hasLiteral())
        m_reader.fail(
            at, QStringLiteral("tasks cannot be added, because the payload key would consist of the ID alone"));
    if (isStored && !place.member.has("id") && std::find(packed.begin(), packed.end(), "id") == packed.end())
        m_reader.fail(
            at, QStringLiteral("tasks cannot be added to %1, because its members do not contain IDs").arg(name));
    if (place.isShared() && m_description.hasSharedQueue() && !m_description.field("queue")) {
        m_reader.fail(at,
            QStringLiteral("tasks cannot be added to %1, because its tasks do not contain their queue; add `queue` to "
                           "[fields]")
                .arg(name));
    }
    const std::vector<QByteArray> beside{"queue", "id", "type", "score", "time", "member"};
    for (const DescribedCompanion& companion : m_description.companions) {
        if (std::find(companion.where.begin(), companion.where.end(), index) == companion.where.end())
            continue;
        if (companion.kind != DescribedPlace::Kind::Set)
            m_reader.fail(companion.at, QStringLiteral("[add] supports `where` only for companions in sets"));
        checkFillable(companion.key, beside, at);
        checkFillable(companion.part, beside, at);
    }
    for (const DescribedEffects::Write& write : adding.writes) {
        for (const KeyPattern* pattern : {&write.target.hash, &write.target.field, &write.value})
            checkFillable(*pattern, beside, at);
    }
    checkFillable(adding.channel, beside, at);
    checkFillable(adding.message, beside, at);
    checkFillable(place.lock, {"queue", "id"}, at);
}

void ActionParser::checkFillable(const KeyPattern& pattern, const std::vector<QByteArray>& known, TextPosition at)
{
    for (const QByteArray& variable : pattern.variables()) {
        if (std::find(known.begin(), known.end(), variable) == known.end()) {
            m_reader.fail(at,
                QStringLiteral("tasks cannot be added, because %1 needs <%2>, which a new task does not have")
                    .arg(m_reader.quoted(pattern.text()), QString::fromUtf8(variable)));
        }
    }
}

DescribedRunning ActionParser::running(const TomlValue& table)
{
    m_reader.checkNames(table, {"from", "caution"}, "[run]");
    DescribedRunning running;
    running.caution = m_reader.text(table, "caution");
    const auto from = m_reader.texts(table, "from");
    for (const auto& [place, at] : from) {
        running.from.push_back(m_places.placeNamed(place, m_description.places, at));
        if (!m_reader.error())
            checkClaim(m_description.places[running.from.back()], running.from.back(), at);
    }
    if (from.empty())
        m_reader.fail(table.at, QStringLiteral("specify where tasks are claimed: `from = [\"…\"]`"));
    for (const DescribedPlace& place : m_description.places) {
        const bool isWaiting = place.state == TaskState::Scheduled || place.state == TaskState::Due;
        if (!isWaiting || hasLeases(place) || place.kind == DescribedPlace::Kind::Stream) {
            m_reader.fail(table.at,
                QStringLiteral("[run] is only for queues whose workers remove a task when they take it, but %1 "
                               "contains tasks that have been taken")
                    .arg(m_reader.quoted(place.name)));
        }
    }
    return running;
}

void ActionParser::checkClaim(const DescribedPlace& place, std::size_t index, TextPosition at)
{
    using Kind = DescribedPlace::Kind;
    const QString name = m_reader.quoted(place.name);
    if ((place.kind != Kind::List && place.kind != Kind::SortedSet) || place.times || place.hasWorkers)
        m_reader.fail(
            at, QStringLiteral("tasks can be claimed only from a list or a sorted set, but %1 is neither").arg(name));
    if (place.isShared() && m_description.queues.source != DescribedQueues::Source::Names)
        m_reader.fail(at, QStringLiteral("tasks cannot be claimed from %1, because all queues share it").arg(name));
    if (place.isMovedBlindly)
        m_reader.fail(
            at, QStringLiteral("tasks cannot be claimed from %1, because its `mover` is \"blind\"").arg(name));
    if (!place.store.format.isEmpty())
        m_reader.fail(at, QStringLiteral("tasks with a payload `format` cannot be claimed"));
    if (!ActionPlanner::hasAction(m_description, index, ActionKind::Discard))
        m_reader.fail(at, QStringLiteral("tasks cannot be claimed from %1, because `discard` is off").arg(name));
}

void ActionParser::checkKnown(
    const KeyPattern& pattern, const DescribedPlace& place, bool isDecoded, TextPosition at, const QString& what)
{
    std::vector<QByteArray> known = place.variables();
    for (const char* always : {"queue", "id", "member", "score", "payload"})
        known.push_back(always);
    if (place.times)
        known.push_back("time");
    for (const DescribedField& field : m_description.fields) {
        if (isDecoded || field.source == DescribedField::Source::Template)
            known.push_back(field.name);
    }
    for (const QByteArray& variable : place.store.format.variables())
        known.push_back(variable);
    for (const QByteArray& variable : pattern.variables()) {
        if (std::find(known.begin(), known.end(), variable) == known.end()) {
            m_reader.fail(at,
                QStringLiteral("%1 needs <%2>, which tasks in %3 do not contain; add it to [fields] or to the member")
                    .arg(what, QString::fromUtf8(variable), QString::fromUtf8(place.name)));
        }
    }
}

void ActionParser::checkDescription()
{
    for (const DescribedPlace& place : m_description.places) {
        const QString payload = QStringLiteral("the payload");
        checkKnown(place.store.key, place, false, place.store.at, payload);
        checkKnown(place.store.field, place, false, place.store.at, payload);
        checkKnown(place.lock, place, true, place.at, QStringLiteral("`lock`"));
        checkKnown(place.alive, place, false, place.at, QStringLiteral("`alive`"));
        if (place.leasedIf) {
            checkKnown(place.leasedIf->hash, place, true, place.at, QStringLiteral("`leased-if`"));
            checkKnown(place.leasedIf->field, place, true, place.at, QStringLiteral("`leased-if`"));
        }
    }
    for (const DescribedField& field : m_description.fields) {
        const bool isBeside
            = field.source == DescribedField::Source::Hash || field.source == DescribedField::Source::String;
        for (const DescribedPlace& place : m_description.places) {
            if (isBeside) {
                checkKnown(field.pattern, place, true, field.at, QString::fromUtf8(field.name));
                checkKnown(field.field, place, true, field.at, QString::fromUtf8(field.name));
            }
        }
    }
    for (const DescribedCompanion& companion : m_description.companions) {
        for (std::size_t i = 0; i < m_description.places.size(); ++i) {
            const bool applies = companion.where.empty()
                || std::find(companion.where.begin(), companion.where.end(), i) != companion.where.end();
            if (!applies)
                continue;
            checkKnown(companion.key, m_description.places[i], true, companion.at, QStringLiteral("[[companion]]"));
            checkKnown(companion.part, m_description.places[i], true, companion.at, QStringLiteral("[[companion]]"));
        }
    }
}

} // namespace dueline
