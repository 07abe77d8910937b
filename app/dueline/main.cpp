// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dueline/application.h"

#include <QApplication>

#include <cstdio>
#include <cstring>

int main(int argc, char** argv)
{
    using namespace dueline;
    // Before any application object: help and version must work with no display.
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    const auto options = LaunchOptions::parse(arguments);
    if (!options) {
        std::fprintf(stderr, "dueline: %s\n", qPrintable(options.error().message));
        return 2;
    }
    if (options->help) {
        std::fputs(qPrintable(LaunchOptions::helpText()), stdout);
        return 0;
    }
    if (options->version) {
        std::puts("dueline " DUELINE_VERSION);
        return 0;
    }
    // A password inside a URL must not stay where ps shows it.
    for (int i = 1; i < argc; ++i) {
        char* at = std::strrchr(argv[i], '@');
        char* scheme = std::strstr(argv[i], "://");
        if (at && scheme && scheme < at) {
            for (char* c = scheme + 3; c < at; ++c)
                *c = '*';
        }
    }
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM") && qEnvironmentVariableIsEmpty("DISPLAY")
        && qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY")) {
        if (options->screenshot.isEmpty()) {
            std::fputs("dueline: there is no display; use --screenshot FILE.png, ssh -X, or duectl.\n", stderr);
            return 3;
        }
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    QApplication::setHighDpiScaleFactorRoundingPolicy(Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("dueline"));
    QApplication::setApplicationVersion(QStringLiteral(DUELINE_VERSION));
    return Application(application, *options).run();
}
