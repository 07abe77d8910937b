// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/queuediscovery.h"

#include "core/base/text.h"

#include <QStringList>

#include <algorithm>

namespace dueline {

std::optional<int> DiscoveryState::percent() const
{
    if (isRound)
        return 100;
    return keys > 0 ? std::optional(int(std::min<qint64>(99, 100 * lookedAt / keys))) : std::nullopt;
}

namespace {

/// Returns the first names in a set, separated by commas.
QString namesOf(const std::set<QByteArray>& all)
{
    constexpr int most = 5;
    QStringList names;
    for (const QByteArray& name : all) {
        if (names.size() == most) {
            names << QStringLiteral("…");
            break;
        }
        names << printable(name, 60);
    }
    return names.join(QStringLiteral(", "));
}

/// Returns sentences about skipped lists, each preceded by a space.
QString omissions(const DiscoveryState& state)
{
    QString text;
    if (!state.unread.empty())
        text += QStringLiteral(" Lists with items above 8 MiB were not inspected: %1.").arg(namesOf(state.unread));
    if (!state.skippedLists.empty())
        text += QStringLiteral(" Not all lists with these names were inspected: %1.").arg(namesOf(state.skippedLists));
    return text;
}

/// Returns a sentence about the key scan; empty if the scan is complete.
QString scanGap(const DiscoveryState& state)
{
    if (state.isForbidden) {
        return QStringLiteral(
            "This user is not allowed to scan keys (SCAN), so framework queues are found only by name.");
    }
    if (state.isCut)
        return QStringLiteral("There are too many queues to list them all.");
    if (state.isComplete())
        return {};
    if (state.isRound)
        return QStringLiteral("Some keys have not been inspected yet, so there may be more queues.");
    const auto part = state.percent();
    return part
        ? QStringLiteral("Scanned %1% of %2 keys, so there may be more queues.").arg(*part).arg(state.keys)
        : QStringLiteral("Scanned %1 keys, but not all of them, so there may be more queues.").arg(state.lookedAt);
}

} // namespace

QString DiscoveryState::unopenedLayouts() const
{
    if (unopened.empty())
        return {};
    QString options;
    for (const QByteArray& layout : unopened)
        options += QStringLiteral(" --layout ") + printable(layout, 60);
    return QStringLiteral("There are keys of layouts that are not opened automatically: %1. Open them with "
                          "--layout auto%2.")
        .arg(namesOf(unopened), options);
}

QString DiscoveryState::gap() const { return (scanGap(*this) + omissions(*this)).trimmed(); }

} // namespace dueline
