// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/memberids.h"

#include <QCryptographicHash>
#include <QSet>

#include <algorithm>
#include <map>
#include <set>

namespace dueline {

namespace {

constexpr qsizetype fewestDigits = 8;

bool isDigest(QByteArrayView text, qsizetype fewest, qsizetype most)
{
    return text.size() >= fewest && text.size() <= most && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    });
}

/// Returns the number in a suffix such as `~2`; 0 if there is none.
int trailingNumber(const TaskId& id)
{
    const QByteArray text = id.mid(id.lastIndexOf('~') + 1);
    bool isNumber = false;
    const int number = text.toInt(&isNumber);
    const bool isPlain = isNumber && number > 1 && text.size() < fewestDigits && QByteArray::number(number) == text;
    return isPlain && text.size() < id.size() ? number : 0;
}

TaskId withoutNumber(const TaskId& id) { return trailingNumber(id) > 0 ? id.left(id.lastIndexOf('~')) : id; }

/// Returns whether the id in a member looks like an exact name, `ID~DIGEST`, and could be mistaken for another
/// member's.
bool looksExact(const TaskId& id)
{
    const TaskId bare = withoutNumber(id);
    const qsizetype mark = bare.lastIndexOf('~');
    return mark > 0 && isDigest(QByteArrayView(bare).sliced(mark + 1), fewestDigits, MemberNames::digestLength);
}

/// Renames tasks that share a name although their ids differ: to a shortened exact name, or to the full one if that
/// isn't unique.
void separate(const std::vector<Task*>& tasks)
{
    for (const bool isExact : {false, true}) {
        std::map<TaskId, std::vector<Task*>> byName;
        for (Task* task : tasks) {
            if (!task->exact.isEmpty())
                byName[task->id].push_back(task);
        }
        for (const auto& [name, those] : byName) {
            if (those.size() < 2)
                continue;
            for (Task* task : those) {
                const QByteArray suffix = task->exact.mid(ownIdOf(*task).size() + 1 + MemberNames::digestLength);
                task->id = isExact ? task->exact : MemberNames::shortened(*task) + suffix;
            }
        }
    }
}

} // namespace

QByteArray MemberNames::digestOf(const QByteArray& member)
{
    return QCryptographicHash::hash(member, QCryptographicHash::Sha1).toHex().left(digestLength);
}

void MemberNames::name(Task& task, const QByteArray& id, const QByteArray& member)
{
    const QByteArray digest = digestOf(member);
    task.id = id.isEmpty() ? "bytes-" + digest : id;
    task.exact = task.id + '~' + digest;
}

void MemberNames::distinguish(const std::vector<Task*>& tasks)
{
    QSet<TaskId> ids;
    bool areClear = true; // true if no id needs to change, as in most lists
    for (Task* task : tasks) {
        if (task->exact.isEmpty())
            continue;
        task->id = ownIdOf(*task).toByteArray();
        task->exact = task->id + '~' + digestIn(task->exact);
        areClear = areClear && !looksExact(task->id) && !ids.contains(task->id);
        ids.insert(task->id);
    }
    if (areClear)
        return;
    std::map<TaskId, std::vector<Task*>> byId;
    for (Task* task : tasks) {
        if (!task->exact.isEmpty())
            byId[task->id].push_back(task);
    }
    for (const auto& [id, those] : byId) {
        if (those.size() < 2) {
            if (looksExact(id))
                those.front()->id = shortened(*those.front());
            continue;
        }
        std::set<TaskId> different;
        for (const Task* task : those)
            different.insert(task->exact);
        std::map<TaskId, int> met;
        for (Task* task : those) {
            const int number = ++met[task->exact];
            const QByteArray suffix = number > 1 ? '~' + QByteArray::number(number) : QByteArray();
            task->id = (different.size() > 1 || looksExact(id) ? shortened(*task) : id) + suffix;
            task->exact += suffix;
        }
    }
    separate(tasks);
}

MemberNames::Match MemberNames::matches(const TaskId& asked, const Task& named)
{
    const QByteArrayView own = ownIdOf(named);
    if (asked == own)
        return Match::Shared;
    if (!asked.startsWith(own) || asked.at(own.size()) != '~')
        return Match::None;
    const TaskId bare = withoutNumber(asked);
    if (bare == own)
        return Match::Shared;
    const QByteArray digits = bare.mid(own.size() + 1);
    const QByteArray digest = digestIn(named.exact);
    return isDigest(digits, fewestDigits, digestLength) && digest.startsWith(digits) ? Match::Exact : Match::None;
}

int MemberNames::numberOf(const TaskId& asked) { return std::max(trailingNumber(asked), 1); }

QByteArray MemberNames::digestIn(const TaskId& id)
{
    const QByteArrayView own = ownIdIn(id);
    return own.isEmpty() ? QByteArray() : id.mid(own.size() + 1, digestLength);
}

TaskId MemberNames::shortened(const Task& named)
{
    return ownIdOf(named).toByteArray() + '~' + digestIn(named.exact).left(fewestDigits);
}

void MemberSightings::remember(const QByteArray& digest, const QByteArray& key, double score)
{
    if (m_sightings.size() >= mostRemembered)
        m_sightings.clear();
    m_sightings[digest] = {key, score};
}

std::optional<MemberSightings::Sighting> MemberSightings::of(const QByteArray& digest) const
{
    const auto found = m_sightings.find(digest);
    return found == m_sightings.end() ? std::nullopt : std::optional(*found);
}

} // namespace dueline
