// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets.h"

#include "core/layouts/sidekiq/sidekiqediting.h"
#include "core/layouts/sidekiq/sidekiqjob.h"

#include <QByteArrayList>

namespace dueline::fuzz {

void sidekiqedit(const QByteArray& input)
{
    constexpr qint64 nowUs = 1'795'601'700'123'456;
    const bool isKept = SidekiqEditing::whyKept(input) == ItemOutcome::Damaged;
    for (const bool isRetry : {false, true}) {
        const auto push = SidekiqEditing::push(input, nowUs, isRetry);
        if (!push)
            continue;
        FUZZ_HOLDS(!isKept && !push->queue.isEmpty());
        const QByteArray pushed = SidekiqEditing::withEdits(input, push->edits);
        // Text between the edits must remain unchanged.
        qsizetype before = 0, after = 0;
        const QByteArrayList words = push->edits.split(' ');
        FUZZ_HOLDS(words.size() % 3 == 0 && words.size() <= 6);
        for (qsizetype i = 0; i + 2 < words.size(); i += 3) {
            const qsizetype from = words[i].toLongLong();
            FUZZ_HOLDS(from >= before && from + words[i + 1].toLongLong() <= input.size());
            FUZZ_HOLDS(pushed.mid(after, from - before) == input.mid(before, from - before));
            after += from - before + words[i + 2].size();
            before = from + words[i + 1].toLongLong();
        }
        FUZZ_HOLDS(pushed.mid(after) == input.mid(before));
        const SidekiqJob was = SidekiqJob::read(input), is = SidekiqJob::read(pushed);
        FUZZ_HOLDS(is.isJson && is.enqueuedAt.has_value());
        FUZZ_HOLDS(is.jid == was.jid && is.args == was.args && is.type == was.type && is.queue == was.queue);
        // A name that isn't valid UTF-8 is not displayed as a queue name, but its bytes are used in the key.
        FUZZ_HOLDS(push->queue == was.queue || !input.isValidUtf8());
        // A second push must change only the same parts of the job.
        FUZZ_HOLDS(SidekiqEditing::push(pushed, nowUs, false).has_value());
    }
    if (const auto edited = SidekiqEditing::withArguments(input, "[7]")) {
        const SidekiqJob was = SidekiqJob::read(input), is = SidekiqJob::read(*edited);
        FUZZ_HOLDS(is.isJson && is.args == "[7]" && is.jid == was.jid && is.queue == was.queue);
    }
}

} // namespace dueline::fuzz
