// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/duration.h"
#include "tests/chaos/chaosrun.h"
#include "tests/chaos/chaosworker.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include <cstdio>

using namespace dueline;

namespace {

/// A whole number of an option; ends the program when it is none.
int number(const QCommandLineParser& parser, const QString& option, int least)
{
    bool ok = false;
    const int value = parser.value(option).toInt(&ok);
    if (!ok || value < least) {
        std::fprintf(stderr, "--%s takes a whole number of at least %d.\n", qPrintable(option), least);
        std::exit(2);
    }
    return value;
}

Millis duration(const QCommandLineParser& parser, const QString& option)
{
    const Result<Millis> value = parseDuration(parser.value(option));
    if (!value || *value < Millis(50)) {
        std::fprintf(stderr, "--%s takes a duration of at least 50ms.\n", qPrintable(option));
        std::exit(2);
    }
    return *value;
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral(
        "Breaks workers, server and network for a while, then proves that nothing was lost or done twice."));
    parser.addHelpOption();
    const auto option = [&parser](const char* name, const char* text, const char* value, const char* standard) {
        parser.addOption({QString::fromLatin1(name), QString::fromLatin1(text), QString::fromLatin1(value),
            QString::fromLatin1(standard)});
    };
    option(
        "seed", "Decides tasks, operator and faults; threads and processes still interleave as they like.", "N", "1");
    option("seconds", "How long faults happen.", "N", "60");
    option("workers", "Worker processes.", "N", "4");
    option("faults-per-minute", "Faults, spread at random.", "N", "60");
    option("adds-per-second", "Tasks added, about.", "N", "600");
    option("lease", "Lease of the workers.", "DURATION", "600ms");
    option("report", "Write the outcome as JSON, too.", "FILE", "");
    option("keep", "Keep journal, logs and the server's files in this folder.", "FOLDER", "");
    option("role", "Used by the program itself.", "ROLE", "run");
    option("url", "Used by the program itself.", "URL", "");
    option("journal", "Used by the program itself.", "FILE", "");
    parser.process(application);

    if (parser.value(QStringLiteral("role")) == QStringLiteral("worker")) {
        return chaos::runWorker({parser.value(QStringLiteral("url")), parser.value(QStringLiteral("journal")),
            duration(parser, QStringLiteral("lease")), 8});
    }
    chaos::RunOptions options;
    options.seed = quint32(number(parser, QStringLiteral("seed"), 0));
    options.seconds = number(parser, QStringLiteral("seconds"), 1);
    options.workers = number(parser, QStringLiteral("workers"), 1);
    options.faultsPerMinute = number(parser, QStringLiteral("faults-per-minute"), 0);
    options.addsPerSecond = number(parser, QStringLiteral("adds-per-second"), 1);
    options.lease = duration(parser, QStringLiteral("lease"));
    options.report = parser.value(QStringLiteral("report"));
    options.keep = parser.value(QStringLiteral("keep"));
    return chaos::runChaos(options);
}
