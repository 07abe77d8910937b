// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/chaos/checker.h"

#include "core/base/text.h"
#include "tests/chaos/story.h"

#include <algorithm>

namespace dueline::chaos {

void Verdict::violate(const QString& sentence)
{
    if (++violationCount <= 100)
        violations.append(sentence);
}

Checker::Checker(Millis lease)
    : m_lease(lease)
{ }

Checker::~Checker() = default;

void Checker::add(const Entry& entry)
{
    const auto field = [&entry](std::size_t i) { return i < entry.fields.size() ? entry.fields[i] : QByteArray(); };
    if (entry.event == Event::Fault)
        return;
    Queue& queue = m_queues[entry.queue];
    if (entry.event == Event::Undone) {
        queue.undone.insert(field(0));
        return;
    }
    if (entry.event == Event::Paused) {
        queue.pauses.emplace_back(fromMs(field(0).toLongLong()), fromMs(field(1).toLongLong()));
        return;
    }
    if (entry.event == Event::KeyTaken)
        return queue.keys.take(entry);
    Story& story = queue.stories[field(0)];
    const QByteArray token = field(1);
    switch (entry.event) {
    case Event::AddSent:
    case Event::TickSent:
        story.sent = true;
        story.edits.add(token.toLongLong());
        break;
    case Event::TickMade:
        ++story.ticksMade;
        [[fallthrough]];
    case Event::AddAnswered:
        story.answered = true;
        break;
    case Event::AddUnknown:
        story.unknown = true;
        break;
    case Event::Claimed:
        story.claims.push_back(
            {NativeCodec::decodeToken(token).value_or(NativeCodec::Token{}), token, fromMs(field(3).toLongLong())});
        break;
    case Event::Started:
        ++story.runs[token];
        story.ran.push_back({token, entry.at, field(4).toInt()});
        break;
    case Event::Damaged:
        story.damagedPayload = true;
        break;
    case Event::AckSent:
        ++story.acks[token].sent;
        break;
    case Event::NackSent:
        ++story.nacks[token].sent;
        break;
    case Event::ReleaseSent:
        ++story.releases[token].sent;
        break;
    case Event::AckAnswered:
        story.acks[token].take(field(2));
        break;
    case Event::NackAnswered:
        story.nacks[token].take(field(2));
        break;
    case Event::ReleaseAnswered:
        story.releases[token].take(field(2));
        break;
    case Event::Quarantined:
        story.quarantined.push_back(token);
        break;
    case Event::ActionSent:
        story.actions.push_back({token, field(3), {}});
        break;
    case Event::ActionAnswered:
        for (auto action = story.actions.rbegin(); action != story.actions.rend(); ++action) {
            if (action->kind == token && action->outcome.isEmpty()) {
                action->outcome = field(4);
                break;
            }
        }
        break;
    case Event::EditSent:
    case Event::EditAnswered:
        story.edits.take(entry);
        break;
    case Event::KeyTaken:
    case Event::Ended:
    case Event::Undone:
    case Event::Paused:
    case Event::Fault:
        break;
    }
}

Verdict Checker::check(const QueueName& queue, const Snapshot& snapshot) const
{
    Verdict verdict;
    const auto found = m_queues.find(queue);
    const Queue told = found == m_queues.end() ? Queue() : found->second;
    for (auto story = told.stories.cbegin(); story != told.stories.cend(); ++story) {
        checkPlace(story.key(), *story, snapshot, queue, verdict);
        checkRuns(story.key(), *story, told, queue, verdict);
        checkEdits(story.key(), *story, told, snapshot, queue, verdict);
    }
    for (auto task = snapshot.tasks.cbegin(); task != snapshot.tasks.cend(); ++task) {
        if (!told.stories.value(task.key()).sent)
            verdict.violate(
                QStringLiteral("%1: nobody added %2, yet it is there.").arg(printable(queue), printable(task.key())));
    }
    checkShape(snapshot, queue, verdict);
    verdict.keysTaken = told.keys.taken();
    for (const QString& sentence : told.keys.broken())
        verdict.violate(QStringLiteral("%1: %2").arg(printable(queue), sentence));

    // Statistics count each accepted ack once, so apart from calls without a reply, they must match the number of
    // finished tasks.
    qint64 surely = 0;
    qint64 possibly = 0;
    for (const Story& story : told.stories) {
        surely += anySurely(story.acks);
        possibly += anyPerhaps(story.acks);
    }
    if (snapshot.hasStatistics && (snapshot.finished < surely || snapshot.finished > possibly)) {
        verdict.violate(QStringLiteral("%1: the statistics count %2 finished tasks; acks say %3 to %4.")
                            .arg(printable(queue))
                            .arg(snapshot.finished)
                            .arg(surely)
                            .arg(possibly));
    }
    if (snapshot.hasStatistics
        && (snapshot.added < verdict.addsAnswered || snapshot.added > verdict.addsAnswered + verdict.addsUnknown)) {
        verdict.violate(QStringLiteral("%1: the statistics count %2 added tasks; the adder says %3 to %4.")
                            .arg(printable(queue))
                            .arg(snapshot.added)
                            .arg(verdict.addsAnswered)
                            .arg(verdict.addsAnswered + verdict.addsUnknown));
    }
    return verdict;
}

void Checker::checkPlace(
    const TaskId& id, const Story& story, const Snapshot& snapshot, const QueueName& queue, Verdict& verdict) const
{
    const auto tell = [&](const QString& what) {
        verdict.violate(QStringLiteral("%1: %2 %3").arg(printable(queue), printable(id), what));
    };
    verdict.addsAnswered += story.answered;
    verdict.addsUnknown += story.sent && !story.answered;
    verdict.operatorActions += qint64(story.actions.size()) + story.edits.count();
    verdict.ticks += story.ticksMade;
    if (story.ticksMade > 1) {
        ++verdict.ticksTwice;
        tell(QStringLiteral("was made %1 times by its schedule's tick.").arg(story.ticksMade));
    }

    QStringList at;
    for (const Place place : allPlaces) {
        if (snapshot.in(place).contains(id))
            at.append(QString::fromLatin1(placeName(place)));
    }
    if (at.size() > 1)
        tell(QStringLiteral("is in several states: %1.").arg(at.join(QStringLiteral(", "))));
    const bool deleted = story.acted("delete") || (snapshot.trims && story.acted("discard"));
    const bool accepted = anySurely(story.acks);
    if (at.isEmpty() && story.answered) {
        const bool dropped = (snapshot.dropsDone || snapshot.trims) && anyPerhaps(story.acks);
        if (!deleted && !dropped) {
            ++verdict.lost;
            tell(snapshot.damaged.contains(id)
                    ? QStringLiteral("was put aside as damaged: %1").arg(printable(snapshot.damaged[id]))
                    : QStringLiteral("was added and is lost."));
        }
    }
    if (accepted) {
        const bool kept = snapshot.in(Place::Done).contains(id) || snapshot.in(Place::Trash).contains(id)
            || (at.isEmpty() && (deleted || snapshot.trims));
        if (snapshot.dropsDone ? !at.isEmpty() : !kept)
            tell(QStringLiteral("was accepted as done, but is %1.")
                     .arg(at.isEmpty() ? QStringLiteral("nowhere") : at.join(u',')));
    }
    if (snapshot.in(Place::Done).contains(id) && story.acks.empty())
        tell(QStringLiteral("is done, but nobody acknowledged it."));
    if (story.damagedPayload)
        tell(QStringLiteral("reached its handler with another payload than was added."));
}

void Checker::checkRuns(
    const TaskId& id, const Story& story, const Queue& told, const QueueName& queue, Verdict& verdict) const
{
    const auto tell = [&](const QString& what) {
        verdict.violate(QStringLiteral("%1: %2 %3").arg(printable(queue), printable(id), what));
    };
    std::vector<Story::Claim> claims = story.claims;
    std::sort(claims.begin(), claims.end(),
        [](const Story::Claim& a, const Story::Claim& b) { return a.token.fence < b.token.fence; });
    verdict.claims += qint64(claims.size());

    int accepted = 0;
    qint64 acceptedFence = -1;
    for (const auto& [token, calls] : story.acks) {
        ++verdict.acks[calls.answer.isEmpty() ? QByteArray("unanswered") : calls.answer];
        if (calls.surelyHappened()) {
            ++accepted;
            acceptedFence = NativeCodec::decodeToken(token).value_or(NativeCodec::Token{}).fence;
        }
    }
    if (accepted > 1) {
        ++verdict.acceptedTwice;
        tell(QStringLiteral("was accepted as done %1 times.").arg(accepted));
    }
    for (const auto& [token, times] : story.runs) {
        verdict.executions += times;
        if (times > 1)
            tell(QStringLiteral("ran %1 times in one lease, %2.").arg(times).arg(printable(token)));
        if (std::none_of(claims.begin(), claims.end(),
                [&token = token](const Story::Claim& claim) { return claim.text == token; }))
            tell(QStringLiteral("ran under a lease nobody was given, %1.").arg(printable(token)));
    }
    for (std::size_t i = 0; i < claims.size(); ++i) {
        const Story::Claim& claim = claims[i];
        if (claim.token.fence == 0)
            tell(QStringLiteral("was leased under a token that cannot be read, %1.").arg(printable(claim.text)));
        if (toMs(claim.dueAt) > 0 && claim.token.leasedAt < claim.dueAt)
            tell(QStringLiteral("was leased before it was due."));
        const auto held = story.edits.possible(claim.token.leasedAt, claim.token.leasedAt, told.undone);
        const bool expired = std::all_of(held.begin(), held.end(), [&claim](const Edits::Held& one) {
            return one.expiresMs > 0 && toMs(claim.token.leasedAt) > one.expiresMs;
        });
        if (expired && !story.acted("retry"))
            tell(QStringLiteral("was leased after it had expired."));
        if (accepted > 0 && claim.token.fence > acceptedFence)
            tell(QStringLiteral("was leased again after it was accepted as done."));
        for (const auto& [from, to] : told.pauses) {
            if (claim.token.leasedAt > from && claim.token.leasedAt < to)
                tell(QStringLiteral("was leased while its queue was paused."));
        }
        if (i == 0)
            continue;
        ++verdict.again;
        const Story::Claim& before = claims[i - 1];
        if (before.token.fence == claim.token.fence) {
            tell(QStringLiteral("was leased twice with the same fence, %1.").arg(claim.token.fence));
            continue;
        }
        const bool byOperator = std::any_of(story.actions.begin(), story.actions.end(),
            [&before](const Story::Action& action) { return action.token == before.text && action.mayHaveHappened(); });
        if (perhaps(story.nacks, before.text))
            ++verdict.againBecause["nack"];
        else if (perhaps(story.releases, before.text))
            ++verdict.againBecause["release"];
        else if (byOperator)
            ++verdict.againBecause["operator"];
        else if (claim.token.leasedAt >= before.token.leasedAt + m_lease)
            ++verdict.againBecause["expiry"];
        else {
            ++verdict.unexplained;
            tell(QStringLiteral("was leased again %1 ms into a lease of %2 ms that nothing had ended, %3 after %4.")
                     .arg((claim.token.leasedAt - before.token.leasedAt).count())
                     .arg(m_lease.count())
                     .arg(printable(claim.text), printable(before.text)));
        }
    }
}

} // namespace dueline::chaos
