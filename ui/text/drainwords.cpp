// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/drainwords.h"

#include "ui/text/formatting.h"

namespace dueline {

QString DrainWords::clock(TimePoint at, const Formatting& formatting)
{
    const Millis minute{minuteMs};
    return formatting.clock(at + minute / 2, minute);
}

QString DrainWords::sentence(const DrainForecast& drain, const Formatting& formatting)
{
    const auto time = [&](Millis ahead) { return clock(drain.at + ahead, formatting); };
    switch (drain.verdict) {
    case DrainForecast::Verdict::Expected:
        return tr("At this rate, no due tasks will be left by %1 (probably between %2 and %3).")
            .arg(time(drain.left), time(drain.earliest), time(drain.latest));
    case DrainForecast::Verdict::Empty:
        return tr("No task is due.");
    case DrainForecast::Verdict::Growing:
        return tr("No estimate: the number of due tasks is not falling.");
    case DrainForecast::Verdict::Paused:
        return tr("No estimate: the queue is paused.");
    case DrainForecast::Verdict::TooShort:
        return tr("No estimate yet: the rate must be measured for at least a minute.");
    case DrainForecast::Verdict::TooFew:
        return tr("No estimate: the number of due tasks has fallen by less than %1.").arg(DrainForecast::fewestTasks);
    case DrainForecast::Verdict::Uncertain:
        return tr("No estimate: the rate varies too much.");
    case DrainForecast::Verdict::TooFar:
        return tr("At this rate, the queue will not be empty within %1.")
            .arg(Formatting::duration(drain.window * DrainForecast::furthest));
    case DrainForecast::Verdict::Unknown:
    case DrainForecast::Verdict::Absent: // not listed in the window
        break;
    }
    return tr("No estimate: not all due tasks can be counted.");
}

QString DrainWords::preview(const DrainPromise& promise, const Formatting& formatting)
{
    const QString expected = clock(promise.expected, formatting);
    const QString before = clock(promise.before, formatting);
    return expected == before
        ? tr("After this operation, the queue should be empty by about %1.").arg(expected)
        : tr("After this operation, the queue should be empty by about %1 instead of %2.").arg(expected, before);
}

QString DrainWords::outcome(const DrainPromise& promise, const Formatting& formatting)
{
    const QString expected = clock(promise.expected, formatting);
    if (promise.emptyAt) {
        const QString actual = clock(*promise.emptyAt, formatting);
        const Millis late = *promise.emptyAt - promise.expected;
        const Millis length = late < Millis(0) ? -late : late;
        const QString error = Formatting::duration(length < Millis(minuteMs)
                ? Millis(std::chrono::round<std::chrono::seconds>(length))
                : Millis(std::chrono::round<std::chrono::minutes>(length)));
        return late < Millis(0)
            ? tr("Expected to be empty at %1, but was empty at %2 (%3 early)").arg(expected, actual, error)
            : tr("Expected to be empty at %1, but was empty at %2 (%3 late)").arg(expected, actual, error);
    }
    if (promise.isInterrupted)
        return tr("Expected to be empty at %1; the actual time was not recorded").arg(expected);
    return promise.overdue > 0
        ? tr("Expected to be empty at %1, but %Ln task(s) are still due", nullptr, Formatting::plural(promise.overdue))
              .arg(expected)
        : tr("Expected to be empty at %1").arg(expected);
}

} // namespace dueline
