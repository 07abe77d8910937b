// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/witness/drainpromise.h"

namespace dueline {

std::optional<DrainPromise> DrainPromise::after(
    const Forecasts& forecasts, const QByteArray& queue, qint64 extra, Millis lasts)
{
    const DrainForecast* now = forecasts.of(queue);
    const auto then = now && extra > 0 ? withExtra(*now, extra) : std::nullopt;
    if (!then || lasts > now->left)
        return {};
    return DrainPromise{queue, now->emptyAt(), then->emptyAt(), then->at + then->latest, then->at};
}

void DrainPromise::check(const Forecasts& forecasts)
{
    if (emptyAt || isInterrupted || forecasts.at <= checked)
        return;
    isInterrupted = forecasts.since > checked;
    checked = forecasts.at;
    const DrainForecast* now = forecasts.of(queue);
    // A missing queue counts as empty, since some frameworks delete empty queues.
    const bool isEmpty = !now || now->verdict == DrainForecast::Verdict::Empty;
    if (!isInterrupted && since && checked >= *since && isEmpty)
        emptyAt = checked;
    overdue = !isEmpty && checked > latest ? now->due : 0;
}

} // namespace dueline
