// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/memberinspector.h"

#include "core/base/text.h"
#include "core/layouts/shared/jobs/jobwords.h"
#include "core/queue/readabletext.h"
#include "core/redis/reply.h"

#include <QStringList>

#include <algorithm>
#include <utility>

namespace dueline {

namespace {

constexpr int membersPerLook = 500;
// A search reads many members per call, and members may be long. It starts with firstExamined members per call, and
// then adapts the number so that each call reads about bytesPerStep bytes.
constexpr int firstExamined = 100;
constexpr int mostAtOnce = 500;
constexpr qint64 bytesPerStep = 8 * 1024 * 1024;
constexpr std::chrono::seconds metBelieved{10};

} // namespace

FoundTask MemberInspector::meet(const TaskSource& source, const SourceEntry& entry, TimePoint now)
{
    FoundTask found = taskOf(source, entry, now);
    if (source.kind == TaskSource::Kind::SortedSet)
        m_sightings.remember(MemberNames::digestIn(found.task.exact), source.key, entry.score);
    return found;
}

void MemberInspector::distinguish(std::vector<FoundTask>& found)
{
    std::vector<Task*> tasks;
    for (FoundTask& one : found)
        tasks.push_back(&one.task);
    MemberNames::distinguish(tasks);
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
    std::vector<FoundTask> found;
    for (const SourceEntry& entry : *there)
        found.push_back(meet(sources[entry.source], entry, *now));
    distinguish(found);
    m_met.clear();
    m_metIn = queue;
    m_metAt = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < found.size(); ++i)
        m_met.emplace(exactId(found[i].task), Met{found[i].task.id, sources[(*there)[i].source].key, (*there)[i]});
    return found;
}

Result<std::vector<std::optional<TaskRecord>>> MemberInspector::readRecords(
    const QueueName& queue, const std::vector<TaskId>& ids)
{
    m_searchedLists.clear();
    m_tooFar.clear();
    if (const auto found = findInLists(queue, ids); !found)
        return found.error();
    m_isWalking = true;
    auto records = FrameworkInspector::readRecords(queue, ids);
    m_isWalking = false;
    for (std::size_t i = 0; records && i < records->size(); ++i) {
        const auto tooFar = m_tooFar.find(ids[i]);
        if (!(*records)[i] && tooFar != m_tooFar.end())
            (*records)[i] = TaskRecord::unreadable(ids[i], tooFar->second);
    }
    return records;
}

Result<> MemberInspector::findInLists(const QueueName& queue, const std::vector<TaskId>& ids)
{
    const auto now = this->now();
    if (!now)
        return now.error();
    std::vector<TaskId> missing;
    for (const TaskId& id : ids) {
        if (!MemberNames::digestIn(id).isEmpty() && !metLast(queue, id, *now))
            missing.push_back(id);
    }
    if (missing.empty())
        return {};
    const auto readAt = std::chrono::steady_clock::now();
    if (m_metIn != queue || readAt - m_metAt >= metBelieved) {
        m_met.clear();
        m_metIn = queue;
        m_metAt = readAt;
    }
    const std::vector<TaskSource> sources = sourcesOf(queue);
    for (std::size_t i = 0; i < sources.size() && !missing.empty(); ++i) {
        if (sources[i].kind != TaskSource::Kind::List || !seeks(sources[i].state))
            continue;
        std::vector<MemberWanted> wanted;
        for (const TaskId& id : missing)
            wanted.push_back({MemberNames::digestIn(id), "-"});
        const auto places = m_places.find(keysOf(queue), sources[i], wanted);
        if (!places)
            return places.error();
        std::vector<TaskId> left;
        for (std::size_t k = 0; k < missing.size(); ++k) {
            if (!(*places)[k]) {
                left.push_back(missing[k]);
                continue;
            }
            const SourceEntry entry{i, sources[i].state, (*places)[k]->member, 0, *now};
            m_met.insert_or_assign(missing[k], Met{taskOf(sources[i], entry, *now).task.id, sources[i].key, entry});
        }
        missing = std::move(left);
        m_searchedLists.insert(sources[i].key);
    }
    return {};
}

Result<TaskDetail> MemberInspector::taskIn(const QueueName& queue, const TaskId& id, StateSet states)
{
    const StateSet before = std::exchange(m_sought, states);
    auto detail = FrameworkInspector::taskIn(queue, id, states);
    m_sought = before;
    return detail;
}

std::optional<MemberInspector::FoundMember> MemberInspector::metLast(
    const QueueName& queue, const TaskId& id, TimePoint now)
{
    const auto met = m_met.find(id);
    if (met == m_met.end() || m_metIn != queue || std::chrono::steady_clock::now() - m_metAt >= metBelieved)
        return std::nullopt;
    const std::vector<TaskSource> sources = sourcesOf(queue);
    const SourceEntry& entry = met->second.entry;
    // The source's index may have changed, because lists of running tasks come and go.
    if (entry.source >= sources.size() || sources[entry.source].key != met->second.key || !seeks(entry.state))
        return std::nullopt;
    FoundTask found = taskOf(sources[entry.source], entry, now);
    found.task.id = met->second.id;
    return FoundMember{std::move(found), entry.member};
}

int MemberInspector::mostExamined(const QueueName& queue) const
{
    const auto known = m_mostExamined.find(queue);
    return known == m_mostExamined.end() ? firstExamined : known->second;
}

Result<> MemberInspector::sift(const QueueName& queue, const std::vector<TaskSource>& sources, const TaskFilter& filter,
    std::vector<SourceEntry>& entries)
{
    // Use these members' sizes to estimate the sizes of the next ones.
    qint64 bytes = 0;
    for (const SourceEntry& entry : entries)
        bytes += entry.member.size();
    if (!entries.empty()) {
        const qint64 fitting = bytesPerStep / std::max<qint64>(bytes / qint64(entries.size()), 1);
        m_mostExamined[queue]
            = int(std::clamp<qint64>(std::min<qint64>(fitting, 2 * mostExamined(queue)), 1, mostAtOnce));
    }
    // If the filter selects task types, payloads are converted before they are compared, so the stored bytes can't rule
    // out a task.
    const bool isChosen = filter.texts() && !filter.texts()->types().isEmpty();
    // Search the stored bytes only if members contain the payload unchanged.
    if (!payloadIsInMember() || isChosen)
        return {};
    using Field = TaskFilter::Term::Field;
    // A value without a colon is in a member or its digest if it is in the task's id, payload or error, because only a
    // colon joins the parts of an error.
    const TaskFilter anywhere = filter.wanted({Field::Any});
    const QByteArray own = anywhere.isEmpty() ? QByteArray() : ownErrors();
    const bool siftsAny = !anywhere.isEmpty()
        && std::none_of(anywhere.terms().begin(), anywhere.terms().end(), [&own](const auto& term) {
               return term.text.contains(':') || term.text.startsWith(' ')
                   || ReadableText::containsFolded(own, term.text);
           });
    const TaskFilter wanted = siftsAny ? filter.wanted({Field::Payload, Field::Any}) : filter.wanted({Field::Payload});
    if (wanted.isEmpty())
        return {};
    Task named;
    std::erase_if(entries, [&](const SourceEntry& entry) {
        if (sources[entry.source].state == TaskState::Trash)
            return false;
        if (siftsAny)
            named.id = "bytes-~" + MemberNames::digestOf(entry.member);
        return !wanted.matches(named, entry.member, {});
    });
    return {};
}

Result<std::optional<MemberInspector::FoundMember>> MemberInspector::findAgain(
    const QueueName& queue, KeyReader& reader, const QByteArray& digest, TimePoint now)
{
    const auto sighted = m_sightings.of(digest);
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
            if (MemberNames::digestOf(entry.member) != digest)
                continue;
            if (source.whenDue && entry.at <= now)
                entry.state = *source.whenDue;
            if (!seeks(entry.state))
                continue;
            return std::optional(FoundMember{meet(source, entry, now), entry.member});
        }
    }
    return std::optional<FoundMember>();
}

/// Searches all sources once. Stops if `id` is the exact name of a member. Otherwise, collects all members with this
/// id, to detect ambiguity.
Result<std::optional<MemberInspector::FoundMember>> MemberInspector::walkTo(
    const QueueName& queue, KeyReader& reader, const TaskId& id, TimePoint now, bool& isCut)
{
    const auto counts = reader.counts(now);
    if (!counts)
        return counts.error();
    // the part of the id before `~`, which every match contains
    const QByteArray begin = id.left(id.indexOf('~'));
    const auto mayBe = [&begin](const QByteArray& member) {
        return member.contains(begin) || member.contains('\\') || begin.startsWith("bytes-");
    };
    SharedId shared(id);
    qint64 looked = 0;
    for (const TaskState state : allStates) {
        if (!seeks(state))
            continue;
        for (qint64 offset = 0; !isCut; offset += membersPerLook) {
            const auto page = reader.page(*counts, state, offset, membersPerLook);
            if (!page)
                return page.error();
            const auto there = trash(queue).withBytes(reader.sources(), page->entries);
            if (!there)
                return there.error();
            for (const SourceEntry& entry : *there) {
                if (!mayBe(entry.member))
                    continue;
                FoundMember found{meet(reader.sources()[entry.source], entry, now), entry.member};
                if (shared.meet(found) == MemberNames::Match::Exact)
                    return std::optional(std::move(found));
            }
            if (page->entries.empty() || offset + membersPerLook >= page->total)
                break;
            looked += qint64(page->entries.size());
            isCut = looked >= mostLookedThrough;
        }
    }
    return shared.found(shownName(queue), isCut);
}

MemberNames::Match MemberInspector::SharedId::meet(const FoundMember& found)
{
    const Task& task = found.found.task;
    const auto match = MemberNames::matches(m_id, task);
    if (match != MemberNames::Match::Shared)
        return match;
    m_names.emplace(MemberNames::shortened(task), stateName(task.state).toByteArray());
    m_states.insert(task.state);
    if (!m_first) {
        m_first = found;
        m_wanted = m_id == ownIdOf(task) ? 1 : MemberNames::numberOf(m_id);
    }
    m_equal += m_first->member == found.member ? 1 : 0;
    if (m_equal == m_wanted && !m_meant)
        m_meant = found;
    return match;
}

Result<std::optional<MemberInspector::FoundMember>> MemberInspector::SharedId::found(
    const QByteArray& queue, bool isCut) const
{
    if (m_names.size() > 1) {
        QStringList names;
        for (auto name = m_names.begin(); name != m_names.end() && names.size() < mostNamed; ++name) {
            names << QStringLiteral("%1 (%2)").arg(printable(name->first), QString::fromLatin1(name->second));
        }
        if (m_names.size() > std::size_t(mostNamed))
            names << jobwords::moreNames(qint64(m_names.size()) - mostNamed);
        return Error{ErrorCode::Refused,
            jobwords::idIsAmbiguous(qint64(m_names.size()), printable(queue), names.join(QStringLiteral(", ")))};
    }
    if (m_names.empty())
        return m_meant;
    const QString exact = printable(m_names.begin()->first);
    const bool isNumbered = m_wanted > 1; // equal tasks in task lists are numbered in the order of their states
    if (!isNumbered && m_states != StateSet{m_first->found.task.state}) {
        return Error{ErrorCode::Refused,
            jobwords::stateIsAmbiguous(
                printable(queue), QString::fromUtf8(stateNames(m_states).replace(",", ", ")), exact)};
    }
    const bool isDigest = m_first->found.task.exact.startsWith("bytes-");
    if (isCut && !isDigest) {
        return Error{ErrorCode::Refused, jobwords::idMayBeAmbiguous(mostLookedThrough, printable(queue), exact)};
    }
    return m_meant;
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
    std::vector<TaskSource> sources = sourcesOf(queue);
    const QByteArray digest = MemberNames::digestIn(id);
    if (m_isWalking && !digest.isEmpty())
        std::erase_if(sources, [this](const TaskSource& source) { return m_searchedLists.contains(source.key); });
    KeyReader reader(client(), std::move(sources));
    bool isCut = false;
    auto found = digest.isEmpty() ? Result(std::optional<FoundMember>()) : findAgain(queue, reader, digest, *now);
    if (found && !*found)
        found = walkTo(queue, reader, id, *now, isCut);
    if (!found)
        return found.error();
    if (*found) {
        if (digest.isEmpty())
            (*found)->found.task.id = id; // return the id that the caller specified
        return **std::move(found);
    }
    return notFound(queue, id, isCut);
}

Error MemberInspector::notFound(const QueueName& queue, const TaskId& id, bool isCut)
{
    const QString where = printable(shownName(queue));
    if (!isCut)
        return {ErrorCode::NotFound, jobwords::noTaskIn(printable(id), where)};
    const QString tooFar = jobwords::taskIsTooFar(printable(id), mostLookedThrough, where);
    if (m_isWalking && !MemberNames::digestIn(id).isEmpty())
        m_tooFar.insert_or_assign(id, tooFar);
    return {ErrorCode::NotFound, tooFar};
}

} // namespace dueline
