// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <chrono>

namespace dueline {

using Millis = std::chrono::milliseconds;

// Units of time, in milliseconds.
inline constexpr qint64 secondMs = 1000;
inline constexpr qint64 minuteMs = 60 * secondMs;
inline constexpr qint64 hourMs = 60 * minuteMs;
inline constexpr qint64 dayMs = 24 * hourMs;

/// UTC instant in whole milliseconds, like a Redis score.
using TimePoint = std::chrono::sys_time<Millis>;

inline qint64 toMs(TimePoint at) { return at.time_since_epoch().count(); }
inline TimePoint fromMs(qint64 ms) { return TimePoint(Millis(ms)); }
/// Latest instant that a score can represent exactly, in ms since 1970. Same limit as in include/scores.lua.
inline constexpr double endOfTime = 9e15;

/// This machine's clock, for display only. Due times and leases use the Redis server's clock instead (TIME).
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
