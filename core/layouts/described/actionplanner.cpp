// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/actionplanner.h"

#include "core/redis/reply.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace dueline {

namespace {

using PlaceKind = DescribedPlace::Kind;

bool contains(const std::vector<std::size_t>& places, std::size_t place)
{
    return std::find(places.begin(), places.end(), place) != places.end();
}

const DescribedAction* actionOf(const Description& description, std::size_t place, ActionKind kind)
{
    const auto found = std::find_if(description.actions.begin(), description.actions.end(),
        [&](const DescribedAction& action) { return action.kind == kind && contains(action.from, place); });
    return found == description.actions.end() ? nullptr : &*found;
}

QByteArray endWord(bool isTail) { return isTail ? "tail" : "head"; }

} // namespace

QByteArray describedScore(TimePoint at, const DescribedPlace& place, bool isGiven)
{
    const qint64 ms = toMs(at);
    switch (place.unit ? *place.unit : place.times->unit) {
    case ScoreUnit::Seconds:
        if (place.hasFractions && ms % 1000 != 0)
            return QByteArray::number(double(ms) / 1000, 'f', QLocale::FloatingPointShortest);
        return number(isGiven ? (ms + 999) / 1000 : ms / 1000);
    case ScoreUnit::Milliseconds:
        break;
    case ScoreUnit::Microseconds:
        return number(ms * 1'000);
    case ScoreUnit::Nanoseconds:
        return number(ms * 1'000'000);
    }
    return number(ms);
}

std::optional<PlannedStep> arrivalStep(
    const DescribedPlace& to, const QByteArray& key, const QByteArray& member, const QByteArray& score)
{
    switch (to.kind) {
    case PlaceKind::List:
        return PlannedStep{"l+", key, member, endWord(to.runsTail), endWord(!to.runsTail)};
    case PlaceKind::SortedSet:
        return PlannedStep{"z+", key, member, {}, score};
    case PlaceKind::Set:
        return PlannedStep{"s+", key, member};
    case PlaceKind::Hash:
    case PlaceKind::String:
    case PlaceKind::Stream:
        break;
    }
    return std::nullopt;
}

/// Plan for one task, under construction. A task without a required value is treated as damaged.
class ActionPlanner::Draft
{
public:
    Draft(const ActionPlanner& planner, ActionKind kind, const DescribedTask& task)
        : m_description(planner.m_description)
        , m_isForeign(planner.m_isForeign)
        , m_now(planner.m_now)
        , m_kind(kind)
        , m_task(task)
        , m_key(planner.m_keys[task.entry.key])
        , m_from(m_description.places[m_key.place])
        , m_action(actionOf(m_description, m_key.place, kind))
        , m_before(task.values)
        , m_after(task.values)
    { }

    PlannedTask plan(TimePoint due)
    {
        refuse(due);
        if (m_planned.outcome)
            return std::move(m_planned);
        if (!m_from.lock.isEmpty())
            add("n", keyOf(m_from.lock, m_before));
        if (m_isGoing)
            planDeparture();
        else if (m_action->to)
            planMove(*m_action->to);
        else if (m_from.times)
            planMove(m_key.place); // planMove() moves the task to the new timestamp's list
        else
            planScore();
        if (m_action)
            planWrites();
        if (m_kind == ActionKind::Discard) {
            add("T", m_key.key, m_from.name, m_task.entry.member, m_task.entry.score,
                m_payloadStep ? number(qint64(m_payloadStep)) + ' ' + m_from.store.body : QByteArray());
        }
        if (m_planned.outcome)
            m_planned.steps.clear();
        return std::move(m_planned);
    }

private:
    void add(const char* code, const QByteArray& key, const QByteArray& a = {}, const QByteArray& b = {},
        const QByteArray& c = {}, const QByteArray& d = {}, const QByteArray& otherKey = {})
    {
        m_planned.steps.push_back({code, key, a, b, c, d, otherKey});
    }
    void settle(ItemOutcome outcome)
    {
        if (!m_planned.outcome)
            m_planned.outcome = outcome;
    }
    QByteArray valueOf(const KeyPattern& pattern, const Variables& values)
    {
        const auto value = pattern.render(values);
        if (!value)
            settle(ItemOutcome::Damaged);
        return value.value_or(QByteArray());
    }
    /// Returns the name of a key to write. Rejects Dueline's own keys and the keys of known frameworks.
    QByteArray keyOf(const KeyPattern& pattern, const Variables& values)
    {
        const auto name = m_description.keyName(pattern, values);
        const bool isForeign = name && !name->isEmpty() && m_isForeign && m_isForeign(*name);
        if (isForeign)
            m_planned.foreignKey = *name;
        if (!name || name->isEmpty())
            settle(ItemOutcome::Damaged);
        else if (isForeign || !isWithin(pattern))
            settle(ItemOutcome::Refused);
        return name.value_or(QByteArray());
    }
    /// Returns whether the payload can't make an action write an arbitrary key: either the pattern has literal bytes,
    /// or all its values come from the task's key and member.
    bool isWithin(const KeyPattern& pattern) const
    {
        if (pattern.hasLiteral())
            return true;
        const auto parts = memberValues(m_from, m_task.entry.member);
        const std::vector<QByteArray> names = pattern.variables();
        return std::all_of(names.begin(), names.end(),
            [&](const QByteArray& name) { return m_key.values.contains(name) || (parts && parts->contains(name)); });
    }
    QByteArray memberFor(const DescribedPlace& place, const Variables& values)
    {
        if (place.packed.isEmpty())
            return valueOf(place.member, values);
        const auto member = place.packed.render(values);
        if (!member)
            settle(ItemOutcome::Damaged);
        return member.value_or(QByteArray());
    }

    /// Sets the outcome if the action doesn't apply to the task; otherwise sets the new score.
    void refuse(TimePoint due)
    {
        m_isGoing = m_kind == ActionKind::Discard || m_kind == ActionKind::Delete;
        const PlaceEntry& entry = m_task.entry;
        if (m_from.state == TaskState::Leased || entry.state == TaskState::Leased)
            return settle(ItemOutcome::Reserved);
        if (!hasAction(m_description, m_key.place, m_kind)) {
            const bool isUntimed = m_kind == ActionKind::Reschedule && !m_from.unit && !m_from.times;
            return settle(isUntimed ? ItemOutcome::Untimed : ItemOutcome::Refused);
        }
        if (m_from.kind == PlaceKind::String && entry.length > entry.member.size())
            return settle(ItemOutcome::Damaged); // only the beginning of the value was read
        if (!m_task.damage.isEmpty() && !m_isGoing)
            return settle(ItemOutcome::Damaged);
        if (m_from.isMovedBlindly && entry.at && *entry.at < m_now + blindMargin)
            return settle(ItemOutcome::DueSoon);
        if (m_isForeign && m_isForeign(m_key.key)) {
            m_planned.foreignKey = m_key.key;
            return settle(ItemOutcome::Refused);
        }
        if (m_isGoing)
            return;
        const bool isGiven = m_kind == ActionKind::Reschedule;
        const DescribedPlace& timed = m_action->to ? m_description.places[*m_action->to] : m_from;
        if (!timed.unit && !timed.times) {
            if (!m_action->to || isGiven)
                settle(ItemOutcome::Untimed);
            return;
        }
        m_score = describedScore(isGiven ? due : m_now, timed, isGiven);
        m_after["score"] = m_score;
        if (timed.times || timed.kind == PlaceKind::String)
            m_after["time"] = m_score;
    }

    void planRemoval()
    {
        const PlaceEntry& entry = m_task.entry;
        switch (m_from.kind) {
        case PlaceKind::SortedSet:
            add("z-", m_key.key, entry.member, entry.score, {}, perUnit());
            break;
        case PlaceKind::List:
            add("l-", m_key.key, entry.member, endWord(m_from.runsTail));
            break;
        case PlaceKind::Set:
            add("s-", m_key.key, entry.member);
            break;
        case PlaceKind::String:
            add("k-", m_key.key, entry.member);
            break;
        case PlaceKind::Hash:
        case PlaceKind::Stream:
            settle(ItemOutcome::Refused);
            break;
        }
        if (m_from.times)
            planIndex(m_from, m_before, m_key.key,
                number(qint64(std::floor(double(toMs(*m_key.at)) / millisIn(m_from.times->unit)))));
    }
    QByteArray perUnit() const
    {
        return m_from.isMovedBlindly ? QByteArray::number(millisIn(*m_from.unit), 'g', 17) : QByteArray();
    }
    /// Adds a task's timestamp to a place's set of timestamps, or removes it.
    void planIndex(const DescribedPlace& place, const Variables& values, const QByteArray& key, const QByteArray& score)
    {
        const auto time = values.find("time");
        if (time == values.end())
            return settle(ItemOutcome::Damaged);
        add("ti", keyOf(place.times->set, values), time->second, score, {}, {}, key);
    }

    void planDeparture()
    {
        planRemoval();
        const DescribedStore& store = m_from.store;
        if (store.kind != DescribedStore::Kind::Member) {
            const auto key = m_description.keyName(store.key, m_before);
            const auto field
                = store.kind == DescribedStore::Kind::HashField ? store.field.render(m_before) : QByteArray();
            if (key && field) { // a damaged task's payload may be impossible to locate
                add(store.kind == DescribedStore::Kind::String         ? "ds"
                        : store.kind == DescribedStore::Kind::HashBody ? "da"
                                                                       : "dh",
                    keyOf(store.key, m_before), *field);
                m_payloadStep = m_planned.steps.size();
            }
        }
        planCompanions({});
    }

    void planMove(std::size_t target)
    {
        const DescribedPlace& to = m_description.places[target];
        if (m_action->take) {
            const auto part = PayloadTree::written(m_task.payload, *m_action->take);
            if (!part)
                return settle(ItemOutcome::Damaged);
            m_after["payload"] = *part;
        }
        planRemoval();
        const bool isSame = target == m_key.place;
        if (!isSame && m_from.store.kind != DescribedStore::Kind::Member
            && to.store.kind != DescribedStore::Kind::Member
            && (m_from.store.key != to.store.key || m_from.store.field != to.store.field))
            planCarry(to.store);
        planCompanions(target);
        const QByteArray key = keyOf(to.key, m_after);
        const QByteArray member = isSame ? m_task.entry.member : memberFor(to, m_after);
        if (const auto step = arrivalStep(to, key, member, m_score))
            m_planned.steps.push_back(*step);
        else
            settle(ItemOutcome::Refused);
        if (to.times)
            planIndex(to, m_after, key, m_score);
    }

    void planCarry(const DescribedStore& to)
    {
        if (m_from.store.kind != DescribedStore::Kind::HashField || to.kind != DescribedStore::Kind::HashField)
            return settle(ItemOutcome::Refused);
        add("ch", keyOf(m_from.store.key, m_before), valueOf(m_from.store.field, m_before), {},
            valueOf(to.field, m_after), {}, keyOf(to.key, m_after));
    }

    void planScore()
    {
        if (m_from.kind == PlaceKind::SortedSet)
            add("z=", m_key.key, m_task.entry.member, m_task.entry.score, m_score, perUnit());
        else if (m_from.kind == PlaceKind::String)
            add("k=", m_key.key, m_task.entry.member, memberFor(m_from, m_after));
        else
            settle(ItemOutcome::Refused);
    }

    /// Removes the task's companions. If the task moves to another place, adds that place's companions.
    void planCompanions(std::optional<std::size_t> to)
    {
        for (const DescribedCompanion& companion : m_description.companions) {
            const bool isEverywhere = companion.where.empty();
            if (!isEverywhere && !contains(companion.where, m_key.place))
                continue;
            const bool stays = to && !isEverywhere && contains(companion.where, *to);
            if (!m_isGoing && (isEverywhere || (stays && *to != m_key.place)))
                continue;
            planCompanion(companion, stays);
        }
    }
    void planCompanion(const DescribedCompanion& companion, bool stays)
    {
        const auto name = m_description.keyName(companion.key, m_before);
        const auto part = companion.part.isEmpty() ? std::optional(QByteArray()) : companion.part.render(m_before);
        if (!name || !part) { // a damaged task's companion may be impossible to locate
            if (!m_isGoing)
                settle(ItemOutcome::Damaged);
            return;
        }
        const QByteArray key = keyOf(companion.key, m_before);
        switch (companion.kind) {
        case PlaceKind::String:
            add("ds", key);
            break;
        case PlaceKind::Hash:
            add(companion.part.isEmpty() ? "da" : "dh", key, *part);
            break;
        case PlaceKind::Set:
            add("dm", key, *part);
            break;
        case PlaceKind::SortedSet:
            add("dz", key, *part);
            break;
        case PlaceKind::List:
            add("dl", key, *part);
            break;
        case PlaceKind::Stream:
            break;
        }
        if (stays && companion.kind == PlaceKind::Set)
            add("pm", keyOf(companion.key, m_after), valueOf(companion.part, m_after));
    }

    void planWrites()
    {
        for (const DescribedAction::Write& write : m_action->writes) {
            add("wh", keyOf(write.target.hash, m_before), valueOf(write.target.field, m_after),
                valueOf(write.value, m_after));
        }
        if (!m_action->channel.isEmpty())
            add("pu", m_key.key, valueOf(m_action->channel, m_after), valueOf(m_action->message, m_after));
    }

    const Description& m_description;
    const std::function<bool(const QByteArray&)>& m_isForeign;
    TimePoint m_now;
    ActionKind m_kind;
    const DescribedTask& m_task;
    const PlaceKey& m_key;
    const DescribedPlace& m_from;
    const DescribedAction* m_action;
    const Variables& m_before;
    Variables m_after; ///< variables after the action
    bool m_isGoing = false; ///< true if the task is removed from all places
    QByteArray m_score; ///< new score; empty if there is none
    std::size_t m_payloadStep = 0; ///< number of the step that removes the payload; 0 if there is none
    PlannedTask m_planned;
};

bool ActionPlanner::hasAction(const Description& description, std::size_t place, ActionKind kind)
{
    const DescribedPlace& from = description.places[place];
    if (from.state == TaskState::Leased || from.kind == PlaceKind::Hash || from.kind == PlaceKind::Stream)
        return false;
    const DescribedAction* action = actionOf(description, place, kind);
    if (kind == ActionKind::Discard || kind == ActionKind::Delete)
        return !action || !action->isOff;
    return action && !action->isOff;
}

PlannedTask ActionPlanner::plan(ActionKind kind, const DescribedTask& task, TimePoint due) const
{
    return Draft(*this, kind, task).plan(due);
}

} // namespace dueline
