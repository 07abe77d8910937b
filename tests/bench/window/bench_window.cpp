// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/standardstreams.h"
#include "tests/bench/window/windowbench.h"

#include <QCommandLineParser>
#include <QTemporaryDir>

#include <cstdio>

using namespace dueline;

/// Measures the window on a queue with a million tasks; see README.md.
int main(int argc, char** argv)
{
    fillStandardStreams();
    if (const int code = runHelper(argc, argv); code >= 0)
        return code;
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM") && qEnvironmentVariableIsEmpty("DISPLAY"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QTemporaryDir config; // replaces the user's settings
    qputenv("XDG_CONFIG_HOME", config.path().toUtf8());
    EventClock clock(argc, argv);
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("Measures the window on a queue of very many tasks."));
    parser.addHelpOption();
    const auto option = [&parser](const char* name, const char* description, const char* standard) {
        parser.addOption({QString::fromLatin1(name), QString::fromLatin1(description), QStringLiteral("N"),
            QString::fromLatin1(standard)});
    };
    option("tasks", "Tasks in the queue.", "1000000");
    option("payload", "Bytes of payload.", "200");
    option("seconds", "How long somebody scrolls, zooms and filters; 0: not.", "60");
    option("minutes", "How long memory is watched; 0: not.", "0");
    option("rate", "Changes a second meanwhile.", "1000");
    option("server-core", "Pin the private server to this core.", "");
    parser.addOption({QStringLiteral("only"),
        QStringLiteral("Of open, refresh, jump, search, brush and screens only these, with commas between."),
        QStringLiteral("PARTS"), QStringLiteral("open,refresh,jump,search,brush,screens")});
    parser.process(clock);
    const auto number = [&parser](const char* name) { return parser.value(QString::fromLatin1(name)).toLongLong(); };

    QStringList server;
    if (parser.isSet(QStringLiteral("server-core")))
        server << QStringLiteral("--server_cpulist") << parser.value(QStringLiteral("server-core"));
    WindowBench bench(clock, number("tasks"), int(number("payload")), server);
    bench.memory("a small queue open");
    const QStringList parts = parser.value(QStringLiteral("only")).split(u',');
    const auto wanted = [&parts](const char* part) { return parts.contains(QString::fromLatin1(part)); };
    bench.open(wanted("open") ? 20 : 1);
    bench.memory("the queue open");
    if (wanted("refresh"))
        bench.refresh(20);
    if (wanted("jump")) {
        bench.jump(100);
        bench.memory("after the jumps");
    }
    if (wanted("search")) {
        bench.search(QStringLiteral("type:mail.send"));
        bench.search(QStringLiteral("payload:77777"));
        bench.search(QStringLiteral("error:timeout"));
        bench.memory("after the searches");
    }
    if (wanted("brush")) {
        bench.brush(QStringLiteral("type:mail.send"), 400);
        bench.brush(QStringLiteral("error:timeout"), 400);
    }
    if (wanted("screens"))
        bench.screens(std::chrono::seconds(20), int(number("rate")));
    if (number("seconds") > 0)
        bench.work(std::chrono::seconds(number("seconds")), int(number("rate")));
    if (number("minutes") > 0)
        bench.stay(std::chrono::minutes(number("minutes")), int(number("rate")));
    return 0;
}
