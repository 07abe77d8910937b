// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/standardstreams.h"
#include "core/redis/redisurl.h"
#include "tests/bench/frameworks/figures.h"
#include "tests/bench/layout/serverprobe.h"
#include "tests/bench/window/paintedwindow.h"
#include "tests/support/must.h"
#include "ui/actions/actions.h"
#include "ui/board/boardpane.h"
#include "ui/board/boardtable.h"

#include <QTemporaryDir>

using namespace dueline;

namespace {

constexpr int openings = 20;
constexpr int jumps = 100;
constexpr int ratesTaken = 5;
constexpr int ratedMs = 10'000;
constexpr int watchedMs = 30'000;

void printMemory(const char* when)
{
    figures::printOnce({QStringLiteral("resident memory of the window, ") + QString::fromUtf8(when),
                           QStringLiteral("150 MB"), QStringLiteral("of its process")},
        QStringLiteral("%1 MB").arg(residentMb(), 0, 'f', 1));
}

Profile profileOf(const QString& url)
{
    Profile profile;
    profile.name = QStringLiteral("bench");
    profile.url = url;
    profile.layout = QStringLiteral("auto");
    return profile;
}

/// Window that shows the overview of many queues.
class PaintedBoard : public PaintedWindow
{
public:
    explicit PaintedBoard(EventClock& clock)
        : PaintedWindow(clock)
    {
        clock.onPainted([this](QObject* painted) { m_painted |= painted == board().table().viewport(); });
    }

    /// Connects and waits until all `queues` are known.
    void connect(const QString& url, std::size_t queues)
    {
        m_bench->connections().add(must(Connection::open(profileOf(url))));
        m_connection = m_bench->view().current();
        const auto areKnown = [&] { return m_connection->queues().size() >= queues; };
        if (!until(areKnown, 120'000))
            qFatal("%zu queues came", m_connection->queues().size());
    }
    /// Measures the time from the key press until all of the overview's rows are painted.
    double timeToShow(std::size_t queues)
    {
        m_bench->view().show({m_connection->id(), m_connection->queues().front().name, {}});
        rest(500);
        m_painted = false;
        const figures::Stopwatch timer;
        m_window->actions()["view.board"]->trigger();
        if (!until([&] { return m_painted && std::size_t(board().model().rowCount()) >= queues; }))
            qFatal("the overview was not painted");
        return timer.ms();
    }
    /// Server counters while the window is idle, and the number of times the queue list was refreshed.
    struct Watched
    {
        ServerProbe::Total total;
        int refreshes = 0;
    };
    Watched watched(ServerProbe& probe, int ms)
    {
        Watched watched;
        const auto counting = QObject::connect(&m_connection->refresher(), &Refresher::refreshed,
            [&watched](Refresher::Subject subject) { watched.refreshes += subject == Refresher::Subject::Queues; });
        probe.reset();
        rest(ms);
        watched.total = probe.total();
        QObject::disconnect(counting);
        return watched;
    }
    /// Returns how many commands per second the idle program sends.
    double commandsPerSecond(int ms)
    {
        CommandLog& log = m_connection->commands();
        log.setListening(true);
        const quint64 before = log.lastNumber();
        const figures::Stopwatch timer;
        rest(ms);
        const double rate = double(log.lastNumber() - before) * 1000 / timer.ms();
        log.setListening(false);
        return rate;
    }

private:
    BoardPane& board() const { return *m_window->findChild<BoardPane*>(); }

    bool m_painted = false;
};

int measureBoard(EventClock& clock, const QString& url, std::size_t queues, const QString& what)
{
    PaintedBoard window(clock);
    const figures::Stopwatch timer;
    window.connect(url, queues);
    const QString name = QStringLiteral("the overview of %1 queues, %2").arg(queues).arg(what);
    figures::print(
        {name + QStringLiteral(": connected"), {}, QStringLiteral("by the clock; until all queues are known"), "ms", 0},
        {timer.ms()});
    std::vector<double> paints;
    for (int i = 0; i < openings; ++i)
        paints.push_back(window.timeToShow(queues));
    figures::print(
        {name, QStringLiteral("500 ms"), QStringLiteral("from the key until all rows are there and painted")}, paints);
    std::vector<double> rates;
    for (int i = 0; i < ratesTaken; ++i)
        rates.push_back(window.commandsPerSecond(ratedMs));
    figures::print({name + QStringLiteral(": commands"), {}, QStringLiteral("sent a second, at rest"), "", 0}, rates);
    ServerProbe probe(must(parseRedisUrl(url)));
    must(probe.open());
    const PaintedBoard::Watched watched = window.watched(probe, watchedMs);
    figures::printOnce(
        {name + QStringLiteral(": calls a second"), {},
            QStringLiteral("by INFO commandstats over %1 s; what scripts call included").arg(watchedMs / 1000)},
        QString::number(double(watched.total.calls) * 1e3 / watchedMs, 'f', 0));
    figures::printOnce({name + QStringLiteral(": Redis a refresh"), QStringLiteral("5 ms"),
                           QStringLiteral("by INFO commandstats, of %1 refreshes; what scripts call counts twice")
                               .arg(watched.refreshes)},
        QStringLiteral("%1 ms").arg(watched.total.us / 1e3 / std::max(1, watched.refreshes), 0, 'f', 1));
    figures::printOnce({name + QStringLiteral(": Redis a second"), {}, QStringLiteral("the same by time")},
        QStringLiteral("%1 ms").arg(watched.total.us / watchedMs, 0, 'f', 1));
    printMemory("with the overview");
    return 0;
}

} // namespace

/// Measures the window on a server with the BullMQ queues `million` and `small`, for the bench_frameworks rows that
/// need a separate process. The first argument is the server's URL. If `board COUNT WHAT` follows, measures the
/// overview of COUNT queues under the name WHAT.
int main(int argc, char** argv)
{
    fillStandardStreams();
    if (argc != 2 && !(argc == 5 && qstrcmp(argv[2], "board") == 0)) {
        std::fprintf(stderr, "bench_frameworks starts it; see README.md.\n");
        return 2;
    }
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM") && qEnvironmentVariableIsEmpty("DISPLAY"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QTemporaryDir config; // replaces the user's settings
    for (const char* folder : {"XDG_CONFIG_HOME", "XDG_STATE_HOME"})
        qputenv(folder, config.path().toUtf8());
    EventClock clock(argc, argv);
    if (argc == 5)
        return measureBoard(
            clock, QString::fromLocal8Bit(argv[1]), QByteArray(argv[3]).toULongLong(), QString::fromLocal8Bit(argv[4]));
    PaintedWindow window(clock);
    window.open(profileOf(QString::fromLocal8Bit(argv[1])), "small@bullmq");
    figures::print({QStringLiteral("open the BullMQ queue of a million"), QStringLiteral("200 ms"),
                       QStringLiteral("from the choice until rows and timeline are painted")},
        window.timesToShow("million@bullmq", "small@bullmq", openings));
    printMemory("the million open");
    figures::print({QStringLiteral("a jump anywhere in it"), {}, QStringLiteral("until the rows in view are painted")},
        window.timesToJump(jumps));
    printMemory("after the jumps");
    return 0;
}
