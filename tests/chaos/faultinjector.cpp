// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/chaos/faultinjector.h"

#include <array>
#include <thread>

namespace dueline::chaos {

namespace {

enum class FaultKind {
    KillWorker,
    FreezeWorker,
    KillServer,
    FreezeServer,
    FlushScripts,
    KillClients,
    PauseWrites,
    Sleep,
    LoseAnswers,
    CutAnswers,
    ResetConnections,
    Silence,
    Delay,
};

constexpr std::array<std::pair<FaultKind, int>, 13> weights{{
    {FaultKind::KillWorker, 4},
    {FaultKind::FreezeWorker, 3},
    {FaultKind::KillServer, 2},
    {FaultKind::FreezeServer, 1},
    {FaultKind::FlushScripts, 2},
    {FaultKind::KillClients, 2},
    {FaultKind::PauseWrites, 2},
    {FaultKind::Sleep, 1},
    {FaultKind::LoseAnswers, 4},
    {FaultKind::CutAnswers, 3},
    {FaultKind::ResetConnections, 2},
    {FaultKind::Silence, 1},
    {FaultKind::Delay, 2},
}};

} // namespace

FaultInjector::FaultInjector(
    RedisServer& server, ChaosProxy& proxy, WorkerPool& workers, const Journal& journal, quint32 seed, Millis lease)
    : m_server(server)
    , m_control(server.config())
    , m_proxy(proxy)
    , m_workers(workers)
    , m_journal(journal)
    , m_dice(seed)
    , m_lease(lease)
{ }

int FaultInjector::total() const
{
    int total = 0;
    for (const auto& [fault, count] : m_counts)
        total += count;
    return total;
}

void FaultInjector::note(const QByteArray& fault, const QByteArray& detail)
{
    ++m_counts[fault];
    m_journal.write(Event::Fault, "-", {fault, detail});
}

/// Kills the server with SIGKILL. With `appendfsync everysec`, Redis replies before it has written the log while a sync
/// is in progress (for up to 2 s), so a kill at that moment loses confirmed writes. This is a known gap in Redis that
/// the doctor reports, so avoid it: Redis 7 starts a sync at the start of a second, so wait for the middle of a second
/// without a sync.
void FaultInjector::killServer()
{
    for (int tries = 0; tries < 400; ++tries) {
        const Result<Reply> persistence = ask({"INFO", "persistence"});
        const Result<Reply> time = ask({"TIME"});
        if (!persistence || !time || time->items.size() != 2)
            return; // The server doesn't answer, so don't kill it.
        const qint64 microseconds = time->items[1].bytes.toLongLong();
        if (persistence->bytes.contains("aof_pending_bio_fsync:0") && microseconds > 200'000
            && microseconds < 900'000) {
            m_server.kill9();
            m_control.close();
            m_serverDown = QDeadlineTimer(int(between(0, 500).count()));
            note("server-kill");
            return;
        }
        std::this_thread::sleep_for(Millis(5)); // limits the number of requests
    }
}

Result<Reply> FaultInjector::ask(const Command& command)
{
    if (!m_control.isOpen()) {
        if (const Result<> opened = m_control.open(); !opened)
            return opened.error();
    }
    return m_control.call(command);
}

void FaultInjector::tellServer(const Command& command)
{
    if (ask(command))
        note(command[0].toLower() + (command.size() > 1 ? '-' + command[1].toLower() : QByteArray()));
}

void FaultInjector::disturbNetwork(const QByteArray& name, const ChaosPlan& plan, Millis time)
{
    m_proxy.setPlan(plan);
    m_networkDisturbed = QDeadlineTimer(int(time.count()));
    note(name, QByteArray::number(plan.probability));
}

void FaultInjector::inject()
{
    int sum = 0;
    for (const auto& [kind, weight] : weights)
        sum += weight;
    int at = int(m_dice() % quint32(sum));
    FaultKind chosen = FaultKind::KillWorker;
    for (const auto& [kind, weight] : weights) {
        if ((at -= weight) < 0) {
            chosen = kind;
            break;
        }
    }
    const bool serverUp = !m_serverDown && !m_serverFrozen;
    const int worker = int(m_dice() % quint32(m_workers.size()));
    const double often = 0.02 + (m_dice() % 100) / 300.0;
    using Fault = ChaosPlan::Fault;
    switch (chosen) {
    case FaultKind::KillWorker:
        m_frozenWorkers.erase(worker);
        note("worker-kill", QByteArray::number(m_workers.processId(worker)));
        m_workers.replace(worker);
        break;
    case FaultKind::FreezeWorker:
        if (!m_workers.isFrozen(worker)) {
            note("worker-freeze", QByteArray::number(m_workers.processId(worker)));
            m_workers.freeze(worker);
            m_frozenWorkers[worker]
                = QDeadlineTimer(int(m_lease.count() * 3 / 2 + between(0, int(m_lease.count())).count()));
        }
        break;
    case FaultKind::KillServer:
        if (serverUp)
            killServer();
        break;
    case FaultKind::FreezeServer:
        if (serverUp) {
            note("server-freeze");
            m_server.freeze();
            m_serverFrozen = QDeadlineTimer(int(between(200, 1200).count()));
        }
        break;
    case FaultKind::FlushScripts:
        if (serverUp)
            tellServer({"SCRIPT", "FLUSH"});
        break;
    case FaultKind::KillClients:
        if (serverUp)
            tellServer({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"});
        break;
    case FaultKind::PauseWrites:
        if (serverUp)
            tellServer({"CLIENT", "PAUSE", QByteArray::number(between(100, 500).count()), "WRITE"});
        break;
    case FaultKind::Sleep:
        if (serverUp)
            tellServer({"DEBUG", "SLEEP", m_dice() % 2 ? "0.15" : "0.4"});
        break;
    case FaultKind::LoseAnswers:
        disturbNetwork("answers-lost", {Fault::Swallow, often, Millis(0), 0}, between(200, 800));
        break;
    case FaultKind::CutAnswers:
        disturbNetwork("answers-cut", {Fault::Cut, often, Millis(0), qsizetype(m_dice() % 200)}, between(200, 800));
        break;
    case FaultKind::ResetConnections:
        disturbNetwork("answers-reset", {Fault::Reset, often, Millis(0), 0}, between(100, 300));
        m_proxy.resetAll();
        break;
    case FaultKind::Silence:
        disturbNetwork("connections-silent", {Fault::Silence, often / 4, Millis(0), 0}, between(50, 200));
        break;
    case FaultKind::Delay:
        disturbNetwork("answers-late", {Fault::Delay, often * 2, between(20, 300), 0}, between(300, 1000));
        break;
    }
}

void FaultInjector::tick()
{
    for (auto frozen = m_frozenWorkers.begin(); frozen != m_frozenWorkers.end();) {
        if (!frozen->second.hasExpired()) {
            ++frozen;
            continue;
        }
        m_workers.thaw(frozen->first);
        frozen = m_frozenWorkers.erase(frozen);
    }
    if (m_serverFrozen && m_serverFrozen->hasExpired()) {
        m_server.thaw();
        m_serverFrozen.reset();
    }
    if (m_serverDown && m_serverDown->hasExpired()) {
        m_server.start();
        m_serverDown.reset();
    }
    if (m_networkDisturbed && m_networkDisturbed->hasExpired()) {
        m_proxy.setPlan({});
        m_networkDisturbed.reset();
    }
}

void FaultInjector::heal()
{
    m_frozenWorkers.clear();
    m_workers.thawAll();
    if (m_serverFrozen)
        m_server.thaw();
    m_serverFrozen.reset();
    if (m_serverDown)
        m_server.start();
    m_serverDown.reset();
    m_proxy.setPlan({});
    m_networkDisturbed.reset();
}

} // namespace dueline::chaos
