// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/standardstreams.h"
#include "tests/chaos/chaosworker.h"
#include "tests/endurance/adders.h"
#include "tests/endurance/endurancerun.h"
#include "tests/support/programoptions.h"

#include <cstring>

using namespace dueline;

namespace {

/// Returns whether this process is a worker or an adder, which have no window.
bool isPart(int argc, char** argv)
{
    return std::any_of(
        argv + 1, argv + argc, [](const char* argument) { return std::strcmp(argument, "--role") == 0; });
}

} // namespace

/// Runs the window for several minutes under load while faults occur; see README.md.
int main(int argc, char** argv)
{
    fillStandardStreams();
    const bool part = isPart(argc, argv);
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM") && qEnvironmentVariableIsEmpty("DISPLAY"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QTemporaryDir config; // replaces the user's settings
    if (!part)
        qputenv("XDG_CONFIG_HOME", config.path().toUtf8());
    const std::unique_ptr<QCoreApplication> application(
        part ? new QCoreApplication(argc, argv) : static_cast<QCoreApplication*>(new QApplication(argc, argv)));
    ProgramOptions given(
        "Runs the window with an open queue and its worker through faults; looks at its memory, and at its counts at the end.");
    given.add("seconds", "How long.", "N", "600");
    given.add("adds-per-second", "Tasks added, about.", "N", "1000");
    given.add("faults-per-minute", "Faults, spread at random.", "N", "30");
    given.add("seed", "Decides tasks and faults; processes still interleave as they like.", "N", "1");
    given.add("picture", "Draw the window at the end into this file.", "FILE.png");
    given.add("role", "Used by the program itself.", "ROLE");
    given.add("url", "Used by the program itself.", "URL");
    given.add("journal", "Used by the program itself.", "FILE");
    given.process(*application);

    chaos::EnduranceOptions options;
    options.seed = given.number<quint32>("seed");
    options.seconds = given.number("seconds", 1);
    options.addsPerSecond = given.number("adds-per-second", 2);
    options.faultsPerMinute = given.number("faults-per-minute");
    options.picture = given.text("picture");
    if (given.text("role") == u"worker")
        return chaos::runWorker({given.text("url"), given.text("journal"), Millis(600), 8});
    if (given.text("role") == u"adder")
        return chaos::runAdder({given.text("url"), given.text("journal"), options.seed, options.addsPerSecond});
    return chaos::EnduranceRun(*qobject_cast<QApplication*>(application.get()), options).run();
}
