// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/standardstreams.h"
#include "tests/chaos/chaosrun.h"
#include "tests/chaos/chaosworker.h"
#include "tests/support/programoptions.h"

#include <QCoreApplication>

using namespace dueline;

int main(int argc, char** argv)
{
    fillStandardStreams();
    const QCoreApplication application(argc, argv);
    ProgramOptions given(
        "Breaks workers, server and network for a while, then proves that nothing was lost or done twice.");
    given.add(
        "seed", "Decides tasks, operator and faults; threads and processes still interleave as they like.", "N", "1");
    given.add("seconds", "How long faults happen.", "N", "60");
    given.add("workers", "Worker processes.", "N", "4");
    given.add("faults-per-minute", "Faults, spread at random.", "N", "60");
    given.add("adds-per-second", "Tasks added, about.", "N", "600");
    given.add("lease", "Lease of the workers.", "DURATION", "600ms");
    given.add("report", "Write the outcome as JSON, too.", "FILE");
    given.add("keep", "Keep journal, logs and the server's files in this folder.", "FOLDER");
    given.add("role", "Used by the program itself.", "ROLE", "run");
    given.add("url", "Used by the program itself.", "URL");
    given.add("journal", "Used by the program itself.", "FILE");
    given.process(application);

    const Millis lease = given.duration("lease", Millis(50));
    if (given.text("role") == u"worker")
        return chaos::runWorker({given.text("url"), given.text("journal"), lease, 8});
    chaos::RunOptions options;
    options.seed = given.number<quint32>("seed");
    options.seconds = given.number("seconds", 1);
    options.workers = given.number("workers", 1);
    options.faultsPerMinute = given.number("faults-per-minute");
    options.addsPerSecond = given.number("adds-per-second", 1);
    options.lease = lease;
    options.report = given.text("report");
    options.keep = given.text("keep");
    return chaos::runChaos(options);
}
