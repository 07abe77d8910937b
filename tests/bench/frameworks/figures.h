// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

/// Rows of a Markdown table: the measured and the promised value.
namespace dueline::figures {

/// Stopwatch for the time since construction or the last start.
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
    QString promised; ///< promised value; empty if there is none
    QString includes; ///< work that the measurement includes
    const char* unit = "ms";
    int digits = 1;
};

void head();
/// Prints the median and maximum of the repetitions.
void print(const Row& row, std::vector<double> values);
/// Prints a row without repetitions.
void printOnce(const Row& row, const QString& measured);
double median(std::vector<double> values);

} // namespace dueline::figures
