// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

/// The rows of a Markdown table: what was measured, and what is promised of it.
namespace dueline::figures {

/// Since it was made or started.
class Stopwatch
{
public:
    Stopwatch() { start(); }
    void start();
    double ms() const; ///< by the clock
    double cpuMs() const; ///< of the calling thread

private:
    qint64 m_clock = 0;
    qint64 m_cpu = 0;
};

struct Row
{
    QString what;
    QString promised; ///< empty: nothing
    QString includes; ///< what is within the figure
    const char* unit = "ms";
    int digits = 1;
};

void head();
/// The median and the longest of some repetitions.
void print(const Row& row, std::vector<double> values);
/// What is no row of repetitions.
void printOnce(const Row& row, const QString& measured);
double median(std::vector<double> values);

} // namespace dueline::figures
