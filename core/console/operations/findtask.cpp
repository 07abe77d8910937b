// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/findtask.h"

#include "core/base/text.h"

#include <QStringList>

#include <algorithm>
#include <map>
#include <set>

namespace dueline {

namespace {

constexpr int examinePerLook = 200;
constexpr std::size_t namedAtMost = 5;

Error ambiguous(const QByteArray& prefix, const std::set<TaskId>& found)
{
    QStringList names;
    for (const TaskId& id : found) {
        if (names.size() < int(namedAtMost))
            names << printable(id, 80);
    }
    const QString more = found.size() > namedAtMost ? QStringLiteral(", …") : QString();
    return {ErrorCode::Refused,
        QStringLiteral("Several ids begin with \"%1\": %2%3. Use a longer prefix.")
            .arg(printable(prefix, 80), names.join(QStringLiteral(", ")), more)};
}

Error noTask(const QueueName& queue, const QByteArray& prefix)
{
    return {ErrorCode::NotFound,
        QStringLiteral("There is no task \"%1\" in the queue \"%2\".").arg(printable(prefix, 80), printable(queue))};
}

Error notAmong(const QueueName& queue, const QByteArray& prefix, qint64 examined)
{
    return {ErrorCode::NotFound,
        QStringLiteral("No task \"%1\" was found in the queue \"%2\", but only %3 of its tasks were searched. Find it "
                       "with --match.")
            .arg(printable(prefix, 80), printable(queue))
            .arg(examined)};
}

/// Returns the error for a prefix with one match when the search ended before the end of the queue: there may be other
/// matches.
Error maybeAmbiguous(const QueueName& queue, const QByteArray& prefix, qint64 examined)
{
    return {ErrorCode::Refused,
        QStringLiteral("Only %1 tasks in the queue \"%2\" were searched, so other ids may also begin with \"%3\": "
                       "use the full id.")
            .arg(QString::number(examined), printable(queue), printable(prefix, 80))};
}

/// Prefixes to search for, with their matches. Prefixes of equal length are looked up together, so that the time per
/// task doesn't depend on the number of prefixes.
class Beginnings
{
public:
    void add(const QByteArray& prefix)
    {
        m_found.try_emplace(prefix);
        m_lengths.insert(prefix.size());
    }
    bool isEmpty() const { return m_found.empty(); }
    /// Returns a filter that matches all tasks with a matching id and possibly others. Some layouts find such tasks
    /// without reading the others. Empty if there are several prefixes.
    TaskFilter filter() const
    {
        const QByteArray prefix = m_found.size() == 1 ? m_found.begin()->first : QByteArray();
        const QString text = QString::fromUtf8(prefix);
        if (prefix.isEmpty() || text.toUtf8() != prefix)
            return {};
        const auto filter = TaskFilter::parse(QStringLiteral("id:") + quotedForFilter(u'*' + text + u'*'));
        return filter ? *filter : TaskFilter();
    }
    void meet(const TaskId& id)
    {
        meet(id, id);
        if (const qsizetype hash = id.indexOf('#'); hash >= 0)
            meet(QByteArrayView(id).sliced(hash + 1), id);
    }
    bool isAnyMissing() const
    {
        return std::any_of(m_found.begin(), m_found.end(), [](const auto& one) { return one.second.empty(); });
    }
    /// Returns whether every prefix is ambiguous and has enough matches for its error message, in which case the scan
    /// can end.
    bool areAllAmbiguous() const
    {
        return std::all_of(
            m_found.begin(), m_found.end(), [](const auto& one) { return one.second.size() > namedAtMost; });
    }
    const std::set<TaskId>& of(const QByteArray& prefix) const { return m_found.at(prefix); }

private:
    void meet(QByteArrayView part, const TaskId& id)
    {
        for (const qsizetype length : m_lengths) {
            if (length > part.size())
                break;
            const auto found = m_found.find(part.first(length));
            if (found != m_found.end() && found->second.size() <= namedAtMost)
                found->second.insert(id);
        }
    }

    struct Less
    {
        using is_transparent = void;
        bool operator()(QByteArrayView left, QByteArrayView right) const { return left < right; }
    };
    std::map<QByteArray, std::set<TaskId>, Less> m_found;
    std::set<qsizetype> m_lengths;
};

/// Scans the queue once. Returns nullopt at its end, or the number of tasks examined if the layout's limit for such
/// scans is reached first.
Result<std::optional<qint64>> walk(
    QueueInspector& inspector, const QueueName& queue, Beginnings& beginnings, const std::function<bool()>& goOn)
{
    const qint64 most = inspector.mostForBeginnings(queue);
    qint64 examined = 0;
    SearchRequest request;
    request.queue = queue;
    request.examine = examinePerLook;
    request.filter = beginnings.filter();
    do {
        const auto step = inspector.search(request);
        if (!step)
            return step.error();
        for (const Task& task : step->matches)
            beginnings.meet(task.id);
        examined += step->examined;
        if (beginnings.areAllAmbiguous())
            return std::optional<qint64>();
        if (goOn && !goOn())
            return Error{ErrorCode::Cancelled, QStringLiteral("The search for the task was canceled.")};
        request.cursor = step->cursor;
    } while (!request.cursor.isEmpty() && examined < most);
    return request.cursor.isEmpty() ? std::nullopt : std::optional(examined);
}

/// Checks whether the layout can read a task by its id. Some layouts can only do so near the ends of a long list.
/// Errors: Refused if the layout can't.
Result<TaskId> readable(QueueInspector& inspector, const QueueName& queue, const TaskId& id)
{
    const auto task = inspector.task(queue, id);
    if (!task && task.error().code == ErrorCode::NotFound)
        return Error{ErrorCode::Refused, task.error().message};
    return id;
}

} // namespace

Result<std::vector<Result<TaskId>>> findTasks(QueueInspector& inspector, const QueueName& queue,
    const std::vector<QByteArray>& idsOrPrefixes, const std::function<bool()>& goOn, StateSet states)
{
    if (idsOrPrefixes.size() > 1) {
        if (const auto known = inspector.queue(queue); !known)
            return known.error();
    }
    std::vector<Result<TaskId>> answers;
    answers.reserve(idsOrPrefixes.size());
    Beginnings beginnings;
    for (const QByteArray& given : idsOrPrefixes) {
        if (given.isEmpty()) {
            answers.emplace_back(Error{ErrorCode::Usage, QStringLiteral("The id of a task cannot be empty.")});
            continue;
        }
        auto exact = inspector.task(queue, given);
        if (!exact && exact.error().code == ErrorCode::Refused && states != StateSet::all()) {
            auto only = inspector.taskIn(queue, given, states);
            if (only || only.error().code != ErrorCode::NotFound)
                exact = std::move(only);
        }
        if (!exact && exact.error().code != ErrorCode::NotFound)
            return exact.error();
        answers.push_back(exact ? Result<TaskId>(given) : Result<TaskId>(noTask(queue, given)));
        if (!exact)
            beginnings.add(given);
        if (goOn && idsOrPrefixes.size() > 1 && !goOn())
            return Error{ErrorCode::Cancelled, QStringLiteral("The search for the task was canceled.")};
    }
    if (beginnings.isEmpty())
        return answers;
    // If a task changes its state during the scan, the scan may find it twice, which counts as one match, or miss it. A
    // second scan then finds it.
    std::optional<qint64> cut;
    for (int look = 0; look < 2 && beginnings.isAnyMissing() && !cut; ++look) {
        const auto walked = walk(inspector, queue, beginnings, goOn);
        if (!walked)
            return walked.error();
        cut = *walked;
    }
    for (std::size_t i = 0; i < answers.size(); ++i) {
        if (answers[i] || answers[i].error().code != ErrorCode::NotFound)
            continue;
        const std::set<TaskId>& found = beginnings.of(idsOrPrefixes[i]);
        if (found.size() > 1)
            answers[i] = ambiguous(idsOrPrefixes[i], found);
        else if (!found.empty() && cut && *found.begin() != idsOrPrefixes[i])
            answers[i] = maybeAmbiguous(queue, idsOrPrefixes[i], *cut);
        else if (!found.empty())
            answers[i] = readable(inspector, queue, *found.begin());
        else if (cut)
            answers[i] = notAmong(queue, idsOrPrefixes[i], *cut);
    }
    return answers;
}

Result<TaskId> findTask(
    QueueInspector& inspector, const QueueName& queue, const QByteArray& idOrPrefix, const std::function<bool()>& goOn)
{
    auto found = findTasks(inspector, queue, {idOrPrefix}, goOn);
    return found ? std::move(found->front()) : Result<TaskId>(found.error());
}

} // namespace dueline
