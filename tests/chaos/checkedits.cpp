// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "tests/chaos/story.h"

namespace dueline::chaos {

/// Checks that the content that ran and the stored content each come from an edit that may have been the last one.
void Checker::checkEdits(const TaskId& id, const Story& story, const Queue& told, const Snapshot& snapshot,
    const QueueName& queue, Verdict& verdict) const
{
    const auto tell = [&](const QString& what) {
        verdict.violate(QStringLiteral("%1: %2 %3").arg(printable(queue), printable(id), what));
    };
    verdict.edits += story.edits.count();
    verdict.editsDone += story.edits.done();
    for (const Story::Ran& ran : story.ran) {
        verdict.editsRun += ran.version > 0;
        const TimePoint from = NativeCodec::decodeToken(ran.token).value_or(NativeCodec::Token{}).leasedAt;
        const auto held = story.edits.possible(from, std::max(from, ran.at), told.undone);
        if (std::none_of(
                held.begin(), held.end(), [&ran](const Edits::Held& one) { return one.version == ran.version; }))
            tell(QStringLiteral("ran with the payload of edit %1, which it did not hold then, %2.")
                     .arg(ran.version)
                     .arg(printable(ran.token)));
    }
    const auto left = snapshot.tasks.constFind(id);
    if (left == snapshot.tasks.cend() || !left->readable || !left->intact)
        return;
    const auto held = story.edits.possible(TimePoint::max(), TimePoint::max(), told.undone);
    const bool known = std::any_of(held.begin(), held.end(), [&left, &story](const Edits::Held& one) {
        return one.version == left->version && (story.edits.isEmpty() || one.expiresMs == left->expiresMs);
    });
    if (!known)
        tell(QStringLiteral("holds the payload of edit %1 and expires at %2, which no edit left it with.")
                 .arg(left->version)
                 .arg(left->expiresMs));
}

} // namespace dueline::chaos
