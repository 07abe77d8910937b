// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/taskassembler.h"

#include "core/base/epochnumber.h"
#include "core/base/pythontime.h"
#include "core/base/text.h"
#include "core/layouts/shared/jobs/frameworkinspector.h"
#include "core/layouts/shared/jobs/memberids.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr qint64 payloadBytesAtOnce = 8 * 1024 * 1024;

/// Parses a time written by another program: a number of seconds or milliseconds, or ISO 8601.
std::optional<TimePoint> writtenInstant(const QByteArray& text)
{
    bool isNumber = false;
    const double number = text.toDouble(&isNumber);
    if (!isNumber)
        return pythonInstant(text);
    if (!(number > 0 && number < endOfTime))
        return std::nullopt;
    const auto whole = instantInOurTime(qint64(number));
    return whole && number < 1e11 ? std::optional(fromMs(qint64(number * 1000 + 0.0005))) : whole;
}

} // namespace

void TaskAssembler::damage(Draft& draft, const QString& why)
{
    if (draft.result.damage.isEmpty())
        draft.result.damage = why;
}

TaskAssembler::Draft TaskAssembler::begin(const PlaceEntry& entry) const
{
    Draft draft;
    draft.result.entry = entry;
    const DescribedPlace& place = placeOf(draft);
    draft.values = m_keys[entry.key].values;
    if (auto parts = memberValues(place, entry.member)) {
        draft.values.insert(parts->begin(), parts->end());
    } else {
        const QString form
            = place.packed.isEmpty() ? printable(place.member.text(), 64) : QStringLiteral("packed fields");
        damage(draft, QStringLiteral("The member does not match the description: %1.").arg(form));
    }
    draft.values["member"] = entry.member;
    for (const DescribedField& field : m_description.fields) {
        if (field.source != DescribedField::Source::Template)
            continue;
        if (auto value = field.pattern.render(draft.values))
            draft.values.emplace(field.name, *std::move(value));
    }
    if (place.store.kind == DescribedStore::Kind::Member) {
        const auto inMember = draft.values.find("payload");
        draft.result.isUnread = entry.length > entry.member.size(); // true if only the beginning was read
        draft.length = entry.length;
        if (!draft.result.isUnread) {
            draft.payload = inMember == draft.values.end() ? entry.member : inMember->second;
            draft.length = draft.payload->size();
        }
    }
    return draft;
}

Result<> TaskAssembler::readBeside(std::vector<Draft>& drafts)
{
    struct Asked
    {
        std::size_t draft;
        /// Field that contains the time; null to use the lock's remaining lifetime.
        const DescribedField* field;
    };
    std::vector<Command> commands;
    std::vector<Asked> asked;
    for (std::size_t i = 0; i < drafts.size(); ++i) {
        Draft& draft = drafts[i];
        for (const DescribedField& field : m_description.fields) {
            if (draft.values.contains(field.name))
                continue;
            if (field.source == DescribedField::Source::String) {
                if (const auto key = m_description.keyName(field.pattern, draft.values)) {
                    commands.push_back({"GETRANGE", *key, "0", number(mostUnasked)});
                    asked.push_back({i, &field});
                }
            } else if (field.source == DescribedField::Source::Hash) {
                const auto key = m_description.keyName(field.pattern, draft.values);
                const auto part = field.field.render(draft.values);
                if (key && part) {
                    commands.push_back({"HGET", *key, *part});
                    asked.push_back({i, &field});
                }
            }
        }
        const DescribedPlace& place = placeOf(draft);
        if (draft.result.entry.state == TaskState::Leased && !place.lock.isEmpty() && !draft.lockLeft) {
            if (const auto lock = m_description.keyName(place.lock, draft.values)) {
                commands.push_back({"PTTL", *lock});
                asked.push_back({i, nullptr});
            }
        }
    }
    const auto replies = askInParts(m_client, commands);
    if (!replies)
        return replies.error();
    for (std::size_t i = 0; i < asked.size(); ++i) {
        const Reply& reply = (*replies)[i];
        Draft& draft = drafts[asked[i].draft];
        if (!asked[i].field)
            draft.lockLeft = Millis(reply.isInteger() ? reply.integer : -2);
        else if (reply.isBytes()
            && !(reply.bytes.isEmpty() && asked[i].field->source == DescribedField::Source::String))
            draft.values[asked[i].field->name] = reply.bytes;
    }
    return {};
}

Result<> TaskAssembler::readPayloads(std::vector<Draft>& drafts, Payloads payloads)
{
    const qint64 longest = payloads == Payloads::All ? FrameworkInspector::longestRead : mostUnasked;
    std::vector<Command> lengths;
    std::vector<std::pair<std::size_t, Command>> wanted;
    for (std::size_t i = 0; i < drafts.size(); ++i) {
        const DescribedStore& store = placeOf(drafts[i]).store;
        if (store.kind == DescribedStore::Kind::Member)
            continue;
        const auto key = m_description.keyName(store.key, drafts[i].values);
        const auto field
            = store.kind == DescribedStore::Kind::HashField ? store.field.render(drafts[i].values) : store.body;
        if (!key || !field) {
            damage(drafts[i],
                store.key.render(drafts[i].values)
                    ? QStringLiteral("The task's payload key is one of Dueline's own keys and does not belong to the "
                                     "queue.")
                    : QStringLiteral("The task's payload key is unknown."));
            continue;
        }
        drafts[i].values["payload-key"] = *key;
        if (store.kind == DescribedStore::Kind::String) {
            lengths.push_back({"STRLEN", *key});
            wanted.emplace_back(i, Command{"GET", *key});
            continue;
        }
        lengths.push_back({"HSTRLEN", *key, *field});
        Command command{"HMGET", *key, *field};
        for (const DescribedField& each : m_description.fields) {
            if (each.source == DescribedField::Source::Own)
                command.push_back(each.own);
        }
        wanted.emplace_back(i, std::move(command));
    }
    const auto known = askInParts(m_client, lengths);
    if (!known)
        return known.error();
    for (std::size_t from = 0; from < wanted.size();) {
        std::vector<Command> commands;
        std::vector<std::size_t> asked;
        qint64 bytes = 0;
        for (; from < wanted.size() && (commands.empty() || bytes < payloadBytesAtOnce); ++from) {
            const Reply& length = (*known)[from];
            Draft& draft = drafts[wanted[from].first];
            if (length.isError()) {
                damage(draft,
                    QStringLiteral("The task's payload key %1 has the wrong type.")
                        .arg(printable(wanted[from].second[1], 100)));
                continue;
            }
            draft.length = length.integer;
            draft.result.isUnread = length.integer > longest;
            if (draft.result.isUnread)
                continue;
            bytes += length.integer;
            commands.push_back(wanted[from].second);
            asked.push_back(wanted[from].first);
        }
        const auto replies = m_client.pipeline(commands);
        if (!replies)
            return replies.error();
        for (std::size_t i = 0; i < asked.size(); ++i) {
            Draft& draft = drafts[asked[i]];
            const Reply& reply = (*replies)[i];
            const Reply& value = reply.isArray() && !reply.items.empty() ? reply.items[0] : reply;
            if (value.isBytes())
                draft.payload = value.bytes;
            else
                damage(draft,
                    QStringLiteral("There is no payload at %1; check the key and the field in [payload].")
                        .arg(printable(draft.values["payload-key"], 100)));
            std::size_t at = 1;
            for (const DescribedField& each : m_description.fields) {
                if (each.source != DescribedField::Source::Own || !reply.isArray())
                    continue;
                if (at < reply.items.size() && reply.items[at].isBytes())
                    draft.values[each.name] = reply.items[at].bytes;
                ++at;
            }
        }
    }
    return {};
}

void TaskAssembler::decode(Draft& draft) const
{
    if (!draft.payload)
        return;
    const DescribedStore& store = placeOf(draft).store;
    if (!store.format.isEmpty()) {
        if (const auto parts = store.format.match(*draft.payload)) {
            for (const auto& [name, value] : *parts) {
                if (name != "payload")
                    draft.values.emplace(name, value);
            }
            draft.payload = parts->at("payload");
        } else {
            damage(draft,
                QStringLiteral("The payload does not match the description: %1.")
                    .arg(printable(store.format.text(), 64)));
        }
    }
    draft.result.payload = *draft.payload;
    draft.values["payload"] = *draft.payload;
    const bool hasPaths = std::any_of(m_description.fields.begin(), m_description.fields.end(),
        [](const DescribedField& field) { return field.source == DescribedField::Source::Path; });
    if (store.decoders.empty() || !hasPaths)
        return;
    DescribedDecoder failed = DescribedDecoder::Json;
    const auto tree = PayloadTree::decode(*draft.payload, store.decoders, failed);
    if (!tree) {
        damage(draft, QStringLiteral("The payload cannot be read as %1.").arg(QString::fromLatin1(wordOf(failed))));
        return;
    }
    for (const DescribedField& field : m_description.fields) {
        if (field.source != DescribedField::Source::Path || draft.values.contains(field.name))
            continue;
        if (auto value = tree->value(field.path))
            draft.values.emplace(field.name, *std::move(value));
    }
}

void TaskAssembler::setInstants(Draft& draft) const
{
    Task& task = draft.result.task;
    const PlaceEntry& entry = draft.result.entry;
    const bool isPending = StateSet::pending().contains(task.state);
    std::optional<TimePoint> at = entry.at;
    if (task.state == TaskState::Leased && draft.lockLeft)
        at = draft.lockLeft->count() >= 0 ? std::optional(m_now + *draft.lockLeft) : std::nullopt;
    if (!at && isPending) {
        const auto due = draft.values.find("due");
        at = due == draft.values.end() ? std::nullopt : writtenInstant(due->second);
    }
    const auto created = draft.values.find("created");
    if (created != draft.values.end())
        task.addedAt = writtenInstant(created->second);
    task.untimed = !at;
    // Replace a pending task's unknown due time with the time of the read. Leave unknown end and claim times alone;
    // otherwise, the tasks would appear to have just ended or just been claimed.
    task.at = at.value_or(isPending ? m_now : TimePoint());
    if (isPending)
        task.dueAt = task.at;
}

void TaskAssembler::complete(Draft& draft, bool isShared) const
{
    const auto valueOf = [&draft](const char* name) {
        const auto value = draft.values.find(name);
        return value == draft.values.end() ? QByteArray() : value->second;
    };
    Task& task = draft.result.task;
    const DescribedPlace& place = placeOf(draft);
    task.state = draft.result.entry.state;
    task.nativeState = place.name;
    task.size = draft.length;
    const QByteArray id = valueOf("id");
    if (place.store.kind == DescribedStore::Kind::Member || id.isEmpty())
        MemberNames::name(task, id, draft.result.entry.member);
    else
        task.id = id;
    task.type = valueOf("type");
    if (task.type.isEmpty()) // the queue name is more informative than the id
        task.type = valueOf("queue");
    task.attempt = std::max(valueOf("attempts").toInt(), 0);
    task.maxAttempts = std::max(valueOf("max-attempts").toInt(), 0);
    task.error = valueOf("error");
    task.worker = task.state == TaskState::Leased ? valueOf("worker") : QByteArray();
    if (isShared)
        task.ownQueue = valueOf("queue");
    if (draft.result.payload.size() <= Task::previewedPayload)
        task.preview = draft.result.payload.left(Task::previewBytes);
    setInstants(draft);
    if (!draft.result.damage.isEmpty())
        task.error = draft.result.damage.toUtf8();
    for (const char* name : {"attempts-left", "body"}) {
        if (const QByteArray value = valueOf(name); !value.isEmpty())
            draft.result.facts.push_back({name, value});
    }
    draft.values.emplace("id", task.id);
    draft.result.values = std::move(draft.values);
}

DescribedTask TaskAssembler::known(
    const PlaceEntry& entry, const std::optional<QByteArray>& payload, bool isShared) const
{
    Draft draft = begin(entry);
    if (placeOf(draft).store.kind != DescribedStore::Kind::Member && payload) {
        draft.payload = payload;
        draft.length = payload->size();
    }
    decode(draft);
    complete(draft, isShared);
    return std::move(draft.result);
}

Result<std::vector<DescribedTask>> TaskAssembler::assemble(
    const std::vector<PlaceEntry>& entries, Payloads payloads, bool isShared)
{
    std::vector<Draft> drafts;
    for (const PlaceEntry& entry : entries)
        drafts.push_back(begin(entry));
    if (const auto read = readPayloads(drafts, payloads); !read)
        return read.error();
    for (Draft& draft : drafts)
        decode(draft);
    if (const auto read = readBeside(drafts); !read)
        return read.error();
    std::vector<DescribedTask> tasks;
    for (Draft& draft : drafts) {
        complete(draft, isShared);
        tasks.push_back(std::move(draft.result));
    }
    std::vector<Task*> named;
    for (DescribedTask& task : tasks)
        named.push_back(&task.task);
    MemberNames::distinguish(named);
    return tasks;
}

} // namespace dueline
