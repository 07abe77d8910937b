// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/framework/memberinspector.h"

#include "core/base/text.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr int membersPerLook = 500;
// A member may have any length, and a search reads many at once: first some, then as many as should have this many bytes.
constexpr int firstExamined = 100;
constexpr int mostAtOnce = 500;
constexpr qint64 bytesPerStep = 8 * 1024 * 1024;
constexpr std::chrono::seconds metBelieved{10};

} // namespace

FoundTask MemberInspector::meet(const TaskSource& source, const SourceEntry& entry, MemberNaming& naming, TimePoint now)
{
    FoundTask found = taskOf(source, entry, naming, now);
    if (source.kind == TaskSource::Kind::SortedSet)
        m_sightings.remember(found.task.id, source.key, entry.score, entry.member);
    return found;
}

Result<std::vector<FoundTask>> MemberInspector::tasksAt(
    const QueueName& queue, const std::vector<TaskSource>& sources, const std::vector<SourceEntry>& entries, bool)
{
    const auto now = this->now();
    if (!now)
        return now.error();
    const auto there = trash(queue).withBytes(sources, entries);
    if (!there)
        return there.error();
    MemberNaming naming;
    std::vector<FoundTask> found;
    m_met.clear();
    m_metIn = queue;
    m_metAt = std::chrono::steady_clock::now();
    for (const SourceEntry& entry : *there) {
        found.push_back(meet(sources[entry.source], entry, naming, *now));
        m_met.emplace(found.back().task.id, entry);
    }
    return found;
}

Result<std::vector<std::optional<TaskRecord>>> MemberInspector::whole(
    const QueueName& queue, const std::vector<TaskId>& ids)
{
    m_isWalking = true;
    auto records = FrameworkInspector::whole(queue, ids);
    m_isWalking = false;
    return records;
}

std::optional<MemberInspector::FoundMember> MemberInspector::metLast(
    const QueueName& queue, const TaskId& id, TimePoint now)
{
    const auto met = m_met.find(id);
    if (met == m_met.end() || m_metIn != queue || std::chrono::steady_clock::now() - m_metAt >= metBelieved)
        return std::nullopt;
    const std::vector<TaskSource> sources = sourcesOf(queue);
    if (met->second.source >= sources.size())
        return std::nullopt;
    MemberNaming naming;
    FoundTask found = taskOf(sources[met->second.source], met->second, naming, now);
    found.task.id = id; // equal members are told apart by how many there are before
    return FoundMember{std::move(found), met->second.member};
}

int MemberInspector::mostExamined(const QueueName& queue) const
{
    const auto known = m_mostExamined.find(queue);
    return known == m_mostExamined.end() ? firstExamined : known->second;
}

Result<> MemberInspector::sift(const QueueName& queue, const std::vector<TaskSource>& sources, const TaskFilter& filter,
    std::vector<SourceEntry>& entries)
{
    // How long the next ones are the last ones tell.
    qint64 bytes = 0;
    for (const SourceEntry& entry : entries)
        bytes += entry.member.size();
    if (!entries.empty()) {
        const qint64 fitting = bytesPerStep / std::max<qint64>(bytes / qint64(entries.size()), 1);
        m_mostExamined[queue] = int(std::clamp<qint64>(std::min<qint64>(fitting, 2 * mostExamined(queue)), 1, mostAtOnce));
    }
    const TaskFilter wanted = filter.wanted({TaskFilter::Term::Field::Payload});
    const bool isChosen = filter.texts() && !filter.texts()->types().isEmpty(); // which wants the payload alone
    if (!payloadIsInMember() || wanted.isEmpty() || isChosen) // what is JSON is nothing that a reader finds by itself
        return {};
    std::erase_if(entries, [&](const SourceEntry& entry) {
        return sources[entry.source].state != TaskState::Trash && !wanted.matches({}, entry.member, {});
    });
    return {};
}

Result<std::optional<MemberInspector::FoundMember>> MemberInspector::findAgain(
    const QueueName& queue, SourceReader& reader, const TaskId& id, TimePoint now)
{
    const auto sighted = m_sightings.of(id);
    if (!sighted)
        return std::optional<FoundMember>();
    for (std::size_t i = 0; i < reader.sources().size(); ++i) {
        const TaskSource& source = reader.sources()[i];
        if (source.key != sighted->key)
            continue;
        const QByteArray score = scoreText(sighted->score);
        const auto members
            = client().call({"ZRANGE", source.key, score, score, "BYSCORE", "LIMIT", "0", number(membersPerLook)});
        if (!members)
            return members.error();
        std::vector<SourceEntry> entries;
        for (const Reply& member : members->items)
            entries.push_back({i, source.state, member.bytes, sighted->score, source.instantOf(sighted->score)});
        const auto there = trash(queue).withBytes(reader.sources(), std::move(entries));
        if (!there)
            return there.error();
        for (SourceEntry entry : *there) {
            if (MemberSightings::digestOf(entry.member) != sighted->digest)
                continue;
            if (source.whenDue && entry.at <= now)
                entry.state = *source.whenDue;
            MemberNaming naming;
            FoundTask found = meet(source, entry, naming, now);
            found.task.id = id;
            return std::optional(FoundMember{std::move(found), entry.member});
        }
    }
    return std::optional<FoundMember>();
}

Result<MemberInspector::FoundMember> MemberInspector::findMember(const QueueName& queue, const TaskId& id)
{
    const auto now = this->now();
    if (!now)
        return now.error();
    if (m_isWalking) {
        if (auto met = metLast(queue, id, *now))
            return *std::move(met);
    }
    SourceReader reader(client(), sourcesOf(queue));
    auto again = findAgain(queue, reader, id, *now);
    if (!again)
        return again.error();
    if (*again)
        return **std::move(again);
    const auto counts = reader.counts(*now);
    if (!counts)
        return counts.error();
    MemberNaming naming;
    qint64 looked = 0;
    bool isCut = false;
    for (const TaskState state : allStates) {
        for (qint64 offset = 0; !isCut; offset += membersPerLook) {
            const auto page = reader.page(*counts, state, offset, membersPerLook);
            if (!page)
                return page.error();
            const auto there = trash(queue).withBytes(reader.sources(), page->entries);
            if (!there)
                return there.error();
            for (const SourceEntry& entry : *there) {
                FoundTask found = meet(reader.sources()[entry.source], entry, naming, *now);
                if (found.task.id == id)
                    return FoundMember{std::move(found), entry.member};
            }
            if (page->entries.empty() || offset + membersPerLook >= page->total)
                break;
            looked += qint64(page->entries.size());
            isCut = looked >= mostLookedThrough;
        }
    }
    const QString where = printable(shownName(queue));
    return Error{ErrorCode::NotFound,
        isCut ? QStringLiteral("The task \"%1\" is not among the first %2 of \"%3\"; find it with --match.")
                    .arg(printable(id))
                    .arg(mostLookedThrough)
                    .arg(where)
              : QStringLiteral("There is no task \"%1\" in \"%2\".").arg(printable(id), where)};
}

} // namespace dueline
