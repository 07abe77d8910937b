// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/standardstreams.h"
#include "tests/bench/frameworks/figures.h"
#include "tests/bench/window/paintedwindow.h"
#include "tests/support/must.h"

#include <QTemporaryDir>

using namespace dueline;

namespace {

constexpr int openings = 20;
constexpr int jumps = 100;

void printMemory(const char* when)
{
    figures::printOnce({QStringLiteral("resident memory of the window, ") + QString::fromUtf8(when),
                           QStringLiteral("150 MB"), QStringLiteral("of its process")},
        QStringLiteral("%1 MB").arg(residentMb(), 0, 'f', 1));
}

} // namespace

/// The window on a server with the BullMQ queues `million` and `small`: the rows of bench_frameworks that need a
/// process of their own. The argument is the server's URL.
int main(int argc, char** argv)
{
    fillStandardStreams();
    if (argc != 2) {
        std::fprintf(stderr, "bench_frameworks starts it; see README.md.\n");
        return 2;
    }
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM") && qEnvironmentVariableIsEmpty("DISPLAY"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QTemporaryDir config; // nobody's settings are read or written
    for (const char* folder : {"XDG_CONFIG_HOME", "XDG_STATE_HOME"})
        qputenv(folder, config.path().toUtf8());
    EventClock clock(argc, argv);
    PaintedWindow window(clock);
    Profile profile;
    profile.name = QStringLiteral("bench");
    profile.url = QString::fromLocal8Bit(argv[1]);
    profile.layout = QStringLiteral("auto");
    window.open(profile, "small@bullmq");
    figures::print({QStringLiteral("open the BullMQ queue of a million"), QStringLiteral("200 ms"),
                       QStringLiteral("from the choice until rows and timeline are painted")},
        window.timesToShow("million@bullmq", "small@bullmq", openings));
    printMemory("the million open");
    figures::print({QStringLiteral("a jump anywhere in it"), {}, QStringLiteral("until the rows in view are painted")},
        window.timesToJump(jumps));
    printMemory("after the jumps");
    return 0;
}
