// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/frameworks/figures.h"

#include <algorithm>
#include <cstdio>
#include <ctime>

namespace dueline::figures {

namespace {

qint64 nanoseconds(clockid_t clock)
{
    timespec time{};
    clock_gettime(clock, &time);
    return qint64(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

void printRow(const Row& row, const QString& median, const QString& longest, const QString& times)
{
    std::printf("| %s | %s | %s | %s | %s | %s |\n", qUtf8Printable(row.what), qUtf8Printable(median),
        qUtf8Printable(longest), qUtf8Printable(times), qUtf8Printable(row.promised), qUtf8Printable(row.includes));
    std::fflush(stdout);
}

} // namespace

void Stopwatch::start()
{
    m_clock = nanoseconds(CLOCK_MONOTONIC);
    m_cpu = nanoseconds(CLOCK_THREAD_CPUTIME_ID);
}

double Stopwatch::ms() const { return double(nanoseconds(CLOCK_MONOTONIC) - m_clock) / 1e6; }

double Stopwatch::cpuMs() const { return double(nanoseconds(CLOCK_THREAD_CPUTIME_ID) - m_cpu) / 1e6; }

void head()
{
    std::printf("| what | median | longest | times | promised | includes |\n|---|---|---|---|---|---|\n");
    std::fflush(stdout);
}

double median(std::vector<double> values)
{
    if (values.empty())
        return 0;
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

void print(const Row& row, std::vector<double> values)
{
    const auto text
        = [&row](double value) { return QString::number(value, 'f', row.digits) + u' ' + QString::fromUtf8(row.unit); };
    const double longest = values.empty() ? 0 : *std::max_element(values.begin(), values.end());
    const auto times = QString::number(values.size());
    printRow(row, text(median(std::move(values))), text(longest), times);
}

void printOnce(const Row& row, const QString& measured) { printRow(row, measured, {}, QStringLiteral("1")); }

} // namespace dueline::figures
