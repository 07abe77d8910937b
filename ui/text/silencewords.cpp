// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/silencewords.h"

#include "core/base/wholeseconds.h"
#include "ui/text/formatting.h"

#include <QStringList>

namespace dueline {

namespace {

QString lengthOfSilence(const Stillness& silence)
{
    const Millis minutes = std::chrono::floor<std::chrono::minutes>(silence.length());
    const Millis seconds = std::chrono::floor<std::chrono::seconds>(silence.length());
    return Formatting::duration(minutes > Millis(0) ? minutes : seconds);
}

} // namespace

QString SilenceWords::text(const Stillness& silence, const Formatting& formatting)
{
    return tr("No task claimed since %1 (%2), although %Ln task(s) are due.", nullptr, Formatting::plural(silence.due))
        .arg(formatting.clock(silence.since, Millis(60'000)), lengthOfSilence(silence));
}

QString SilenceWords::brief(const Stillness& silence, const Formatting& formatting)
{
    return tr("No task claimed since %1 (%2).", "time, duration")
        .arg(formatting.clock(silence.since, Millis(60'000)), lengthOfSilence(silence));
}

QString SilenceWords::hints(const Stillness& silence)
{
    QStringList sentences;
    if (silence.state == Stillness::Workers::Full && silence.capacity)
        sentences << tr("All %Ln worker slot(s) are in use.", nullptr, Formatting::plural(*silence.capacity));
    else if (silence.state == Stillness::Workers::Full)
        sentences << tr("The number of running tasks is at its highest level in the last hour.");
    for (const PulseHint& each : silence.hints)
        sentences << hint(each);
    return Formatting::sentences(sentences);
}

QString SilenceWords::held(const Stillness& stillness)
{
    const int due = Formatting::plural(stillness.due);
    switch (stillness.hold) {
    case PulseHold::Suspended:
        return tr("%Ln due task(s) are held: all workers are suspended.", nullptr, due);
    case PulseHold::Limited:
        return tr("%Ln due task(s) are held: a rate limit applies for %1.", nullptr, due)
            .arg(Formatting::duration(wholeSeconds(stillness.holdFor)));
    case PulseHold::Paused:
    case PulseHold::None:
        break;
    }
    return tr("%Ln due task(s) are held: the queue is paused.", nullptr, due);
}

QString SilenceWords::hint(const PulseHint& hint)
{
    using enum PulseHint::Kind;
    const QString age = Formatting::duration(std::chrono::floor<std::chrono::seconds>(hint.age));
    const int count = Formatting::plural(hint.count);
    switch (hint.kind) {
    case NoWorker:
        return tr("No worker for this queue is connected or registered.");
    case NoneWaits:
        return tr("%Ln worker(s) are connected, but none is waiting for a task.", nullptr, count);
    case NoSign:
        return tr("%Ln waiting connection(s) have sent nothing for %1.", nullptr, count).arg(age);
    case NoSignAlive:
        return tr("%Ln waiting connection(s) have sent nothing for %1, but a worker process is alive.", nullptr, count)
            .arg(age);
    case NoHeartbeat:
        return tr("Workers without a heartbeat for %3: %1 of %2.")
            .arg(Formatting::count(hint.count), Formatting::count(hint.total), age);
    case Unlocked:
        return tr("Leased tasks without a lock: %1 of %2.")
            .arg(Formatting::count(hint.count), Formatting::count(hint.total));
    case Stopping:
        return tr("All %Ln worker(s) have been told to stop claiming tasks.", nullptr, count);
    case Idle:
        return tr("All %Ln worker(s) report that they are idle, so their processes or connections may be stuck.",
            nullptr, count);
    case NoScheduler:
        return tr("No scheduler is moving due tasks to the queue.");
    case Unmarked:
        return tr("A worker is waiting for the queue's marker, which is missing.");
    }
    return {};
}

} // namespace dueline
