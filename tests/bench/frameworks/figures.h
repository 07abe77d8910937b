// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

/// Rows of a Markdown table with measured and promised values.
namespace dueline::figures {

/// Stopwatch that measures the time since construction or the last start().
class Stopwatch
{
public:
    Stopwatch() { start(); }
    void start();
    double ms() const; ///< Returns the wall clock time.
    double cpuMs() const; ///< Returns the CPU time of the calling thread.

private:
    qint64 m_clock = 0;
    qint64 m_cpu = 0;
};

struct Row
{
    QString what;
    QString promised; ///< promised value; empty if none
    QString includes; ///< work included in the measurement
    const char* unit = "ms";
    int digits = 1;
};

void head();
/// Prints the median and maximum of the repetitions.
void print(const Row& row, std::vector<double> values);
/// Prints a row for a single measurement.
void printOnce(const Row& row, const QString& measured);
double median(std::vector<double> values);

} // namespace dueline::figures
