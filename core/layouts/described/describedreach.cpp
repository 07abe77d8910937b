// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/describedreach.h"

#include "core/base/text.h"
#include "core/layouts/described/actionplanner.h"
#include "core/layouts/port/aclrights.h"

#include <QCryptographicHash>

#include <algorithm>
#include <iterator>

namespace dueline {

namespace {

void addTo(std::vector<KeyPattern>& patterns, const KeyPattern& pattern)
{
    if (!pattern.isEmpty() && std::find(patterns.begin(), patterns.end(), pattern) == patterns.end())
        patterns.push_back(pattern);
}

QString listed(const std::vector<KeyPattern>& patterns)
{
    QStringList names;
    for (const KeyPattern& pattern : patterns)
        names << printable(pattern.text(), 200);
    return names.join(QStringLiteral(", "));
}

} // namespace

DescribedReach DescribedReach::of(const Description& description)
{
    DescribedReach reach;
    const auto hasAny = [&](std::size_t place) {
        constexpr std::array kinds{
            ActionKind::RunNow, ActionKind::Retry, ActionKind::Reschedule, ActionKind::Discard, ActionKind::Delete};
        return std::any_of(kinds.begin(), kinds.end(),
            [&](ActionKind kind) { return ActionPlanner::hasAction(description, place, kind); });
    };
    for (std::size_t i = 0; i < description.places.size(); ++i) {
        const DescribedPlace& place = description.places[i];
        if (!hasAny(i))
            continue;
        addTo(reach.changed, place.key);
        addTo(reach.changed, place.store.key);
        if (place.times)
            addTo(reach.changed, place.times->set);
    }
    const auto addTarget = [&](const std::optional<std::size_t>& place) {
        if (!place)
            return;
        const DescribedPlace& to = description.places[*place];
        addTo(reach.changed, to.key);
        addTo(reach.changed, to.store.key);
        if (to.times)
            addTo(reach.changed, to.times->set);
    };
    const auto addEffects = [&reach](const DescribedEffects& effects) {
        for (const DescribedEffects::Write& write : effects.writes)
            addTo(reach.changed, write.target.hash);
        addTo(reach.channels, effects.channel);
    };
    for (const DescribedAction& action : description.actions) {
        if (action.isOff)
            continue;
        addTarget(action.to);
        addEffects(action);
    }
    if (description.adding) {
        addTarget(description.adding->now);
        addTarget(description.adding->later);
        addEffects(*description.adding);
    }
    for (const DescribedCompanion& companion : description.companions)
        addTo(reach.changed, companion.key);
    const auto addRead = [&reach](const KeyPattern& pattern) {
        if (std::find(reach.changed.begin(), reach.changed.end(), pattern) == reach.changed.end())
            addTo(reach.read, pattern);
    };
    if (description.queues.source != DescribedQueues::Source::Names) {
        for (const KeyPattern& pattern : description.queues.patterns)
            addRead(pattern);
    }
    for (const DescribedPlace& place : description.places) {
        addRead(place.key);
        addRead(place.store.key);
        addTo(reach.locks, place.lock);
        if (place.leasedIf)
            addRead(place.leasedIf->hash);
        if (place.times)
            addRead(place.times->set);
        addRead(place.workerNames);
    }
    if (description.adding)
        addRead(description.adding->counter);
    for (const DescribedField& field : description.fields) {
        if (field.source == DescribedField::Source::Hash || field.source == DescribedField::Source::String)
            addRead(field.pattern);
    }
    return reach;
}

QByteArray DescribedReach::digest() const
{
    QByteArrayList patterns;
    for (const std::vector<KeyPattern>* each : {&changed, &channels}) {
        for (const KeyPattern& pattern : *each)
            patterns << pattern.text();
        patterns << QByteArray();
    }
    return QCryptographicHash::hash(patterns.join('\0'), QCryptographicHash::Sha256).toHex().left(8);
}

/// Returns a sentence with the names of these queues' keys; empty if no name depends on the queue. If a name also
/// depends on a task, it contains a variable.
QString DescribedReach::keysOf(const std::vector<QueueName>& queues) const
{
    constexpr qint64 mostNamed = 5;
    QStringList names;
    qint64 count = 0;
    for (const QueueName& queue : queues) {
        if (queue.isEmpty() || queue.startsWith('@')) // places shared by all queues
            continue;
        for (const KeyPattern& pattern : changed) {
            if (!pattern.has("queue") || ++count > mostNamed)
                continue;
            if (const auto key = KeyPattern::parse(pattern.text(), {{"queue", queue}}))
                names << printable(key->render({}).value_or(key->text()), 200);
        }
    }
    if (names.empty())
        return {};
    const QString first = names.join(QStringLiteral(", "));
    return count > mostNamed
        ? QStringLiteral("On this server, these keys include %1 and %2 more.").arg(first).arg(count - mostNamed)
        : QStringLiteral("On this server, these keys include %1.").arg(first);
}

QString DescribedReach::text(const Description& description, const std::vector<QueueName>& queues) const
{
    const bool seesLeases = std::any_of(description.places.begin(), description.places.end(),
        [](const DescribedPlace& place) { return place.state == TaskState::Leased || hasLeases(place); });
    QStringList sentences{
        QStringLiteral("%1 may change these keys: %2.").arg(printable(description.title, 100), listed(changed))};
    if (const QString keys = keysOf(queues); !keys.isEmpty())
        sentences << keys;
    if (!channels.empty())
        sentences << QStringLiteral("The layout may also publish messages on %1.").arg(listed(channels));
    if (description.running)
        sentences << QStringLiteral("Dueline's workers may take tasks out of these keys and run them.");
    std::vector<KeyPattern> open;
    std::copy_if(changed.begin(), changed.end(), std::back_inserter(open),
        [](const KeyPattern& pattern) { return !pattern.hasLiteral() && !pattern.has("queue"); });
    if (!open.empty()) {
        sentences << QStringLiteral(
            "Because %1 has no fixed part, a task can name any key on this server. Keys of known "
            "frameworks and Dueline's own keys are never changed.")
                         .arg(listed(open));
    }
    sentences << QStringLiteral("The layout changes nothing else.");
    if (!seesLeases)
        sentences << QStringLiteral("The layout does not show which tasks workers are running.");
    return sentences.join(u' ');
}

QByteArray DescribedReach::rightsPattern(const KeyPattern& pattern)
{
    QByteArray covered;
    Variables values;
    for (const QByteArray& variable : pattern.variables())
        values[variable] = QByteArray(1, '\0');
    for (const char c : pattern.render(values).value_or(QByteArray()))
        covered += c == '\0' ? QByteArray("*") : aclQuoted(QByteArray(1, c));
    return covered;
}

} // namespace dueline
