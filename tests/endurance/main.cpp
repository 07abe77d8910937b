// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/chaos/chaosworker.h"
#include "tests/endurance/adders.h"
#include "tests/endurance/endurancerun.h"

#include <QCommandLineParser>

#include <cstring>

using namespace dueline;

namespace {

/// The processes beside the window have no window of their own.
bool isPart(int argc, char** argv)
{
    return std::any_of(argv + 1, argv + argc, [](const char* argument) { return std::strcmp(argument, "--role") == 0; });
}

} // namespace

/// The window through minutes of work and faults: see README.md.
int main(int argc, char** argv)
{
    const bool part = isPart(argc, argv);
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM") && qEnvironmentVariableIsEmpty("DISPLAY"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QTemporaryDir config; // nobody's settings are read or written
    if (!part)
        qputenv("XDG_CONFIG_HOME", config.path().toUtf8());
    const std::unique_ptr<QCoreApplication> application(
        part ? new QCoreApplication(argc, argv) : static_cast<QCoreApplication*>(new QApplication(argc, argv)));
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral(
        "Runs the window with an open queue and its worker through faults; looks at its memory, and at its counts at the end."));
    parser.addHelpOption();
    const auto option = [&parser](const char* name, const char* text, const char* value, const char* standard) {
        parser.addOption(
            {QString::fromLatin1(name), QString::fromLatin1(text), QString::fromLatin1(value), QString::fromLatin1(standard)});
    };
    option("seconds", "How long.", "N", "600");
    option("adds-per-second", "Tasks added, about.", "N", "1000");
    option("faults-per-minute", "Faults, spread at random.", "N", "30");
    option("seed", "Decides tasks and faults; processes still interleave as they like.", "N", "1");
    option("picture", "Draw the window at the end into this file.", "FILE.png", "");
    option("role", "Used by the program itself.", "ROLE", "");
    option("url", "Used by the program itself.", "URL", "");
    option("journal", "Used by the program itself.", "FILE", "");
    parser.process(*application);
    const auto text = [&parser](const char* name) { return parser.value(QString::fromLatin1(name)); };

    chaos::EnduranceOptions options;
    options.seed = text("seed").toUInt();
    options.seconds = text("seconds").toInt();
    options.addsPerSecond = text("adds-per-second").toInt();
    options.faultsPerMinute = text("faults-per-minute").toInt();
    options.picture = text("picture");
    if (options.seconds < 1 || options.addsPerSecond < 2) {
        std::fputs("--seconds takes at least 1, --adds-per-second at least 2.\n", stderr);
        return 2;
    }
    if (text("role") == QStringLiteral("worker"))
        return chaos::runWorker({text("url"), text("journal"), Millis(600), 8});
    if (text("role") == QStringLiteral("adder"))
        return chaos::runAdder({text("url"), text("journal"), options.seed, options.addsPerSecond});
    return chaos::EnduranceRun(*qobject_cast<QApplication*>(application.get()), options).run();
}
