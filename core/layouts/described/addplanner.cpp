// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/addplanner.h"

#include "core/base/text.h"
#include "core/layouts/shared/jobs/jobwords.h"

#include <algorithm>

namespace dueline {

namespace {

Error cannotAdd(const QString& why) { return {ErrorCode::Refused, why}; }

} // namespace

/// Plan for one new task, under construction. Stores the first error.
class AddPlanner::Draft
{
public:
    Draft(const AddPlanner& planner, const QueueName& queue, const NewTask& task)
        : m_planner(planner)
        , m_description(planner.m_description)
        , m_queue(queue)
        , m_new(task)
        , m_given(task.id.mid(task.id.indexOf('#') + 1))
    {
        // A generated id may start with -, and a command line would then mistake it for an option.
        if (timeOfId(task.id) && m_given.startsWith('-'))
            m_given.remove(0, 1);
    }

    Result<PlannedAddition> plan()
    {
        const TimePoint now = m_planner.m_now;
        const TimePoint due = m_new.dueIn ? now + *m_new.dueIn : m_new.dueAt.value_or(now);
        const bool isLater = due > now;
        const DescribedAdding& adding = *m_description.adding;
        const auto index = isLater || !adding.now ? adding.later : adding.now;
        if (!index)
            return cannotAdd(QStringLiteral("The queue %1 accepts no due times. Add the task without a due time.")
                                 .arg(printable(m_queue, 60)));
        const DescribedPlace& place = m_description.places[*index];
        if (place.unit || place.times) {
            m_score = describedScore(m_new.dueAt || m_new.dueIn ? due : now, place, isLater);
            m_values["score"] = m_values["time"] = m_score;
        }
        const bool isStored = place.store.kind != DescribedStore::Kind::Member;
        if (isStored && m_given.isEmpty())
            return cannotAdd(QStringLiteral("The task needs an ID."));
        m_values["queue"] = m_queue;
        m_values["payload"] = m_new.payload;
        m_values["type"] = typeOf(m_new.id).toByteArray();
        // If the member is just the id, the id is also the payload.
        const bool isPayload = !isStored && !m_new.payload.isEmpty() && !place.member.has("payload");
        m_values["id"] = isPayload ? m_new.payload : m_given;

        const QByteArray key = keyOf(place.key);
        const QByteArray member = memberIn(place);
        const QByteArray stored
            = isStored && !place.store.format.isEmpty() ? valueOf(place.store.format) : m_new.payload;
        if (m_error)
            return *m_error;
        if (const auto read = readBack(*index, key, member, stored); !read)
            return read.error();
        m_values["member"] = member;
        if (!place.lock.isEmpty())
            add({"n", keyOf(place.lock)});
        planPayload(place, stored);
        add(*arrivalStep(place, key, member, m_score));
        if (place.times) {
            PlannedStep listing{"ti", keyOf(place.times->set), m_score, m_score};
            listing.otherKey = key;
            add(listing);
        }
        planEffects(*index, key);
        return m_error ? Result<PlannedAddition>(*m_error) : Result(std::move(m_planned));
    }

private:
    void add(const PlannedStep& step) { m_planned.steps.push_back(step); }
    void fail(const QString& why)
    {
        if (!m_error)
            m_error = cannotAdd(why);
    }
    QByteArray valueOf(const KeyPattern& pattern)
    {
        const auto value = pattern.render(m_values);
        if (!value || value->isEmpty())
            fail(QStringLiteral("The task lacks a value for %1.").arg(printable(pattern.text(), 100)));
        return value.value_or(QByteArray());
    }
    /// Returns the name of a key to write. Rejects Dueline's own keys and the keys of known frameworks. If the queue
    /// isn't known to exist, also rejects names that consist only of the queue's name.
    QByteArray keyOf(const KeyPattern& pattern)
    {
        const auto name = m_description.keyName(pattern, m_values);
        const bool isQueue = m_planner.m_isListed && pattern.variables() == std::vector<QByteArray>{"queue"};
        const bool isOurs = name && !name->isEmpty() && (pattern.hasLiteral() || isQueue)
            && !(m_planner.m_isForeign && m_planner.m_isForeign(*name));
        if (!isOurs)
            fail(QStringLiteral("The key %1 may belong to a different program, so it is not changed.")
                     .arg(printable(name.value_or(pattern.text()), 100)));
        return name.value_or(QByteArray());
    }
    QByteArray memberIn(const DescribedPlace& place)
    {
        if (place.packed.isEmpty())
            return valueOf(place.member);
        const auto member = place.packed.render(m_values);
        if (!member)
            fail(QStringLiteral("The task lacks a value for its packed member."));
        return member.value_or(QByteArray());
    }

    /// Parses the bytes that will be written, and checks that the result is the requested task.
    Result<> readBack(std::size_t index, const QByteArray& key, const QByteArray& member, const QByteArray& stored)
    {
        const DescribedPlace& place = m_description.places[index];
        auto inKey = place.key.match(key);
        const auto queueInKey = inKey ? inKey->find("queue") : Variables::iterator();
        if (!inKey || (queueInKey != inKey->end() && queueInKey->second != m_queue))
            return cannotAdd(QStringLiteral("The key %1 would not be recognized as a key of the queue %2.")
                                 .arg(printable(key, 100), printable(m_queue, 60)));
        inKey->erase("queue"); // `queue` must be set only if the payload itself names a queue
        PlaceEntry entry{0, member, m_score, {}, place.state, member.size()};
        if (place.unit || place.times) {
            const ScoreUnit unit = place.unit ? *place.unit : place.times->unit;
            entry.at = ScoreScale{unit}.instantOf(entry.score.toDouble());
        }
        entry.state = stateIn(place, entry.at, m_planner.m_now);
        const std::vector<PlaceKey> keys{{index, key, *inKey, entry.at}};
        const TaskAssembler assembler(m_planner.m_client, m_description, keys, m_planner.m_now);
        m_planned.task = assembler.known(entry, stored, false);
        const DescribedTask& read = m_planned.task;
        if (!read.damage.isEmpty())
            return cannotAdd(QStringLiteral("The task does not match the layout file. %1").arg(read.damage));
        const auto own = read.values.find("queue");
        const bool isShared = place.isShared() && m_description.hasSharedQueue();
        if (own == read.values.end() ? isShared : own->second != m_queue) {
            return cannotAdd(own == read.values.end()
                    ? QStringLiteral("The payload does not contain the name of its queue.")
                    : QStringLiteral("The payload contains the queue \"%1\". Add the task to that queue.")
                          .arg(printable(own->second, 60)));
        }
        const bool isStored = place.store.kind != DescribedStore::Kind::Member;
        const bool isSame = isStored || !m_new.payload.isEmpty() ? read.payload == m_new.payload : true;
        if (!isSame || (isStored && read.task.id != m_given))
            return cannotAdd(QStringLiteral("The layout file would read this task with a different payload or ID."));
        return checkProperties(read);
    }
    Result<> checkProperties(const DescribedTask& read) const
    {
        const QByteArray type = read.task.type.isEmpty() ? m_queue : read.task.type;
        if (!m_new.isTransferred && m_new.id.contains('#') && typeOf(m_new.id) != type) {
            return cannotAdd(QStringLiteral("The layout file would read this task with the type \"%1\". Specify this "
                                            "type.")
                                 .arg(printable(type, 60)));
        }
        const TaskOptions& options = m_new.options;
        const bool hasAttempts = options.maxAttempts && *options.maxAttempts != read.task.maxAttempts;
        const char* cannot = hasAttempts ? "per-task number of attempts"
            : options.backoff            ? "per-task backoff"
            : options.leaseFor           ? "per-task lease"
            : options.expiresAt          ? "per-task expiry"
            : options.keepResult         ? "option to keep results"
            : m_new.unique               ? jobwords::uniqueOption()
            : m_new.priority             ? "priority"
                                         : nullptr;
        if (!cannot)
            return {};
        return Error{ErrorCode::NotSupported, jobwords::unsupportedOption(m_description.name.constData(), cannot)};
    }

    /// Adds the steps that write the payload. If the payload is the member itself, adds steps that check that no place
    /// for new tasks already contains it.
    void planPayload(const DescribedPlace& place, const QByteArray& stored)
    {
        const DescribedStore& store = place.store;
        switch (store.kind) {
        case DescribedStore::Kind::String:
            return add({"k+", keyOf(store.key), stored});
        case DescribedStore::Kind::HashField:
            return add({"h+", keyOf(store.key), valueOf(store.field), stored});
        case DescribedStore::Kind::HashBody:
            return add({"h+", keyOf(store.key), store.body, stored});
        case DescribedStore::Kind::Member:
            break;
        }
        for (const auto& index : {m_description.adding->now, m_description.adding->later}) {
            if (!index)
                continue;
            const DescribedPlace& each = m_description.places[*index];
            if (&each != &place && (each.times || each.store.kind != DescribedStore::Kind::Member))
                continue;
            const char* code = each.kind == DescribedPlace::Kind::List ? "el"
                : each.kind == DescribedPlace::Kind::SortedSet         ? "ez"
                                                                       : "es";
            add({code, keyOf(each.key), memberIn(each)});
        }
    }
    void planEffects(std::size_t index, const QByteArray& key)
    {
        for (const DescribedCompanion& companion : m_description.companions) {
            if (std::find(companion.where.begin(), companion.where.end(), index) != companion.where.end())
                add({"pm", keyOf(companion.key), valueOf(companion.part)});
        }
        const DescribedAdding& adding = *m_description.adding;
        for (const DescribedEffects::Write& write : adding.writes)
            add({"wh", keyOf(write.target.hash), valueOf(write.target.field), valueOf(write.value)});
        const bool hasScore = !m_score.isEmpty() || !adding.message.has("score");
        // if the message contains a due time, don't publish it for a task that is already due
        if (!adding.channel.isEmpty() && hasScore)
            add({"pu", key, valueOf(adding.channel), valueOf(adding.message)});
    }

    const AddPlanner& m_planner;
    const Description& m_description;
    const QueueName& m_queue;
    const NewTask& m_new;
    QByteArray m_given; ///< the part of the id after the type
    Variables m_values;
    QByteArray m_score; ///< the new task's score; empty if the place has no times
    PlannedAddition m_planned;
    std::optional<Error> m_error;
};

Result<PlannedAddition> AddPlanner::plan(const QueueName& queue, const NewTask& task) const
{
    return Draft(*this, queue, task).plan();
}

} // namespace dueline
