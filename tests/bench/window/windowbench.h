// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/sandbox.h"
#include "tests/bench/bystander.h"
#include "tests/bench/layout/serverprobe.h"
#include "tests/bench/window/helper.h"
#include "tests/bench/window/paintedwindow.h"

namespace dueline {

/// Benchmark of the real window on one very large queue. Each method measures one promised value and prints its lines
/// of the table.
class WindowBench : private PaintedWindow
{
public:
    WindowBench(EventClock& clock, qint64 tasks, int payload, const QStringList& serverArguments);

    void open(int times);
    void refresh(int times);
    void jump(int times);
    void search(const QString& filter);
    /// Filters the timeline, waits until the matches are counted, then brushes a range with `moves` mouse moves.
    void brush(const QString& filter, int moves);
    /// Scrolls, zooms and filters for `length`, while the queue changes `rate` times per second.
    void work(std::chrono::seconds length, int rate);
    /// Shows each of the window's other screens for `each`, while the queue changes `rate` times per second.
    void screens(std::chrono::seconds each, int rate);
    /// Measures memory usage before and after live changes without user input.
    void stay(std::chrono::minutes length, int rate);
    void memory(const char* when);

    static void head();

private:
    /// Prints `name`, the measured value and the promised value.
    static void line(const QString& name, const QString& measured, const QString& promised);
    static QString spread(std::vector<double> values, int digits = 1);
    void act(int step);

    std::unique_ptr<Sandbox> m_sandbox;
    std::unique_ptr<ServerProbe> m_probe;
    int m_payload;
};

} // namespace dueline
