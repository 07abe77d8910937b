// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/slotlimits.h"

#include <QDir>

#include <algorithm>

#include <sys/resource.h>
#include <unistd.h>

namespace dueline {

namespace {

constexpr int filesOfASlot = 1; ///< number of descriptors per slot, for waking its thread
/// Descriptors that other threads need for connections and wake-ups, and for simultaneous name lookups, file reads and
/// logging.
constexpr qint64 filesOfServices = 40;
/// Number of free descriptors needed when a slot that keeps descriptors runs for the first time
constexpr qint64 filesOfFirstUse = 24;

qint64 entriesOf(const char* folder)
{
    return QDir(QLatin1String(folder)).entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot).size();
}

/// Returns the limit, and the number of slots possible under it when `used` descriptors or threads are in use; nullopt
/// if `count` slots are possible.
std::optional<std::pair<qint64, qint64>> shortOf(__rlimit_resource resource, qint64 used, qint64 perSlot, int count)
{
    rlimit limit{};
    if (perSlot == 0 || ::getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY
        || used + perSlot * count <= qint64(limit.rlim_cur))
        return {};
    return std::pair(qint64(limit.rlim_cur), std::max<qint64>(0, (qint64(limit.rlim_cur) - used) / perSlot));
}

Error tooLow(
    const QString& limit, const std::pair<qint64, qint64>& found, qint64 needed, int count, const QString& raise)
{
    const QString few = found.second > 0 ? QStringLiteral(", or use at most %L1 slots").arg(found.second) : QString();
    return {ErrorCode::Io,
        QStringLiteral(
            "The limit on %1 is %L2, and %L3 slots may need %L4: raise it (%5)%6. Tasks that exceed the limit return "
            "to the queue, and no attempts are counted.")
            .arg(limit)
            .arg(found.first)
            .arg(count)
            .arg(needed)
            .arg(raise, few),
        {}};
}

} // namespace

Result<int> slotsCarried(const HandlerRegistry& handlers, int count)
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return count;
    qint64 perSlot = filesOfASlot;
    handlers.each([&perSlot](const QByteArray&, const Handler& handler) {
        if (const SlotNeeds one = handler.needsPerSlot(); one.keeps)
            perSlot = std::max<qint64>(perSlot, filesOfASlot + one.files);
    });
    const qint64 others = entriesOf("/proc/self/fd") + filesOfServices + (perSlot > filesOfASlot ? filesOfFirstUse : 0);
    const qint64 carried = (qint64(limit.rlim_cur) - others) / perSlot;
    if (carried < 1)
        return Error{ErrorCode::Io,
            QStringLiteral(
                "The limit on open files is %L1, and a worker with one slot may need %L2: raise it (ulimit -n, "
                "LimitNOFILE= of a unit).")
                .arg(qint64(limit.rlim_cur))
                .arg(others + perSlot),
            {}};
    return int(std::min<qint64>(carried, count));
}

std::vector<Error> limitsBelow(const HandlerRegistry& handlers, int count)
{
    SlotNeeds needs;
    handlers.each([&needs](const QByteArray&, const Handler& handler) {
        const SlotNeeds one = handler.needsPerSlot();
        needs.files = std::max(needs.files, one.files);
        needs.processes = std::max(needs.processes, one.processes);
    });
    needs.files += filesOfASlot;
    std::vector<Error> found;
    const qint64 open = entriesOf("/proc/self/fd");
    if (const auto few = shortOf(RLIMIT_NOFILE, open, needs.files, count))
        found.push_back(tooLow(QStringLiteral("open files"), *few, open + needs.files * qint64(count), count,
            QStringLiteral("ulimit -n, LimitNOFILE= of a unit")));
    // Threads count as processes. The limit doesn't apply to root.
    const qint64 threads = entriesOf("/proc/self/task");
    const qint64 perSlot = 1 + needs.processes;
    if (const auto few = ::geteuid() == 0 ? std::nullopt : shortOf(RLIMIT_NPROC, threads, perSlot, count))
        found.push_back(tooLow(QStringLiteral("processes and threads of this user"), *few, threads + perSlot * count,
            count, QStringLiteral("ulimit -u, LimitNPROC= of a unit")));
    return found;
}

} // namespace dueline
