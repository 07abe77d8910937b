// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/operationsteering.h"

#include <QThread>

#include <algorithm>

namespace dueline {

namespace {

constexpr qint64 longestNapMs = 100; // maximum length of a single sleep, after which a cancellation is noticed
constexpr qint64 stepsPerSecond = 5; ///< minimum number of steps per second at any pace
/// Rests shorter than this, in µs, are added to the next one, because a sleep takes about 1 ms longer than requested.
constexpr qint64 restAtOnceUs = 4000;
constexpr qint64 restAheadUs = 50'000; ///< maximum overrun of a rest, in µs, that is deducted from later rests

} // namespace

bool napFor(Millis wait, const std::atomic<bool>& cancelled, const std::function<bool()>& goesOn)
{
    QElapsedTimer napping;
    napping.start();
    while (!cancelled && napping.elapsed() < wait.count()) {
        QThread::msleep(quint64(std::min(longestNapMs, wait.count() - napping.elapsed() + 1)));
        if (!goesOn())
            return false;
    }
    return true;
}

QByteArray makeHolder(const QByteArray& by)
{
    QByteArray name = by.isEmpty() ? QByteArray("another client") : by;
    for (char& c : name)
        c = c > ' ' && c != '\x7f' ? c : '_';
    return name + '/' + makeTaskId({}, SystemClock().now()).mid(9); // a new id's random part
}

void OperationSteering::start(qint64 pace, int duty, qint64 acted)
{
    m_pace = pace;
    m_duty = std::clamp(duty, 1, 100);
    restart(acted);
}

void OperationSteering::restart(qint64 acted)
{
    m_pacedFrom = acted;
    m_acting.start();
}

Result<> OperationSteering::takeAsked(BulkEditor* bulk, const OperationRecord& record, qint64 acted)
{
    if (const qint64 pace = m_newPace.exchange(-1); pace >= 0)
        heed("pace " + QByteArray::number(pace), acted);
    Asked asked = m_newPause;
    if (asked == Asked::Nothing)
        return {};
    const QByteArray request = asked == Asked::Yes ? "pause" : "";
    if (bulk) {
        if (const auto written = bulk->ask(record.queue, record.id, request); !written)
            return written;
    }
    m_newPause.compare_exchange_strong(asked, Asked::Nothing);
    heed(request, acted);
    return {};
}

bool OperationSteering::heed(const QByteArray& request, qint64 acted)
{
    if (request == m_request)
        return false;
    m_request = request;
    m_paused = request == "pause";
    if (request.startsWith("pace "))
        m_pace = std::max<qint64>(0, request.mid(5).toLongLong());
    restart(acted);
    return request == "cancel";
}

int OperationSteering::limit(int most) const
{
    if (m_paused)
        return 0;
    return m_pace > 0 ? int(std::clamp<qint64>(m_pace / stepsPerSecond, 1, most)) : most;
}

void OperationSteering::stepBegins()
{
    m_stepping.start();
    if (m_resting.isValid())
        m_restUs = std::max(m_restUs - m_resting.nsecsElapsed() / 1000, -restAheadUs);
}

Millis OperationSteering::restAfter(qint64 busyUs, qint64 acted)
{
    const qint64 tookUs = m_stepping.nsecsElapsed() / 1000;
    m_resting.start();
    if (m_paused) {
        restart(acted);
        return pauseLook;
    }
    // the server can't have been busy for longer than the step took
    busyUs = std::min(busyUs, tookUs);
    m_restUs += busyUs * (100 - m_duty) / m_duty - (tookUs - busyUs);
    return std::max(paceWait(acted), Millis(m_restUs >= restAtOnceUs ? m_restUs / 1000 : 0));
}

Millis OperationSteering::paceWait(qint64 acted) const
{
    if (m_pace <= 0)
        return Millis(0);
    const qint64 expected = (acted - m_pacedFrom) * 1000 / m_pace;
    return Millis(std::max<qint64>(0, expected - m_acting.elapsed()));
}

} // namespace dueline
