// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/doctor/doctor.h"

#include "core/base/shellword.h"
#include "core/base/text.h"
#include "core/console/doctor/adoptdoctor.h"
#include "core/console/doctor/queuedoctor.h"
#include "core/console/doctor/serverdoctor.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/redis/clustermap.h"
#include "core/redis/redisurl.h"

#include <algorithm>
#include <set>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

using Kind = DoctorFinding::Kind;
using Severity = DoctorFinding::Severity;
using Fault = QueueAudit::Fault;

QString plural(qint64 count, const QString& one, const QString& many) { return count == 1 ? one : many.arg(count); }

Severity severityOf(QueueFinding::Risk risk)
{
    switch (risk) {
    case QueueFinding::Risk::None:
        return Severity::Notice;
    case QueueFinding::Risk::Possible:
        return Severity::Warning;
    case QueueFinding::Risk::Present:
        return Severity::Critical;
    }
    Q_UNREACHABLE();
    return Severity::Notice;
}

class Examination
{
public:
    Examination(const ConnectionSpec& spec, const std::atomic<bool>& cancelled, const DoctorProgress& progress)
        : m_spec(spec)
        , m_cancelled(cancelled)
        , m_progress(progress)
    { }

    Result<Diagnosis> run();

private:
    void add(std::vector<DoctorFinding> findings)
    {
        std::move(findings.begin(), findings.end(), std::back_inserter(m_diagnosis.findings));
    }
    /// Handles a check's result. If its error doesn't affect the other checks, adds a finding that this check wasn't
    /// possible, and returns success.
    Result<> settle(const Result<>& looked, const QString& what, const QString& remedy);
    Result<> discover(Backend& backend);
    Result<> servers(RedisClient& client);
    Result<> server();
    Result<> permissions(Backend& backend, const std::vector<QueueInfo>& queues);
    Result<bool> permissionsFor(Backend& backend, const QueueName& queue);
    Result<> refusedChanges(Backend& backend, const QueueName& queue);
    Result<> leases(Backend& backend, const QueueInfo& queue);
    Result<> found(Result<std::vector<DoctorFinding>> findings);
    Result<> schedules(Backend& backend, const QueueInfo& queue);
    Result<> queue(Backend& backend, const QueueInfo& queue);
    Result<> checkup(QueueCheckup& checkup, const QueueInfo& queue);
    template <typename Look> Result<> walk(Look& look, const QueueInfo& queue);
    Result<> audit(QueueAudit& audit, const QueueInfo& queue);
    Result<> auditOfFramework(QueueAudit& audit, const QueueInfo& queue);
    Result<> stillWanted() const
    {
        return m_cancelled ? Result<>(Error{ErrorCode::Cancelled, u"The check was canceled."_s}) : Result<>();
    }

    const ConnectionSpec& m_spec;
    const std::atomic<bool>& m_cancelled;
    const DoctorProgress& m_progress;
    std::optional<std::vector<WorkerInfo>> m_workers; ///< nullopt if the user may not list workers
    Diagnosis m_diagnosis;
};

Result<> Examination::settle(const Result<>& looked, const QString& what, const QString& remedy)
{
    if (looked || !endsOneLookOnly(looked.error()))
        return looked;
    m_diagnosis.findings.push_back(notLookedAt({}, what, looked.error(), remedy));
    return {};
}

/// Examines the server or, in a cluster, every master.
Result<> Examination::servers(RedisClient& client)
{
    if (m_spec.redis.topology != Topology::Cluster) {
        auto found = examineServer(client, {});
        if (!found)
            return found.error();
        add(std::move(*found));
        return {};
    }
    const auto served = client.call({"CLUSTER", "SLOTS"});
    if (!served)
        return served.error();
    const auto map = ClusterMap::fromReply(*served, m_spec.redis.hosts.front());
    if (!map)
        return Error{ErrorCode::Protocol, u"Redis returned an unexpected reply to CLUSTER SLOTS."_s};
    for (const Endpoint& master : map->masters()) {
        if (const auto wanted = stillWanted(); !wanted)
            return wanted;
        RedisConfig config = m_spec.redis;
        config.topology = Topology::Standalone;
        config.hosts = {master};
        RedisClient node(config);
        node.allowOnlyReads();
        const QString name = displayEndpoint(master);
        const auto opened = node.open();
        auto found = opened ? examineServer(node, name) : Result<std::vector<DoctorFinding>>(opened.error());
        if (!found) {
            m_diagnosis.findings.push_back({Kind::Unknown, Severity::Critical, name, {}, 0,
                u"The node %1 could not be checked: %2"_s.arg(name, found.error().message),
                u"The node's slots and the queues in them may be unreachable: check that the node is running."_s, {}});
            continue;
        }
        add(std::move(*found));
    }
    return {};
}

/// Examines everything that doesn't depend on the queues: the server, and interrupted adoptions from custom layouts.
Result<> Examination::server()
{
    RedisClient client(m_spec.redis);
    client.allowOnlyReads();
    if (const auto opened = client.open(); !opened)
        return opened;
    const QString allow = u"Grant the missing permission to this user, or run doctor as another user."_s;
    if (const auto looked = settle(servers(client), u"The servers cannot be checked"_s, allow); !looked)
        return looked;
    for (const LayoutSpec& layout : m_spec.layout.parts()) {
        auto adoptions = examineAdoptions(client, layout);
        if (!adoptions)
            return settle(adoptions.error(), u"Interrupted adoptions cannot be checked"_s, allow);
        add(*std::move(adoptions));
    }
    return {};
}

/// Checks the user's permissions on one queue of each layout, since permissions depend on the layout's keys.
Result<> Examination::permissions(Backend& backend, const std::vector<QueueInfo>& queues)
{
    if (queues.empty()) {
        const auto asked = permissionsFor(backend, "connection-test");
        return asked ? Result<>() : asked.error();
    }
    std::set<QByteArray> answered;
    for (const QueueInfo& queue : queues) {
        const bool isRead = queue.layout.isEmpty() || queue.unreadable.isEmpty();
        if (!isRead || answered.contains(queue.layout))
            continue;
        const auto asked = permissionsFor(backend, queue.name);
        if (!asked)
            return asked.error();
        if (*asked)
            answered.insert(queue.layout);
    }
    return {};
}

/// Checks the user's permissions on a queue. Returns false if this says nothing about other queues, because this one is
/// read-only for all users.
Result<bool> Examination::permissionsFor(Backend& backend, const QueueName& queue)
{
    const auto permitted = backend.permitted(queue);
    if (permitted || permitted.error().code == ErrorCode::NotSupported)
        return true;
    if (permitted.error().code == ErrorCode::Refused)
        return false;
    if (permitted.error().code != ErrorCode::Permission) {
        // The server can't check permissions. Redis 6, for example, lacks acl_check_cmd.
        if (permitted.error().code == ErrorCode::Server) {
            m_diagnosis.findings.push_back(notLookedAt({}, u"This user's permissions are unknown"_s, permitted.error(),
                u"See the findings about the server for the cause. If there are none, ask the server's "
                u"operator."_s));
            return true;
        }
        return permitted.error();
    }
    const bool scriptless = permitted.error().detail.startsWith(u"NOPERM");
    m_diagnosis.findings.push_back({Kind::Permissions, Severity::Warning, {}, {}, 0,
        scriptless ? u"This user is not allowed to run the layout's scripts: %1"_s.arg(permitted.error().message)
                   : u"This user can only read. Missing permissions: %1."_s.arg(
                       printable(permitted.error().detail.toUtf8(), 400)),
        u"This is expected for a viewer. An operator or worker needs the keys, channels and commands listed in "
        u"resources/docs/native-layout.md under Permissions."_s,
        {}});
    return true;
}

/// Adds a finding if Dueline never changes this framework queue, whatever permissions the user has.
Result<> Examination::refusedChanges(Backend& backend, const QueueName& queue)
{
    const auto permitted = backend.permitted(queue);
    if (permitted || permitted.error().code != ErrorCode::Refused)
        return {};
    DoctorFinding finding{Kind::OfLayout, Severity::Notice, {}, queue, 0,
        u"%1 is read-only: %2"_s.arg(printable(queue, 60), permitted.error().message),
        u"This is not a permission problem. Change the queue with its own library. If the message mentions an "
        u"option, open the queue with that option."_s,
        {}};
    finding.word = "unchangeable";
    m_diagnosis.findings.push_back(std::move(finding));
    return {};
}

template <typename Look> Result<> Examination::walk(Look& look, const QueueInfo& queue)
{
    for (bool more = true; more;) {
        if (const auto wanted = stillWanted(); !wanted)
            return wanted;
        const auto stepped = look.step();
        if (!stepped)
            return stepped.error();
        more = *stepped;
        if (m_progress)
            m_progress(u"%1: %2 entries"_s.arg(printable(queue.name, 60)).arg(look.looked()));
    }
    m_diagnosis.looked += look.looked();
    return {};
}

Result<> Examination::checkup(QueueCheckup& checkup, const QueueInfo& queue)
{
    if (const auto walked = walk(checkup, queue); !walked)
        return walked;
    for (const QueueFinding& found : checkup.findings()) {
        DoctorFinding finding{Kind::OfLayout, severityOf(found.risk), {}, queue.name, found.count, found.reason,
            found.remedy, found.repair};
        finding.ids = found.ids;
        finding.word = found.kind;
        m_diagnosis.findings.push_back(std::move(finding));
    }
    return {};
}

Result<> Examination::audit(QueueAudit& audit, const QueueInfo& queue)
{
    const QString name = printable(queue.name, 60);
    if (const auto walked = walk(audit, queue); !walked)
        return walked;
    const auto tell = [&](Kind kind, Severity severity, std::set<TaskId> ids, const QString& reason,
                          const QString& remedy, const QString& repair) {
        if (ids.empty())
            return;
        DoctorFinding finding{kind, severity, {}, queue.name, qint64(ids.size()), reason, remedy, repair};
        finding.ids = std::move(ids);
        m_diagnosis.findings.push_back(std::move(finding));
    };
    const auto failed = [](qint64 count) {
        return plural(count, u"1 task will be moved to failed, with the remaining part of its payload"_s,
            u"%1 tasks will be moved to failed, with the remaining parts of their payloads; finished tasks will not be "
            u"changed"_s);
    };
    const QString remedy
        = u"Repair the tasks. Then review them (duectl list --state failed %1), and retry or discard each one."_s.arg(
            shellOperands({queue.name}));
    std::set<TaskId> damaged = audit.found(Fault::Missing);
    const std::set<TaskId>& unreadable = audit.found(Fault::Unreadable);
    damaged.insert(unreadable.begin(), unreadable.end());
    const auto damagedCount = qint64(damaged.size());
    tell(Kind::Damaged, Severity::Critical, std::move(damaged),
        u"%1 in %2 cannot run: %3."_s.arg(plural(damagedCount, u"1 task"_s, u"%1 tasks"_s), name,
            unreadable.empty()                        ? u"the envelope is missing"_s
                : audit.found(Fault::Missing).empty() ? u"the envelope cannot be read"_s
                                                      : u"the envelope is missing or cannot be read"_s),
        remedy, failed(damagedCount));
    const auto quarantined = qint64(audit.found(Fault::Quarantined).size());
    tell(Kind::Quarantined, Severity::Warning, audit.found(Fault::Quarantined),
        plural(quarantined, u"1 entry in %1 is quarantined as damaged and will not run."_s,
            u"%1 entries in %2 are quarantined as damaged and will not run."_s)
            .arg(name),
        remedy, failed(quarantined));
    const auto doubled = qint64(audit.found(Fault::Doubled).size());
    tell(Kind::Doubled, Severity::Critical, audit.found(Fault::Doubled),
        plural(doubled, u"1 task in %1 is in two states: it may run twice, or again after it has finished."_s,
            u"%1 tasks in %2 are in two states: they may run twice, or again after they have finished."_s)
            .arg(name),
        remedy,
        plural(doubled, u"1 task will be moved to failed and removed from its other state"_s,
            u"%1 tasks will be moved to failed and removed from their other states"_s));
    const auto strays = qint64(audit.found(Fault::Stray).size());
    tell(Kind::Strays, Severity::Warning, audit.found(Fault::Stray),
        plural(strays, u"1 task in %1 has no state: it is not listed and will not run."_s,
            u"%1 tasks in %2 have no state: they are not listed and will not run."_s)
            .arg(name),
        remedy, failed(strays));
    const auto leftovers = qint64(audit.found(Fault::Leftover).size());
    tell(Kind::Leftovers, Severity::Notice, audit.found(Fault::Leftover),
        plural(leftovers,
            u"Attempts, errors or results of 1 removed task in %1 are still stored and only waste memory."_s,
            u"Attempts, errors or results of %1 removed tasks in %2 are still stored and only waste memory."_s)
            .arg(name),
        u"Workers remove such leftovers over time; repair removes them now."_s,
        plural(
            leftovers, u"the leftovers of 1 task will be removed"_s, u"the leftovers of %1 tasks will be removed"_s));
    return {};
}

/// Audits a framework's queue where each task also stores its state.
Result<> Examination::auditOfFramework(QueueAudit& audit, const QueueInfo& queue)
{
    const QString name = printable(queue.name, 60);
    if (const auto walked = walk(audit, queue); !walked)
        return walked;
    const auto tell = [&](const char* word, Severity severity, const std::set<TaskId>& ids, const QString& reason,
                          const QString& remedy, const QString& repair) {
        if (ids.empty())
            return;
        DoctorFinding finding{Kind::OfLayout, severity, {}, queue.name, qint64(ids.size()), reason, remedy, repair};
        finding.ids = ids;
        finding.word = word;
        m_diagnosis.findings.push_back(std::move(finding));
    };
    const std::set<TaskId>& differing = audit.found(Fault::Doubled);
    const auto differ = qint64(differing.size());
    tell("state-differs", Severity::Critical, differing,
        plural(differ,
            u"1 task in %1 (%2) is not stored where its recorded state indicates: the framework's own console cannot "
            u"run or delete it."_s,
            u"%1 tasks in %2 (%3, …) are not stored where their recorded states indicate: the framework's own console "
            u"cannot run or delete them."_s)
            .arg(name, differing.empty() ? QString() : printable(*differing.begin(), 60)),
        u"Repair corrects the states; no task is moved, run or deleted."_s,
        plural(differ, u"the state of 1 task will be corrected"_s, u"the states of %1 tasks will be corrected"_s));
    const std::set<TaskId>& strays = audit.found(Fault::Stray);
    const auto nowhere = qint64(strays.size());
    tell("stray", Severity::Warning, strays,
        plural(nowhere,
            u"1 task in %1 (%2) is not in any list or set: it will not run, and no other task can be added with its "
            u"id."_s,
            u"%1 tasks in %2 (%3, …) are not in any list or set: they will not run, and no other tasks can be added "
            u"with their ids."_s)
            .arg(name, strays.empty() ? QString() : printable(*strays.begin(), 60)),
        u"Repair the tasks. Then review them (duectl list --state failed %1), and retry or discard each one."_s.arg(
            shellOperands({queue.name})),
        plural(nowhere, u"1 task will be moved to failed, or, if it has already finished, to done for one day"_s,
            u"%1 tasks will be moved to failed, or, if they have already finished, to done for one day"_s));
    return {};
}

Result<> Examination::found(Result<std::vector<DoctorFinding>> findings)
{
    if (!findings)
        return findings.error();
    add(std::move(*findings));
    return {};
}

Result<> Examination::leases(Backend& backend, const QueueInfo& queue)
{
    const Capabilities& can = backend.capabilities(queue.name);
    // A framework's tasks can't be checked without known leases. The framework recovers its tasks itself.
    if (!m_workers || !can.workers || (can.sharedWork && !can.leases))
        return {};
    return found(examineLeases(backend.inspector(), queue, *m_workers));
}

Result<> Examination::schedules(Backend& backend, const QueueInfo& queue)
{
    ScheduleBook* book = backend.schedules();
    if (!book)
        return {};
    return found(examineSchedules(*book, queue));
}

/// Returns how to resume a queue that can't be resumed separately: with a command that resumes all queues of the
/// layout, or else with the program that paused it.
QString resumingOf(const QueueCapabilities& can, const QByteArray& layout)
{
    for (const auto& [place, there] : can.byQueue) {
        if (there.layout == layout && there.pause)
            return u"duectl resume %1"_s.arg(shellOperands({place}));
    }
    return u"Resume the queue with the program that paused it."_s;
}

Result<> Examination::queue(Backend& backend, const QueueInfo& queue)
{
    const Capabilities& can = backend.capabilities(queue.name);
    // Pass no workers if the list may be incomplete: the queue would seem to have none.
    auto counted = examineCounts(queue, can.workers && !can.unlistedWorkers ? m_workers : std::nullopt);
    for (DoctorFinding& finding : counted) {
        if (finding.kind == Kind::Paused && !can.pause)
            finding.remedy = resumingOf(backend.queueCapabilities(), can.layout);
        else if (finding.kind == Kind::Unserved && can.sharedWork && !can.leases)
            finding.remedy = u"Start a worker of the queue's framework, or find out why it stopped."_s;
    }
    add(std::move(counted));
    if (!queue.unreadable.isEmpty())
        return {};
    // Several checks may fail because of a single key, such as one with the wrong type. Report each such error only
    // once.
    const auto settled = [this, &queue](const Result<>& looked, const QString& what) -> Result<> {
        if (!looked && (looked.error().code == ErrorCode::WrongType || looked.error().code == ErrorCode::Refused)) {
            const bool told
                = std::any_of(m_diagnosis.findings.begin(), m_diagnosis.findings.end(), [&](const DoctorFinding& one) {
                      return one.kind == Kind::WrongType && one.queue == queue.name
                          && one.reason == looked.error().message;
                  });
            if (!told)
                m_diagnosis.findings.push_back(
                    {Kind::WrongType, Severity::Critical, {}, queue.name, 0, looked.error().message,
                        u"Check the key with TYPE, then RENAME it, or DEL it if it is not needed."_s, {}});
            return {};
        }
        return settle(looked, what.arg(printable(queue.name, 60)),
            u"Grant the missing permission to this user, or run doctor as another user."_s);
    };
    if (const auto looked = settled(leases(backend, queue), u"The leases in %1 cannot be checked"_s); !looked)
        return looked;
    if (const auto looked = settled(schedules(backend, queue), u"The schedules in %1 cannot be checked"_s); !looked)
        return looked;
    if (const auto looked = settled(
            found(examineCrashes(backend.inspector(), queue, can)), u"The failed tasks in %1 cannot be checked"_s);
        !looked)
        return looked;
    if (const auto looked
        = settled(found(examineOperations(backend, queue, m_spec.layout)), u"The operations on %1 cannot be checked"_s);
        !looked)
        return looked;
    if (can.sharedWork && !can.leases) {
        if (const auto looked = refusedChanges(backend, queue.name); !looked)
            return looked;
    }
    const QString unseen = u"Some tasks in %1 could not be checked"_s;
    if (const auto found = backend.audit(queue.name)) {
        const bool isFramework = can.sharedWork && !can.leases;
        const auto looked = settled(isFramework ? auditOfFramework(*found, queue) : audit(*found, queue), unseen);
        if (!looked)
            return looked;
    }
    const auto own = backend.checkup(queue, queue.name);
    if (!own)
        return {};
    const auto looked = settled(checkup(*own, queue), unseen);
    dropGeneralFindings(m_diagnosis.findings, queue.name);
    return looked;
}

/// Runs the initial scan for queues that no key lists. Adds findings if queues may be missing.
Result<> Examination::discover(Backend& backend)
{
    QueueDiscovery* discovery = backend.discovery();
    for (bool isOver = discovery == nullptr; !isOver;) {
        if (const auto wanted = stillWanted(); !wanted)
            return wanted;
        const auto stepped = discovery->step();
        if (!stepped)
            return settle(stepped.error(), u"The search for queues failed"_s,
                u"Specify the layouts with --layout, or allow this user to run SCAN."_s);
        isOver = *stepped;
    }
    const DiscoveryState state = discovery ? discovery->state() : DiscoveryState{.isRound = true};
    for (const QString& gap : {state.gap(), state.unopenedLayouts()}) {
        if (gap.isEmpty())
            continue;
        m_diagnosis.findings.push_back({Kind::Unknown, Severity::Notice, {}, {}, 0, gap,
            u"Only the queues that were found are checked. Check other queues by name (duectl check QUEUE)."_s, {}});
    }
    return {};
}

Result<Diagnosis> Examination::run()
{
    const auto backend = openLayout(m_spec.layout, m_spec.redis, m_spec.prefix, {}, Access::ReadOnly);
    if (!backend)
        return backend.error();
    if (m_spec.layout.facts().needsServer) {
        if (const auto looked = server(); !looked)
            return looked.error();
    }
    if (const auto looked = discover(**backend); !looked)
        return looked.error();
    auto queues = (*backend)->inspector().queues();
    if (!queues) {
        const auto settled = settle(queues.error(), u"The queues cannot be checked"_s,
            u"Grant the missing permission to this user, or run doctor as another user."_s);
        if (!settled)
            return settled.error();
        queues = std::vector<QueueInfo>();
    }
    const auto permitted = settle(permissions(**backend, *queues), u"This user's permissions cannot be checked"_s,
        u"Grant the missing permission to this user, or run doctor as another user."_s);
    if (!permitted)
        return permitted.error();
    auto workers = (*backend)->inspector().workers();
    if (!workers && !endsOneLookOnly(workers.error()))
        return workers.error();
    if (workers) {
        m_workers = std::move(*workers);
    } else {
        m_diagnosis.findings.push_back({Kind::Unknown, Severity::Notice, {}, {}, 0,
            u"The list of workers cannot be read, so leases are not checked: %1"_s.arg(workers.error().message),
            u"Allow this user to read %1:workers and %1:w:*."_s.arg(printable(m_spec.prefix, 40)), {}});
    }
    m_diagnosis.queues = qint64(queues->size());
    for (const QueueInfo& info : *queues) {
        if (const auto wanted = stillWanted(); !wanted)
            return wanted.error();
        if (const auto looked = queue(**backend, info); !looked)
            return looked.error();
    }
    std::stable_sort(m_diagnosis.findings.begin(), m_diagnosis.findings.end(),
        [](const DoctorFinding& a, const DoctorFinding& b) { return a.severity > b.severity; });
    return std::move(m_diagnosis);
}

Result<QString> releaseLeases(Backend& backend, const DoctorFinding& finding)
{
    qint64 released = 0;
    for (const TaskRef& ref : finding.leases) {
        const auto outcome = backend.editor()->release(finding.queue, ref);
        if (!outcome)
            return outcome.error();
        released += *outcome == ItemOutcome::Done ? 1 : 0;
    }
    const qint64 left = qint64(finding.leases.size()) - released;
    return u"%1 in %2 released%3."_s.arg(plural(released, u"1 lease"_s, u"%1 leases"_s), printable(finding.queue, 60),
        left > 0 ? u"; %1 had changed in the meantime"_s.arg(left) : QString());
}

} // namespace

qint64 Diagnosis::count(DoctorFinding::Severity severity) const
{
    return std::count_if(findings.begin(), findings.end(),
        [severity](const DoctorFinding& finding) { return finding.severity == severity; });
}

bool Diagnosis::isFine() const { return count(Severity::Warning) == 0 && count(Severity::Critical) == 0; }

bool Diagnosis::isComplete() const
{
    return std::none_of(findings.begin(), findings.end(),
        [](const DoctorFinding& finding) { return finding.kind == Kind::Unknown && !finding.isMinor; });
}

Result<Diagnosis> examine(
    const ConnectionSpec& spec, const std::atomic<bool>& cancelled, const DoctorProgress& progress)
{
    return Examination(spec, cancelled, progress).run();
}

Result<QString> repair(const ConnectionSpec& spec, Access access, const DoctorFinding& finding, const QByteArray& who)
{
    if (access < Access::Operate)
        return Error{ErrorCode::Refused, u"This connection is read-only: nothing was repaired."_s};
    if (!finding.isRepairable())
        return Error{ErrorCode::Refused, u"Dueline cannot repair this. %1"_s.arg(finding.remedy)};
    const auto backend = openLayout(spec.layout, spec.redis, spec.prefix, {}, Access::Operate);
    if (!backend)
        return backend.error();
    if (!(*backend)->editor())
        return Error{ErrorCode::ReadOnlyServer,
            (*backend)->refusal().isEmpty() ? u"This server is read-only."_s : (*backend)->refusal()};
    if (!finding.leases.empty())
        return releaseLeases(**backend, finding);
    const auto audit = (*backend)->audit(finding.queue);
    if (!audit) {
        QueueInfo queue;
        queue.name = finding.queue;
        const auto checkup = (*backend)->checkup(queue, queue.name);
        return checkup ? checkup->repair(finding.word, finding.ids) : QueueCheckup::notRepairable();
    }
    if (const auto allowed = (*backend)->permitted(finding.queue); !allowed)
        return allowed.error();
    const QString name = printable(finding.queue, 60);
    if (finding.kind == Kind::Leftovers) {
        const auto removed = audit->tidy(finding.ids);
        if (!removed)
            return removed.error();
        return u"%1 in %2 removed."_s.arg(plural(*removed, u"1 entry"_s, u"%1 entries"_s), name);
    }
    const auto mended = audit->mend(finding.ids, who);
    if (!mended)
        return mended.error();
    const qint64 left = qint64(finding.ids.size()) - *mended;
    return u"%1 in %2 repaired%3."_s.arg(plural(*mended, u"1 task"_s, u"%1 tasks"_s), name,
        left > 0 ? u"; %1 no longer needed repair or are too large"_s.arg(left) : QString());
}

} // namespace dueline
