// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window/windowbench.h"

#include "tests/support/millionqueue.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

namespace dueline {

namespace {

const QueueName million = "million";
const QueueName small = "small";

QStringList withoutLimit(QStringList arguments)
{
    return arguments << QStringLiteral("--maxmemory") << QStringLiteral("0")
                     << QStringLiteral("--slowlog-log-slower-than") << QStringLiteral("-1");
}

} // namespace

WindowBench::WindowBench(EventClock& clock, qint64 tasks, int payload, const QStringList& serverArguments)
    : PaintedWindow(clock)
    , m_payload(payload)
{
    SandboxOptions options;
    options.extraArguments = withoutLimit(serverArguments);
    m_sandbox = must(Sandbox::start(options));
    m_probe = std::make_unique<ServerProbe>(m_sandbox->config());
    must(m_probe->open());
    QElapsedTimer timer;
    timer.start();
    const QString payloadText = QString::number(payload);
    Helper(
        {QStringLiteral("--fill"), m_sandbox->url(), QString::fromLatin1(small), QStringLiteral("2000"), payloadText})
        .finish();
    Helper(
        {QStringLiteral("--fill"), m_sandbox->url(), QString::fromLatin1(million), QString::number(tasks), payloadText})
        .finish();
    std::printf("%lld tasks filled in %.1f s, %lld MB in Redis\n\n", (long long)tasks, double(timer.elapsed()) / 1000,
        (long long)m_probe->memory() / 1'000'000);

    head();
    Profile profile;
    profile.name = QStringLiteral("bench");
    profile.url = m_sandbox->url();
    PaintedWindow::open(profile, small);
}

void WindowBench::head() { std::printf("| what | measured | promised |\n|---|---|---|\n"); }

void WindowBench::line(const QString& name, const QString& measured, const QString& promised)
{
    std::printf("| %s | %s | %s |\n", qUtf8Printable(name), qUtf8Printable(measured), qUtf8Printable(promised));
    std::fflush(stdout);
}

QString WindowBench::spread(std::vector<double> values, int digits)
{
    std::sort(values.begin(), values.end());
    if (values.empty())
        return QStringLiteral("none");
    return QStringLiteral("median %1, most %2")
        .arg(values[values.size() / 2], 0, 'f', digits)
        .arg(values.back(), 0, 'f', digits);
}

void WindowBench::memory(const char* when)
{
    line(QStringLiteral("resident memory, %1").arg(QString::fromLatin1(when)),
        QStringLiteral("%1 MB").arg(residentMb(), 0, 'f', 1), QStringLiteral("150 MB"));
}

void WindowBench::open(int times)
{
    line(QStringLiteral("open the queue: timeline, counts, first page painted (%1 times)").arg(times),
        spread(timesToShow(million, small, times)) + QStringLiteral(" ms"), QStringLiteral("150 ms"));
}

void WindowBench::refresh(int times)
{
    std::vector<double> redisMs;
    std::vector<double> trips;
    std::vector<double> commands;
    std::map<QByteArray, std::pair<double, int>> byName; // time in ms and number of calls, by name
    CommandLog& log = m_connection->commands();
    log.setListening(true);
    for (int i = 0; i < times; ++i) {
        rest(400);
        bool pages = false;
        bool counts = false;
        const auto page
            = QObject::connect(&m_bench->list().feed(), &TaskFeed::changed, &m_clock, [&] { pages = true; });
        const auto overview = QObject::connect(&m_connection->refresher(), &Refresher::refreshed, &m_clock,
            [&](Refresher::Subject subject) { counts |= subject == Refresher::Subject::Queues; });
        m_timelineLoaded = false;
        m_probe->note();
        const quint64 number = log.lastNumber();
        m_bench->view().refresh();
        if (!until([&] { return pages && counts && m_timelineLoaded; }))
            qFatal("no refresh");
        QObject::disconnect(page);
        QObject::disconnect(overview);
        const auto noted = m_probe->noted();
        double went = 0;
        const auto sent = log.since(number);
        std::map<QByteArray, int> asked; // number of calls by name; scripts are named after their files
        for (const LoggedCommand& command : sent) {
            went += 1.0 / command.together;
            ++asked[command.name.toUpper()];
        }
        std::map<QByteArray, std::pair<double, int>> told; // time in ms and number of calls, by name
        for (const ServerProbe::Noted& command : noted) {
            auto& [ms, calls] = told[command.name];
            ms += command.us / 1000;
            ++calls;
        }
        // The server's statistics also count commands called by scripts; their time is part of the scripts' time. The
        // number of calls per name excludes calls made by scripts.
        double sum = 0;
        for (const auto& [name, cost] : told) {
            const double share = name.startsWith("EVAL") ? 1 : std::min(1.0, double(asked[name]) / cost.second);
            sum += cost.first * share;
            byName[name].first += cost.first * share;
            byName[name].second += int(std::lround(cost.second * share));
        }
        redisMs.push_back(sum);
        trips.push_back(std::round(went));
        commands.push_back(double(sent.size()));
    }
    log.setListening(false);
    line(QStringLiteral("a full refresh, Redis time (%1 times)").arg(times), spread(redisMs, 2) + QStringLiteral(" ms"),
        QStringLiteral("3 ms"));
    std::printf("<!-- ms and calls of one refresh:");
    for (const auto& [name, sum] : byName)
        std::printf(" %s %.2f of %.1f,", name.constData(), sum.first / times, double(sum.second) / times);
    std::printf(" -->\n");
    line(QStringLiteral("a full refresh, round trips"), spread(trips, 0), QStringLiteral("20"));
    line(QStringLiteral("a full refresh, commands"), spread(commands, 0), QString());
}

void WindowBench::jump(int times)
{
    line(QStringLiteral("a jump anywhere, painted (%1 times)").arg(times),
        spread(timesToJump(times)) + QStringLiteral(" ms"), QStringLiteral("50 ms"));
}

void WindowBench::search(const QString& filter)
{
    rest(500);
    Bystander bystander(m_sandbox->config());
    bystander.begin();
    rest(3000);
    const auto idle = bystander.end();
    bool finished = false;
    qint64 matches = 0;
    const auto searched
        = QObject::connect(&m_bench->list().feed(), &TaskFeed::searched, &m_clock, [&](qint64 found, qint64, bool end) {
              matches = found;
              finished = end;
          });
    m_tablePainted = false;
    bystander.begin();
    m_clock.begin();
    QElapsedTimer timer;
    timer.start();
    m_bench->list().setFilter(must(TaskFilter::parse(filter)));
    until([&] { return (m_tablePainted && m_bench->list().tasks().rowCount() > 0) || finished; }, 120'000);
    const double first = double(timer.nsecsElapsed()) / 1e6;
    until([&] { return finished; }, 120'000);
    const double all = double(timer.nsecsElapsed()) / 1e9;
    const auto costs = m_clock.end();
    const auto busy = bystander.end();
    QObject::disconnect(searched);
    const QString name = QStringLiteral("search `%1`, %2 match").arg(filter).arg(matches);
    const double listed = residentMb();
    line(name + QStringLiteral(": first hits painted"), QStringLiteral("%1 ms").arg(first, 0, 'f', 0),
        QStringLiteral("200 ms"));
    line(name + QStringLiteral(": all looked at"), QStringLiteral("%1 s").arg(all, 0, 'f', 2), QStringLiteral("4 s"));
    line(name + QStringLiteral(": bystander's PING p99"),
        QStringLiteral("%1 ms, idle %2 ms").arg(busy.first, 0, 'f', 2).arg(idle.first, 0, 'f', 2),
        QStringLiteral("idle + 1 ms"));
    line(name + QStringLiteral(": longest event"),
        QStringLiteral("%1 ms CPU").arg(costs.empty() ? 0.0 : costs.front().ms, 0, 'f', 1), QStringLiteral("50 ms"));
    line(name + QStringLiteral(": resident memory while it is shown"), QStringLiteral("%1 MB").arg(listed, 0, 'f', 1),
        QStringLiteral("150 MB"));
    m_bench->list().setFilter({});
    rest(500);
}

} // namespace dueline
