// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <chrono>

namespace dueline {

using Millis = std::chrono::milliseconds;

// What people count time in, in milliseconds.
inline constexpr qint64 secondMs = 1000;
inline constexpr qint64 minuteMs = 60 * secondMs;
inline constexpr qint64 hourMs = 60 * minuteMs;
inline constexpr qint64 dayMs = 24 * hourMs;

/// An instant, UTC, in whole milliseconds: what Redis scores hold.
using TimePoint = std::chrono::sys_time<Millis>;

inline qint64 toMs(TimePoint at) { return at.time_since_epoch().count(); }
inline TimePoint fromMs(qint64 ms) { return TimePoint(Millis(ms)); }
/// The last instant that a score can hold exactly, ms since 1970; include/scores.lua cuts there, too.
inline constexpr double endOfTime = 9e15;

/// The wall clock of this machine. Due times and leases never depend on it (Redis TIME decides), only what people read
/// does.
class Clock
{
public:
    virtual ~Clock() = default;
    virtual TimePoint now() const = 0;
};

class SystemClock : public Clock
{
public:
    TimePoint now() const override { return std::chrono::floor<Millis>(std::chrono::system_clock::now()); }
};

} // namespace dueline
