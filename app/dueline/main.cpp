// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dueline/application.h"
#include "app/dueline/standardoutput.h"
#include "app/versiontext.h"
#include "core/base/standardstreams.h"
#include "ui/presenters/desktop/crashreports.h"
#include "ui/presenters/desktop/singleinstance.h"
#include "ui/text/language.h"

#include <QApplication>
#include <QIcon>
#include <QTimer>

#include <cstdio>
#include <cstring>

namespace {

/// Omits messages about limitations of the offscreen platform, which don't matter for screenshots.
void tellWithoutNoise(QtMsgType type, const QMessageLogContext& context, const QString& message)
{
    if (message.startsWith(u"This plugin does not support") || message.startsWith(u"QStandardPaths: XDG_RUNTIME_DIR"))
        return;
    std::fprintf(stderr, "%s\n", qPrintable(qFormatLogMessage(type, context, message)));
}

} // namespace

int main(int argc, char** argv)
{
    using namespace dueline;
    fillStandardStreams();
    // Parse argv without an application object, because --help and --version must work without a display.
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    if (arguments.value(0) == u"__complete") {
        printed(LaunchOptions::completions(arguments.mid(1)));
        return 0;
    }
    const auto options = LaunchOptions::parse(arguments);
    if (!options) {
        std::fprintf(stderr, "dueline: %s\n", qPrintable(options.error().message));
        return 2;
    }
    if (options->help) {
        return printed(LaunchOptions::helpText()) ? 0 : 1;
    }
    if (options->version) {
        return printed(versionText(QStringLiteral("dueline"))) ? 0 : 1;
    }
    // Overwrite passwords in URLs, so that `ps` doesn't show them.
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
        if (!options->isUnattended()) {
            std::fputs("dueline: there is no display; use --screenshot FILE.png, ssh -X, or duectl.\n", stderr);
            return 3;
        }
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    if (qgetenv("QT_QPA_PLATFORM") == "offscreen")
        qInstallMessageHandler(tellWithoutNoise);
    // Qt reads the scale factor when the application object is created.
    if (const int percent = Preferences::load().scalePercent;
        percent != 100 && qEnvironmentVariableIsEmpty("QT_SCALE_FACTOR"))
        qputenv("QT_SCALE_FACTOR", QByteArray::number(percent / 100.0));
    QApplication::setHighDpiScaleFactorRoundingPolicy(Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("dueline"));
    QApplication::setApplicationVersion(QStringLiteral(DUELINE_VERSION));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/dueline.svg")));
    QGuiApplication::setDesktopFileName(QStringLiteral("io.github.dueline.Dueline"));
    SingleInstance instance(options->isUnattended() ? QString() : SingleInstance::defaultPath());
    if (options->canBeHandedOver() && instance.handOver(options->url)) {
        return printed(QStringLiteral("dueline: opened in the running window.\n")) ? 0 : 1;
    }
    const CrashReports reports;
    if (!options->isUnattended())
        // Install the handler early, so that crashes while reading settings and profiles are reported too.
        reports.install();
    const Preferences preferences = Preferences::load();
    Language language;
    language.use(options->language.isEmpty() ? preferences.language : options->language);
    Application window(application, *options, preferences, language);
    QObject::connect(&instance, &SingleInstance::wanted, &window, &Application::openLink);
    instance.listen();
    if (!options->isUnattended()) {
        // Show the message now, so that it appears in front of the window.
        if (const QString report = reports.takeNews(); !report.isEmpty())
            QTimer::singleShot(0, &window, [&window, report] { window.tellCrash(report); });
    }
    return window.run();
}
