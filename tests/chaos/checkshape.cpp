// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/chaos/checker.h"

#include "core/base/text.h"

namespace dueline::chaos {

void Checker::checkShape(const Snapshot& snapshot, const QueueName& queue, Verdict& verdict) const
{
    const auto tell = [&](const TaskId& id, const QString& what) {
        verdict.violate(QStringLiteral("%1: %2 %3").arg(printable(queue), printable(id), what));
    };
    QSet<TaskId> placed;
    for (const Place place : allPlaces) {
        verdict.places[placeName(place)] = snapshot.in(place).size();
        for (const TaskId& id : snapshot.in(place)) {
            placed.insert(id);
            if (!snapshot.tasks.contains(id))
                tell(id, QStringLiteral("is %1, but has no envelope.").arg(QString::fromLatin1(placeName(place))));
        }
    }
    for (auto task = snapshot.tasks.cbegin(); task != snapshot.tasks.cend(); ++task) {
        if (!placed.contains(task.key()))
            tell(task.key(), QStringLiteral("has an envelope, but is in no state."));
        if (!task->readable)
            tell(task.key(), QStringLiteral("has an envelope that cannot be read."));
        else if (!task->intact)
            tell(task.key(), QStringLiteral("has another payload than was added."));
        if (task->big != snapshot.bigPayloads.contains(task.key()))
            tell(task.key(),
                task->big ? QStringLiteral("misses its payload's key.")
                          : QStringLiteral("left a payload's key behind."));
    }
    for (const TaskId& id : snapshot.bigPayloads) {
        if (!snapshot.tasks.contains(id))
            tell(id, QStringLiteral("left a payload's key behind."));
    }
    for (const TaskId& id : snapshot.in(Place::Leased)) {
        if (!snapshot.leases.contains(id))
            tell(id, QStringLiteral("is leased to nobody."));
    }
    for (auto lease = snapshot.leases.cbegin(); lease != snapshot.leases.cend(); ++lease) {
        if (!snapshot.in(Place::Leased).contains(lease.key()))
            tell(lease.key(), QStringLiteral("has a lease, but is not leased."));
    }
    for (auto damaged = snapshot.damaged.cbegin(); damaged != snapshot.damaged.cend(); ++damaged)
        tell(damaged.key(), QStringLiteral("was put aside as damaged: %1").arg(printable(*damaged)));
    for (auto field = snapshot.fields.cbegin(); field != snapshot.fields.cend(); ++field) {
        for (const TaskId& id : *field) {
            const bool belongs = field.key() == "tries"
                ? snapshot.in(Place::Retry).contains(id) || snapshot.in(Place::Leased).contains(id)
                    || snapshot.in(Place::Failed).contains(id) || snapshot.in(Place::Trash).contains(id)
                : field.key() == "cancel" ? snapshot.in(Place::Leased).contains(id)
                                          : placed.contains(id);
            if (!belongs)
                tell(id, QStringLiteral("left a field in %1 behind.").arg(QString::fromLatin1(field.key())));
        }
    }
}

} // namespace dueline::chaos
