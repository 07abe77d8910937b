// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/doctor/queuedoctor.h"

#include "core/base/duration.h"
#include "core/base/shellword.h"
#include "core/base/text.h"
#include "core/base/zonename.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/layouts/catalogue/names/knownlayouts.h"
#include "core/layouts/catalogue/names/layoutnames.h"
#include "core/queue/crashes.h"
#include "core/queue/errors/errorpattern.h"

#include <QStringList>

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

using Kind = DoctorFinding::Kind;
using Severity = DoctorFinding::Severity;

/// Longest time that a lease may remain after it has expired. Workers recover expired leases within five seconds, which
/// is their poll interval.
constexpr Millis recoverGrace{10'000};
/// Longest time that a task may be due without counting as late.
constexpr Millis dueGrace{60'000};
constexpr qint64 mostLeases = 20'000;
constexpr qint64 mostFailed = 20'000;
constexpr int leastCrashes = 2; ///< number of worker crashes that make a retrying task a suspect
constexpr qsizetype longestFilter = 200; ///< maximum number of bytes of an error to include in a suggested filter

QString tasksText(qint64 count) { return count == 1 ? u"1 task"_s : u"%1 tasks"_s.arg(count); }

QString seconds(Millis duration) { return formatDuration(std::chrono::ceil<std::chrono::seconds>(duration)); }

bool serves(const WorkerInfo& worker, const QueueName& queue)
{
    return !worker.lost && std::find(worker.queues.begin(), worker.queues.end(), queue) != worker.queues.end();
}

/// Leases with the same problem.
struct Leases
{
    std::vector<TaskRef> refs;
    std::set<QByteArray> workers;
    TimePoint first = TimePoint::max();
    TimePoint last = TimePoint::min();

    void add(const Task& task)
    {
        refs.push_back(refOf(task));
        workers.insert(task.worker);
        first = std::min(first, task.at);
        last = std::max(last, task.at);
    }
    QString workerNames() const
    {
        QStringList names;
        for (const QByteArray& worker : workers) {
            if (names.size() == 3) {
                names << u"…"_s;
                break;
            }
            names << (worker.isEmpty() ? u"?"_s : printable(worker, 40));
        }
        return names.join(u", "_s);
    }
};

QString releaseText(qint64 count)
{
    return count == 1
        ? u"1 lease will be revoked: its task returns to the queue, and the attempt is not counted"_s
        : u"%1 leases will be revoked: their tasks return to the queue, and the attempts are not counted"_s.arg(count);
}

DoctorFinding findingOf(
    Kind kind, Severity severity, const QueueInfo& queue, Leases leases, const QString& reason, const QString& remedy)
{
    const auto count = qint64(leases.refs.size());
    DoctorFinding finding{kind, severity, {}, queue.name, count, reason, remedy, releaseText(count)};
    finding.leases = std::move(leases.refs);
    return finding;
}

/// Tasks whose workers crashed, with errors that differ only in varying parts.
struct Crashes
{
    QByteArray error; ///< error of one of the tasks
    std::map<QByteArray, qint64> types; ///< number of tasks, by type
};

struct CrashGroups
{
    std::map<QByteArray, Crashes> groups; ///< keyed by error pattern
    bool isPartial = false; ///< true if only the first `mostFailed` tasks were examined and there are more
};

/// Returns the tasks whose workers crashed at least twice. A single crash may be a coincidence: a worker can crash for
/// another reason while running any task.
Result<std::vector<Task>> crashedAgain(QueueInspector& inspector, const QueueName& queue, std::vector<Task> tasks)
{
    std::vector<Task> again;
    for (std::size_t from = 0; from < tasks.size();) {
        std::vector<TaskId> ids;
        for (std::size_t i = from; i < tasks.size() && ids.size() < QueueInspector::taskRecords; ++i)
            ids.push_back(exactId(tasks[i]));
        const auto records = inspector.readRecords(queue, ids);
        if (!records)
            return records.error();
        for (std::size_t i = 0; i < records->size(); ++i) {
            if ((*records)[i] && (*records)[i]->detail.expiries >= leastCrashes)
                again.push_back(std::move(tasks[from + i]));
        }
        if (records->empty())
            break;
        from += records->size();
    }
    return again;
}

/// Groups a state's tasks whose error reports a worker crash. Includes a retrying task only if its workers have crashed
/// at least twice.
Result<CrashGroups> crashesIn(
    QueueInspector& inspector, const QueueInfo& queue, const Capabilities& can, TaskState state)
{
    CrashGroups found;
    PageRequest request;
    request.queue = queue.name;
    request.state = state;
    request.limit = QueueInspector::maxPage;
    qint64 more = 1;
    for (; more > 0 && request.offset < mostFailed; request.offset += request.limit) {
        const auto page = inspector.page(request);
        if (!page)
            return page.error();
        std::vector<Task> crashed;
        for (const Task& task : page->tasks) {
            if (isCrash(can, task) && !task.retried)
                crashed.push_back(task);
        }
        if (state == TaskState::Retrying) {
            auto again = crashedAgain(inspector, queue.name, std::move(crashed));
            if (!again)
                return again.error();
            crashed = *std::move(again);
        }
        for (const Task& task : crashed) {
            Crashes& crashes = found.groups[errorPattern(task.error)];
            crashes.error = task.error;
            ++crashes.types[typeOf(task).toByteArray()];
        }
        more = std::min<qint64>(qint64(page->tasks.size()), page->total - request.offset - request.limit);
    }
    found.isPartial = more > 0;
    return found;
}

DoctorFinding crashFinding(const QueueInfo& queue, TaskState state, const Crashes& crashes, bool isPartial)
{
    qint64 count = 0;
    for (const auto& [type, tasks] : crashes.types)
        count += tasks;
    const auto most = std::max_element(
        crashes.types.begin(), crashes.types.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    const QString name = printable(queue.name, 60);
    const QString type = printable(most->first, 60);
    const QString number = (isPartial ? u"At least "_s : QString()) + QString::number(count);
    QString reason;
    if (state == TaskState::Retrying) {
        reason = count == 1
            ? u"1 task in %1 (%2) will run again although its workers have crashed or stopped responding at least %3 "
              u"times. It may crash the next worker too."_s.arg(name, type, QString::number(leastCrashes))
            : u"%1 tasks in %2 (%3 of them of the type %4) will run again although their workers have crashed or "
              u"stopped responding at least %5 times. They may crash the next workers too."_s.arg(
                  number, name, QString::number(most->second), type, QString::number(leastCrashes));
    } else {
        reason = count == 1
            ? u"1 failed task in %1 (%2) was running when its worker crashed or stopped responding. It may crash the "
              u"next worker too."_s.arg(name, type)
            : u"%1 failed tasks in %2 (%3 of them of the type %4) were running when their workers crashed or stopped "
              u"responding. They may crash the next workers too."_s.arg(
                  number, name, QString::number(most->second), type);
    }
    const QString filter = u"state:%1 error~"_s.arg(QLatin1StringView(stateName(state)))
        + quotedForFilter(QString::fromUtf8(crashes.error.left(longestFilter)));
    const QString list = u"duectl list --match %1"_s.arg(shellOperands({filter.toUtf8(), queue.name}));
    const QString remedy = state == TaskState::Retrying
        ? (count == 1 ? u"Inspect it (%1), and discard it if it crashes its workers."_s
                      : u"Inspect them (%1), and discard each task that crashes its workers."_s)
        : (count == 1 ? u"Inspect it (%1) before you retry it."_s
                      : u"Inspect them (%1), and retry a single task before the others."_s);
    DoctorFinding finding{Kind::CrashSuspects, Severity::Warning, {}, queue.name, count, reason, remedy.arg(list), {}};
    finding.filter = filter;
    return finding;
}

} // namespace

std::vector<DoctorFinding> examineCounts(const QueueInfo& queue, const std::optional<std::vector<WorkerInfo>>& workers)
{
    std::vector<DoctorFinding> findings;
    const auto tell = [&](Kind kind, Severity severity, qint64 count, const QString& reason, const QString& remedy) {
        findings.push_back({kind, severity, {}, queue.name, count, reason, remedy, {}});
    };
    const QString name = printable(queue.name, 60);
    if (queue.forbidden) {
        tell(Kind::Permissions, Severity::Warning, 0,
            u"The queue %1 cannot be read: %2"_s.arg(name, printable(queue.unreadable)),
            u"Grant this user access to the layout's keys and commands, or remove the layout from --layout."_s);
        return findings;
    }
    if (!queue.unreadable.isEmpty()) {
        tell(Kind::WrongType, Severity::Critical, 0,
            u"The queue %1 cannot be read: %2"_s.arg(name, printable(queue.unreadable)),
            u"If a permission is missing, grant it to this user. Otherwise check the key with TYPE, then RENAME it, or DEL it if it is not needed."_s);
        return findings;
    }
    const qint64 due = queue.counts[TaskState::Due];
    const Millis waits = queue.oldestDue ? queue.serverNow - *queue.oldestDue : Millis::zero();
    if (queue.paused && waits > Millis::zero()) {
        tell(Kind::Paused, Severity::Notice, due,
            u"The queue %1 is paused, and its oldest due task has been waiting for %2."_s.arg(name, seconds(waits)),
            u"duectl resume %1"_s.arg(shellOperands({queue.name})));
    } else if (waits > dueGrace && workers && !queue.unseenWorkers
        && std::none_of(workers->begin(), workers->end(), [&](const auto& w) { return serves(w, queue.name); })) {
        tell(Kind::Unserved, Severity::Warning, due,
            u"Tasks in %1 have been due for up to %2, and no worker is running."_s.arg(name, seconds(waits)),
            u"Start a worker (duectl work --queue=%1 --handler TYPE=KIND), or find out why it stopped."_s.arg(
                shellName(queue.name)));
    }
    return findings;
}

Result<std::vector<DoctorFinding>> examineLeases(
    QueueInspector& inspector, const QueueInfo& queue, const std::vector<WorkerInfo>& workers)
{
    std::set<QByteArray> alive;
    for (const WorkerInfo& worker : workers) {
        if (!worker.lost)
            alive.insert(worker.id);
    }
    Leases expired;
    Leases lost;
    for (qint64 offset = 0; offset < mostLeases;) {
        const auto page = inspector.page({queue.name, TaskState::Leased, offset, 1000});
        if (!page)
            return page.error();
        for (const Task& task : page->tasks) {
            if (!isRecorded(task))
                continue; // the layout doesn't record when the lease ends
            if (task.at < queue.serverNow - recoverGrace)
                expired.add(task);
            else if (task.at > queue.serverNow && !alive.contains(task.worker))
                lost.add(task);
        }
        offset += qint64(page->tasks.size());
        if (page->tasks.empty() || offset >= page->total)
            break;
    }
    const QString name = printable(queue.name, 60);
    const QString operand = shellOperands({queue.name});
    std::vector<DoctorFinding> findings;
    if (!expired.refs.empty()) {
        const QString reason
            = (expired.refs.size() == 1
                    ? u"The lease of %1 in %2 expired %3 ago, and no worker has recovered the task."_s
                    : u"The leases of %1 in %2 expired, the first %3 ago, and no worker has recovered the tasks."_s)
                  .arg(tasksText(qint64(expired.refs.size())), name, seconds(queue.serverNow - expired.first));
        findings.push_back(findingOf(Kind::ExpiredLeases, Severity::Critical, queue, std::move(expired), reason,
            u"Start a worker: it recovers the tasks within seconds. Without a worker, run: duectl release %1 ID"_s.arg(
                operand)));
    }
    if (!lost.refs.empty()) {
        const QString reason
            = u"Lost workers (%3) still hold %1 in %2. These tasks are not running; they return to the queue when "
              u"their leases expire, the last one in %4."_s.arg(
                  tasksText(qint64(lost.refs.size())), name, lost.workerNames(), seconds(lost.last - queue.serverNow));
        findings.push_back(findingOf(Kind::LostLeases, Severity::Warning, queue, std::move(lost), reason,
            u"Wait, or revoke the leases: duectl release %1 ID."_s.arg(operand)));
    }
    return findings;
}

void dropGeneralFindings(std::vector<DoctorFinding>& findings, const QueueName& queue)
{
    for (const auto& [name, general] :
        {std::pair("unserved", Kind::Unserved), std::pair("interrupted-jobs", Kind::CrashSuspects)}) {
        const auto isGeneral = [&](const DoctorFinding& one) { return one.queue == queue && one.kind == general; };
        const auto isOwn = [&](const DoctorFinding& one) {
            return one.queue == queue && one.kind != general && findingName(one) == name;
        };
        if (std::any_of(findings.begin(), findings.end(), isOwn))
            std::erase_if(findings, isGeneral);
    }
}

Result<std::vector<DoctorFinding>> examineCrashes(
    QueueInspector& inspector, const QueueInfo& queue, const Capabilities& can)
{
    std::vector<DoctorFinding> findings;
    for (const TaskState state : {TaskState::Failed, TaskState::Retrying}) {
        if (can.crashErrors.empty() || queue.counts[state] == 0)
            continue;
        const auto found = crashesIn(inspector, queue, can, state);
        if (!found)
            return found.error();
        for (const auto& [pattern, crashes] : found->groups)
            findings.push_back(crashFinding(queue, state, crashes, found->isPartial));
    }
    return findings;
}

Result<std::vector<DoctorFinding>> examineSchedules(ScheduleBook& book, const QueueInfo& queue)
{
    const auto all = book.schedules(queue.name);
    if (!all)
        return all.error();
    std::vector<DoctorFinding> findings;
    const QString name = printable(queue.name, 60);
    for (const ScheduleState& state : *all) {
        const Schedule& schedule = state.schedule;
        const QString which = printable(schedule.name, 64);
        if (schedule.damaged) {
            findings.push_back({Kind::Schedule, Severity::Critical, {}, queue.name, 0,
                u"The schedule %1 in %2 cannot be read: no worker creates its tasks."_s.arg(which, name),
                u"Replace the schedule (duectl schedules --replace %1 CRON TYPE), or remove it."_s.arg(
                    shellOperands({queue.name, "add", schedule.name})),
                {}});
        } else if (!schedule.unready.isEmpty() && !isZoneMissingHere(schedule.zone)) {
            findings.push_back(
                {Kind::Schedule, schedule.enabled ? Severity::Critical : Severity::Notice, {}, queue.name, 0,
                    u"The schedule %1 in %2 has an unknown time zone: no worker creates its tasks."_s.arg(which, name),
                    schedule.unready, {}});
        } else if (!schedule.unready.isEmpty()) {
            findings.push_back({Kind::Schedule, Severity::Warning, {}, queue.name, 0,
                u"The schedule %1 in %2 is valid, but a worker on this machine would create none of its tasks."_s.arg(
                    which, name),
                schedule.unready, {}});
        }
    }
    return findings;
}

Result<std::vector<DoctorFinding>> examineOperations(
    Backend& backend, const QueueInfo& queue, const LayoutSpec& connection)
{
    constexpr int newest = 100;
    std::vector<DoctorFinding> findings;
    // If the layout has the state Trash but the queue doesn't, the user may not read Dueline's own keys for the queue.
    const bool isHidden = !queue.states.contains(TaskState::Trash)
        && backend.capabilities(queue.name).states.contains(TaskState::Trash);
    if (!queue.lastOperation && !isHidden)
        return findings;
    const auto records = backend.inspector().operations(queue.name, newest);
    if (!records)
        return records.error();
    QString layouts;
    for (const LayoutSpec& layout : namedLayouts(connection)) {
        if (layout != automaticLayout() && layout != defaultLayout())
            layouts += u"--layout=%1 "_s.arg(shellName(layout.text().toUtf8()));
    }
    for (const OperationRecord& record : *records) {
        const bool isMove = record.kind == "move" && !record.finished && !record.running && record.undoneBy.isEmpty();
        if (!isMove && !record.isInterrupted())
            continue;
        const QString which = printable(record.id, 100);
        findings.push_back({Kind::InterruptedOperation, Severity::Warning, {}, queue.name,
            std::max<qint64>(record.total - record.done - record.skipped, 0),
            u"The %1 %2 was interrupted after %3 of %4."_s.arg(
                printable(record.kind, 32), which, QString::number(record.done), tasksText(record.total)),
            isMove ? u"Run the same move again: it first completes the interrupted one."_s
                   : u"duectl %1operations resume %2"_s.arg(layouts, shellOperands({record.id})),
            {}});
    }
    return findings;
}

} // namespace dueline
