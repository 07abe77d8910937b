// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/frameworks/benchserver.h"
#include "tests/bench/frameworks/parts.h"
#include "tests/support/manyjobs.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QProcess>

namespace dueline::frameworkbench {

void window(const Settings& settings)
{
    const QString program = QCoreApplication::applicationDirPath() + QStringLiteral("/bench_frameworkwindow");
    if (!QFileInfo::exists(program)) {
        std::fprintf(stderr, "The window is not measured: %s was not built.\n", qPrintable(program));
        return;
    }
    BenchServer place(settings.core);
    ManyJobs jobs(place.server.config());
    jobs.waitInBullmq("million", settings.jobs);
    jobs.failInBullmq("million", settings.jobs / 100);
    jobs.waitInBullmq("small", 100);
    if (QProcess::execute(program, {place.server.url()}) != 0)
        qFatal("the window ended with an error");
}

} // namespace dueline::frameworkbench
