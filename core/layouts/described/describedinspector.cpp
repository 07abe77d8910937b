// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/describedinspector.h"

#include "core/base/text.h"
#include "core/layouts/shared/jobs/frameworkinspector.h"
#include "core/layouts/shared/jobs/memberids.h"
#include "core/layouts/shared/jobs/operationstore.h"
#include "core/redis/reply.h"

#include <QElapsedTimer>
#include <QStringList>

#include <algorithm>

namespace dueline {

namespace {

constexpr std::size_t mostMet = 50'000;
constexpr qint64 mostWalked = 100'000; ///< maximum number of entries to read when searching for an id
constexpr qint64 longestWalk = 2'000; ///< time limit for an id search, in ms
constexpr int describedPerStep = 500;
constexpr auto trashCursor = "trash "; ///< prefix of a trash search cursor; a rank follows
/// Maximum number of scheduled tasks whose payloads are read to get their due times.
constexpr qint64 mostTimed = 1'000;

constexpr std::size_t mostCounted = 50'000; ///< maximum number of keys to read counts from when listing queues
/// Maximum number of queues to look up individually when listing queues.
constexpr std::size_t mostAsked = 500;
const char* const uncounted = "Counts are lower bounds: there are too many queues or keys; open this queue alone.";

void addNote(QueueInfo& info, const QString& sentence)
{
    info.note = (QString::fromUtf8(info.note) + u' ' + sentence).trimmed().toUtf8();
}

} // namespace

DescribedInspector::DescribedInspector(
    RedisClient& client, std::shared_ptr<const Description> description, const QueueName& shared)
    : m_client(client)
    , m_description(std::move(description))
    , m_keys(client, *m_description, shared)
{ }

void DescribedInspector::forget()
{
    m_keys.forget();
    m_clock.forget();
    m_met.clear();
}

QueueInfo DescribedInspector::emptyInfo(const QueueName& queue, TimePoint now) const
{
    QueueInfo info;
    info.name = queue;
    info.serverNow = now;
    info.states = StateSet{TaskState::Trash};
    info.unseenWorkers = true;
    QStringList notes;
    QStringList shared;
    bool hasStream = false;
    for (const DescribedPlace& place : m_description->places) {
        if (!m_keys.hasPlace(place, queue)) {
            if (place.kind == DescribedPlace::Kind::Stream)
                hasStream = true;
            else if (place.isShared())
                shared << QString::fromUtf8(place.name);
            continue;
        }
        info.states.insert(place.state);
        if (place.state == TaskState::Scheduled)
            info.states.insert(TaskState::Due);
        if (hasLeases(place))
            info.states.insert(TaskState::Leased);
        if (!place.note.isEmpty())
            notes << QString::fromUtf8(place.note);
    }
    if (hasStream)
        notes << QStringLiteral("Messages in streams are not shown here; open them with the layout \"stream\".");
    info.note = notes.join(u' ').toUtf8();
    QStringList elsewhere;
    if (!shared.isEmpty()) {
        elsewhere << QStringLiteral("Tasks in %1 are listed for all queues together, in %2.")
                         .arg(shared.join(QStringLiteral(", ")), printable(m_keys.shared()));
    }
    info.elsewhere = elsewhere.join(u' ').toUtf8();
    return info;
}

Result<std::vector<QueueInfo>> DescribedInspector::infosOf(const std::vector<QueueName>& queues)
{
    const auto now = m_clock.now(m_client);
    if (!now)
        return now.error();
    std::vector<QueueInfo> infos;
    std::vector<PlaceKey> all;
    std::vector<std::size_t> ends;
    std::vector<Command> signs;
    const bool areFixed = m_keys.areKeysFixed();
    for (const QueueName& queue : queues) {
        infos.push_back(emptyInfo(queue, *now));
        const bool isCounted = all.size() < mostCounted && (areFixed || infos.size() <= mostAsked);
        const auto found = isCounted ? m_keys.of(queue) : Result(PlaceKeys::Found{{}, QString::fromUtf8(uncounted)});
        if (!found && found.error().code != ErrorCode::WrongType)
            return found.error();
        if (found)
            all.insert(all.end(), found->keys.begin(), found->keys.end());
        else
            infos.back().unreadable = found.error().message.toUtf8();
        if (found && !found->gap.isEmpty()) {
            infos.back().isPart = true;
            addNote(infos.back(), found->gap);
        }
        ends.push_back(all.size());
        const std::vector<Command> its = m_keys.signsOf(queue);
        signs.insert(signs.end(), its.begin(), its.end());
        signs.push_back(trashOf(queue).counting());
        signs.push_back(OperationStore::newest(overlayOf(queue)));
    }
    PlaceReader reader(m_client, *m_description, all);
    auto counted = reader.count(*now);
    if (counted)
        counted = reader.readEnds();
    const auto there = counted ? askInParts(m_client, signs) : Result(std::vector<Reply>());
    if (!there)
        return there.error();
    if (!counted && counted.error().code == ErrorCode::WrongType && queues.size() == 1) {
        infos[0].unreadable = counted.error().message.toUtf8();
        return infos;
    }
    if (!counted && counted.error().code == ErrorCode::WrongType) {
        // read the queues one by one, because an error may affect only some of them
        std::vector<QueueInfo> each;
        std::vector<QueueName> rest;
        for (std::size_t i = 0; i < infos.size(); ++i) {
            if (infos[i].isPart && ends[i] == (i == 0 ? 0 : ends[i - 1])) {
                each.push_back(std::move(infos[i]));
                continue;
            }
            rest.push_back(queues[i]);
        }
        const auto middle = rest.begin() + std::ptrdiff_t(rest.size() / 2);
        for (const std::vector<QueueName>& half :
            {std::vector(rest.begin(), middle), std::vector(middle, rest.end())}) {
            auto infosOfHalf = half.empty() ? Result(std::vector<QueueInfo>()) : infosOf(half);
            if (!infosOfHalf)
                return infosOfHalf;
            each.insert(each.end(), std::move_iterator(infosOfHalf->begin()), std::move_iterator(infosOfHalf->end()));
        }
        std::sort(each.begin(), each.end(), [](const QueueInfo& a, const QueueInfo& b) { return a.name < b.name; });
        return each;
    }
    if (!counted)
        return counted.error();
    std::vector<QueueInfo> found;
    auto sign = there->begin();
    for (std::size_t i = 0; i < infos.size(); ++i) {
        QueueInfo& info = infos[i];
        const std::size_t from = i == 0 ? 0 : ends[i - 1];
        info.counts = reader.counts(from, ends[i]);
        reader.setEnds(info, from, ends[i]);
        if (reader.hasUncheckedLeases(from, ends[i]))
            addNote(info,
                QStringLiteral("Only the first %L1 tasks were checked for leases.").arg(PlaceReader::leaseWindow));
        const auto& counts = info.counts.perState;
        bool isThere = m_keys.isShared(info.name) || (info.isPart && queues.size() > 1) || !info.unreadable.isEmpty()
            || m_keys.isNamed(info.name)
            || std::any_of(counts.begin(), counts.end(), [](qint64 count) { return count > 0; });
        for (std::size_t left = m_keys.signsOf(info.name).size(); left > 0; --left, ++sign)
            isThere = isThere || PlaceKeys::isSign(*sign);
        const Reply& trash = *sign++; // reply about the trash; an error if the user isn't allowed to read it
        info.counts[TaskState::Trash] = trash.isInteger() ? trash.integer : 0;
        info.lastOperation = OperationStore::newestIn(*sign++);
        if (isThere || info.counts[TaskState::Trash] > 0)
            found.push_back(std::move(info));
    }
    return found;
}

Result<std::vector<QueueInfo>> DescribedInspector::queues()
{
    const auto names = m_keys.names();
    return names ? infosOf(*names) : names.error();
}

Result<QueueInfo> DescribedInspector::queue(const QueueName& queue)
{
    m_clock.forget(); // an operation starts here, so get a fresh server time
    auto infos = infosOf({queue});
    if (!infos)
        return infos.error();
    if (infos->empty())
        return Error{ErrorCode::NotFound, QStringLiteral("There is no queue \"%1\".").arg(printable(queue))};
    return std::move(infos->front());
}

Result<std::vector<DescribedTask>> DescribedInspector::tasksAt(const QueueName& queue,
    const std::vector<PlaceKey>& keys, const std::vector<PlaceEntry>& entries, TimePoint now,
    TaskAssembler::Payloads payloads)
{
    auto tasks = TaskAssembler(m_client, *m_description, keys, now).assemble(entries, payloads, m_keys.isShared(queue));
    if (!tasks)
        return tasks;
    if (m_metIn != queue || m_met.size() > mostMet)
        m_met.clear();
    m_metIn = queue;
    std::map<std::size_t, std::shared_ptr<const PlaceKey>> shared;
    for (const DescribedTask& task : *tasks) {
        std::shared_ptr<const PlaceKey>& key = shared[task.entry.key];
        if (!key)
            key = std::make_shared<const PlaceKey>(keys[task.entry.key]);
        m_met.insert_or_assign(exactId(task.task), Met{key, task.entry});
    }
    return tasks;
}

Result<TaskPage> DescribedInspector::trashPage(const PageRequest& request)
{
    DescribedTrash trash = trashOf(request.queue);
    const auto count = m_client.pipeline({trash.counting()});
    if (!count)
        return count.error();
    auto tasks = trash.page(request.offset, std::clamp(request.limit, 0, maxPage));
    if (!tasks)
        return tasks.error();
    TaskPage page;
    page.total = count->front().isInteger() ? count->front().integer : 0;
    for (DescribedTask& task : *tasks)
        page.tasks.push_back(std::move(task.task));
    return page;
}

Result<TaskPage> DescribedInspector::page(const PageRequest& request)
{
    if (request.states.isEmpty() ? request.state == TaskState::Trash : request.states == StateSet{TaskState::Trash})
        return trashPage(request);
    const auto now = m_clock.now(m_client);
    if (!now)
        return now.error();
    auto keys = m_keys.of(request.queue);
    if (!keys)
        return keys.error();
    PlaceReader reader(m_client, *m_description, std::move(keys->keys));
    if (const auto counted = reader.count(*now); !counted)
        return counted.error();
    const int limit = std::clamp(request.limit, 0, maxPage);
    const auto read = request.states.isEmpty() ? reader.page(request.state, request.offset, limit)
                                               : reader.merged(request.states, request.offset, limit);
    if (!read)
        return read.error();
    auto tasks = tasksAt(request.queue, reader.keys(), read->entries, *now, TaskAssembler::Payloads::Short);
    if (!tasks)
        return tasks.error();
    TaskPage page;
    page.total = read->total;
    page.isPart = !keys->gap.isEmpty();
    for (DescribedTask& task : *tasks)
        page.tasks.push_back(std::move(task.task));
    return page;
}

qint64 DescribedInspector::mostForBeginnings(const QueueName&) { return mostWalked; }

void DescribedInspector::addMatches(
    SearchStep& step, std::vector<DescribedTask> tasks, const SearchRequest& request, TimePoint now)
{
    for (DescribedTask& each : tasks) {
        const bool isEnded = !StateSet::pending().contains(each.task.state) && each.task.state != TaskState::Leased;
        const auto& latest = isEnded ? request.changedBefore : request.waitingUntil;
        if (latest && each.task.state != TaskState::Leased && !each.task.untimed && each.task.at > *latest)
            continue;
        const bool isUnknown = each.isUnread && request.filter.needsPayload();
        if (request.filter.matches(each.task, each.payload, now, request.queue)
            && !(isUnknown && request.filter.excludesByPayload()))
            step.matches.push_back(std::move(each.task));
        else if (isUnknown)
            ++step.unread;
    }
}

Result<SearchStep> DescribedInspector::searchTrash(const SearchRequest& request, TimePoint now)
{
    const qint64 from = request.cursor.mid(qstrlen(trashCursor)).toLongLong();
    const qint64 most = std::clamp(request.examine, 1, 1000);
    auto tasks = trashOf(request.queue).page(from, most);
    if (!tasks)
        return tasks.error();
    SearchStep step;
    step.examined = qint64(tasks->size());
    if (step.examined == most)
        step.cursor = trashCursor + number(from + most);
    addMatches(step, *std::move(tasks), request, now);
    return step;
}

Result<SearchStep> DescribedInspector::search(const SearchRequest& request)
{
    const auto now = m_clock.now(m_client);
    if (!now)
        return now.error();
    const StateSet states = request.filter.states().intersected(request.states);
    if (request.cursor.startsWith(trashCursor) || states == StateSet{TaskState::Trash})
        return searchTrash(request, *now);
    const auto found = m_keys.of(request.queue);
    if (!found)
        return found.error();
    const std::vector<PlaceKey>* keys = &found->keys;
    const auto walked = PlaceWalk(m_client, *m_description, *keys).step(states, request.cursor, request.examine, *now);
    if (!walked)
        return walked.error();
    SearchStep step;
    step.examined = walked->examined;
    step.cursor = walked->cursor;
    if (step.cursor.isEmpty() && states.contains(TaskState::Trash))
        step.cursor = trashCursor + number(0);
    auto tasks = tasksAt(request.queue, *keys, walked->entries, *now,
        request.filter.needsPayload() ? TaskAssembler::Payloads::All : TaskAssembler::Payloads::Short);
    if (!tasks)
        return tasks.error();
    addMatches(step, *std::move(tasks), request, *now);
    return step;
}

Result<std::vector<TimelineBin>> DescribedInspector::timeline(
    const QueueName& queue, TimePoint from, TimePoint to, int bins)
{
    auto timeline = timelineBins(from, to, bins);
    if (!timeline)
        return timeline;
    const auto now = m_clock.now(m_client);
    if (!now)
        return now.error();
    auto keys = m_keys.of(queue);
    if (!keys)
        return keys.error();
    PlaceReader reader(m_client, *m_description, std::move(keys->keys));
    if (const auto counted = reader.count(*now); !counted)
        return counted.error();
    if (const auto added = reader.addTo(*timeline); !added)
        return added.error();
    if (!m_description->field("due"))
        return timeline;
    const auto entries = reader.undated(TaskState::Scheduled, mostTimed);
    if (!entries)
        return entries.error();
    const auto tasks = tasksAt(queue, reader.keys(), *entries, *now, TaskAssembler::Payloads::Short);
    if (!tasks)
        return tasks.error();
    for (const DescribedTask& task : *tasks) {
        const auto bin = std::find_if(timeline->begin(), timeline->end(),
            [at = task.task.at](const TimelineBin& each) { return each.from <= at && at < each.to; });
        if (!task.task.untimed && bin != timeline->end())
            ++bin->counts[TaskState::Scheduled];
    }
    return timeline;
}

Result<std::optional<DescribedTask>> DescribedInspector::findAgain(
    const QueueName& queue, const TaskId& id, TimePoint now)
{
    const auto met = m_met.find(id);
    if (m_metIn != queue || met == m_met.end())
        return std::optional<DescribedTask>();
    const std::vector<PlaceKey> keys{*met->second.key};
    PlaceEntry entry = met->second.entry;
    entry.key = 0;
    const auto there = PlaceWalk(m_client, *m_description, keys).again(entry, now);
    if (!there)
        return there.error();
    if (!*there)
        return std::optional<DescribedTask>();
    auto tasks = TaskAssembler(m_client, *m_description, keys, now)
                     .assemble({**there}, TaskAssembler::Payloads::All, m_keys.isShared(queue));
    if (!tasks)
        return tasks.error();
    return std::optional(std::move(tasks->front()));
}

/// Finds a task by composing its member from the id, if the id contains all required values. `left`: receives the keys
/// that may still contain the task if it isn't found this way.
Result<std::optional<DescribedTask>> DescribedInspector::findById(const QueueName& queue,
    const std::vector<PlaceKey>& keys, const TaskId& id, TimePoint now, std::vector<PlaceKey>& left)
{
    PlaceWalk walk(m_client, *m_description, keys);
    const bool isNumbered = MemberNames::numberOf(id) > 1 || !MemberNames::digestIn(id).isEmpty();
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const DescribedPlace& place = m_description->places[keys[i].place];
        const bool isStored = place.store.kind != DescribedStore::Kind::Member;
        const bool isString = place.kind == DescribedPlace::Kind::String;
        Variables values = keys[i].values;
        values["id"] = id;
        const auto member
            = isStored && place.member.has("id") && !isString ? place.member.render(values) : std::nullopt;
        if (!member) {
            const auto named = keys[i].values.find("id");
            if (named == keys[i].values.end() || named->second == id || isNumbered)
                left.push_back(keys[i]);
            continue;
        }
        const auto there = walk.again({i, *member, {}, keys[i].at, place.state}, now);
        if (!there)
            return there.error();
        if (!*there) {
            if (isNumbered || (place.kind == DescribedPlace::Kind::List && walk.isLonger()))
                left.push_back(keys[i]);
            continue;
        }
        auto tasks = tasksAt(queue, keys, {**there}, now, TaskAssembler::Payloads::All);
        if (!tasks)
            return tasks.error();
        return std::optional(std::move(tasks->front()));
    }
    return std::optional<DescribedTask>();
}

Result<DescribedTask> DescribedInspector::findByWalk(
    const QueueName& queue, const std::vector<PlaceKey>& keys, const TaskId& id, TimePoint now, const QString& gap)
{
    PlaceWalk walk(m_client, *m_description, keys);
    QElapsedTimer timer;
    timer.start();
    std::optional<DescribedTask> found;
    std::map<TaskId, QByteArray> different; // state of each task with this id, by the task's exact name
    QByteArray cursor;
    qint64 examined = 0;
    int equal = 0;
    const int wanted = MemberNames::numberOf(id);
    do {
        const auto step = walk.step(StateSet::all(), cursor, describedPerStep, now);
        if (!step)
            return step.error();
        cursor = step->cursor;
        examined += step->examined;
        std::vector<PlaceEntry> entries = step->entries;
        std::erase_if(entries, [&](const PlaceEntry& entry) {
            const DescribedPlace& place = m_description->places[keys[entry.key].place];
            const auto values = memberValues(place, entry.member);
            const auto known = values ? values->find("id") : Variables::const_iterator();
            const bool isKnown = values && known != values->end();
            return isKnown && id != known->second && !id.startsWith(known->second + '~');
        });
        auto tasks = tasksAt(queue, keys, entries, now, TaskAssembler::Payloads::Short);
        if (!tasks)
            return tasks.error();
        for (DescribedTask& task : *tasks) {
            const auto match = task.task.exact.isEmpty()
                ? (task.task.id == id ? MemberNames::Match::Shared : MemberNames::Match::None)
                : MemberNames::matches(id, task.task);
            if (match == MemberNames::Match::None)
                continue;
            if (match == MemberNames::Match::Exact)
                return std::move(task);
            different.emplace(task.task.exact.isEmpty() ? task.task.id : MemberNames::shortened(task.task),
                stateName(task.task.state).toByteArray());
            if (!found || (different.size() == 1 && ++equal < wanted))
                found = std::move(task);
        }
    } while (!cursor.isEmpty() && examined < mostWalked && timer.elapsed() < longestWalk);
    if (different.size() > 1) {
        QStringList names;
        for (const auto& [name, state] : different)
            names << QStringLiteral("%1 (%2)").arg(printable(name), QString::fromLatin1(state));
        return Error{ErrorCode::Refused,
            QStringLiteral("%1 different tasks in \"%2\" have this id; specify one of them: %3.")
                .arg(different.size())
                .arg(printable(queue), names.mid(0, 8).join(QStringLiteral(", ")))};
    }
    if (found) {
        found->task.id = id;
        return *std::move(found);
    }
    const bool isCut = !cursor.isEmpty();
    return Error{ErrorCode::NotFound,
        isCut ? QStringLiteral("The task \"%1\" is not among the %2 tasks in \"%3\" that were read; find it with "
                               "--match.")
                    .arg(printable(id))
                    .arg(examined)
                    .arg(printable(queue))
              : QStringLiteral("There is no task \"%1\" in \"%2\". %3")
                    .arg(printable(id), printable(queue), gap)
                    .trimmed()};
}

Result<DescribedTask> DescribedInspector::find(const QueueName& queue, const TaskId& id)
{
    const auto now = m_clock.now(m_client);
    if (!now)
        return now.error();
    auto met = findAgain(queue, id, *now);
    if (!met)
        return met.error();
    if (*met) {
        (*met)->task.id = id == (*met)->task.exact ? (*met)->task.id : id;
        return **std::move(met);
    }
    const auto found = m_keys.of(queue);
    if (!found)
        return found.error();
    std::vector<PlaceKey> left;
    auto byId = findById(queue, found->keys, id, *now, left);
    if (!byId)
        return byId.error();
    if (*byId)
        return **std::move(byId);
    auto discarded = trashOf(queue).find(id);
    if (!discarded)
        return discarded.error();
    if (*discarded)
        return **std::move(discarded);
    return findByWalk(queue, left, id, *now, found->gap);
}

Result<bool> DescribedInspector::isListed(const QueueName& queue)
{
    const std::vector<Command> signs = m_keys.signsOf(queue);
    const auto replies = signs.empty() ? Result(std::vector<Reply>()) : m_client.pipeline(signs);
    if (!replies)
        return replies.error();
    return m_keys.isNamed(queue) || std::any_of(replies->begin(), replies->end(), &PlaceKeys::isSign);
}

OverlayKeys DescribedInspector::overlayOf(const QueueName& queue) const
{
    const bool isCluster = m_client.config().topology == Topology::Cluster;
    return DescribedTrash::keysOf(*m_description, queue, m_keys.shared(), isCluster);
}

Result<std::vector<OperationRecord>> DescribedInspector::operations(const QueueName& queue, int limit)
{
    return OperationStore::list(m_client, overlayOf(queue), queue, limit);
}

Result<TaskDetail> DescribedInspector::task(const QueueName& queue, const TaskId& id)
{
    auto found = find(queue, id);
    if (!found)
        return found.error();
    TaskDetail detail;
    detail.task = std::move(found->task);
    detail.task.preview.clear();
    if (detail.task.maxAttempts > 0)
        detail.options.maxAttempts = detail.task.maxAttempts;
    detail.fence = detail.task.attempt;
    detail.facts = std::move(found->facts);
    return detail;
}

Result<QByteArray> DescribedInspector::payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length)
{
    const auto found = find(queue, id);
    if (!found)
        return found.error();
    if (found->isUnread)
        return FrameworkInspector::tooLong(QStringLiteral("The payload"), found->task.size);
    if (!found->damage.isEmpty() && found->payload.isEmpty())
        return Error{ErrorCode::WrongType, found->damage};
    const qint64 first = std::clamp<qint64>(offset, 0, found->payload.size());
    return length < 0 ? found->payload.mid(first) : found->payload.mid(first, length);
}

} // namespace dueline
