// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the window's overview of many native queues and queues of seven frameworks.
#include "tests/bench/frameworks/benchserver.h"
#include "tests/bench/frameworks/figures.h"
#include "tests/bench/frameworks/parts.h"
#include "tests/support/frameworkwriter.h"
#include "tests/support/must.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QProcess>

#include <algorithm>

namespace dueline::frameworkbench {

namespace {

void show(BenchServer& place, int queues, const QString& what)
{
    const QString program = QCoreApplication::applicationDirPath() + QStringLiteral("/bench_frameworkwindow");
    if (!QFileInfo::exists(program)) {
        std::fprintf(stderr, "The overview is not measured: %s was not built.\n", qPrintable(program));
        return;
    }
    if (QProcess::execute(program, {place.server.url(), QStringLiteral("board"), QString::number(queues), what}) != 0)
        qFatal("the window ended with an error");
    // The statistics start when the window starts polling the queues.
    figures::printOnce({QStringLiteral("  in commands"), {}, place.mostCommands(16)}, {});
}

} // namespace

void fillFrameworkQueues(RedisServer& server, int ofEach)
{
    for (const QByteArray& layout : FrameworkWriter::layouts()) {
        const auto writer = FrameworkWriter::of(layout, server);
        for (int i = 1; i <= ofEach; ++i)
            // Bull and BullMQ use the same key prefix, so the names must differ.
            writer->fill(layout + '-' + QByteArray::number(i), 1);
    }
}

void fillNativeQueues(RedisServer& server, int queues)
{
    const auto native = must(openLayout(defaultLayout(), server.config(), {}, {}, Access::Operate));
    for (int i = 1; i <= queues; ++i) {
        NewTask task;
        task.id = "send#1";
        task.dueIn = std::chrono::hours(1);
        (void)must(native->editor()->add("native-" + QByteArray::number(i), {task}));
    }
}

void overviews(const Settings& settings)
{
    {
        BenchServer place(settings.core);
        fillNativeQueues(place.server, settings.queues);
        show(place, settings.queues, QStringLiteral("native"));
    }
    BenchServer place(settings.core);
    const int ofEach = std::max(1, settings.queues / layoutsBesideNative);
    fillFrameworkQueues(place.server, ofEach);
    show(place, ofEach * layoutsBesideNative, QStringLiteral("of frameworks"));
}

} // namespace dueline::frameworkbench
