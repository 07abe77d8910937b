// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dueline/application.h"

#include "core/console/profilestore.h"
#include "core/redis/redisurl.h"
#include "ui/timeline/timelinepane.h"

#include <QApplication>

#include <cstdio>

namespace dueline {

Application::Application(QApplication& application, LaunchOptions options)
    : m_application(application)
    , m_options(std::move(options))
    , m_theme(application)
    , m_bench(m_formatting)
    , m_window(m_theme, m_formatting, m_bench)
{
    if (m_options.theme == u"dark")
        m_theme.choose(ThemeChoice::Dark);
    else if (m_options.theme == u"light")
        m_theme.choose(ThemeChoice::Light);
    const QStringList size = m_options.size.split(u'x');
    if (size.size() == 2 && size[0].toInt() > 0 && size[1].toInt() > 0)
        m_window.resize(size[0].toInt(), size[1].toInt());
    connect(&m_window, &MainWindow::sandboxWished, this, &Application::openSandbox);
    connect(&m_window, &MainWindow::connectWished, this, &Application::openUrl);
}

Application::~Application() = default;

int Application::run()
{
    m_window.show();
    if (m_options.sandbox)
        openSandbox();
    if (!m_options.url.isEmpty())
        openUrl(m_options.url);
    if (!m_options.screenshot.isEmpty())
        takeScreenshotOnceLoaded();
    return m_application.exec();
}

std::vector<WorkerHandler> Application::demoHandlers()
{
    return {{QStringLiteral("mail.*"), QStringLiteral("sleep:400")},
        {QStringLiteral("webhook.*"), QStringLiteral("fail:20")},
        {QStringLiteral("report.*"), QStringLiteral("sleep:1500")}, {QStringLiteral("*"), QStringLiteral("echo")}};
}

void Application::openSandbox()
{
    auto connection = Connection::openSandbox();
    if (!connection) {
        m_window.messages().show(
            {Notice::Kind::Failure, QStringLiteral("warning"), connection.error().message, {}, {}});
        return;
    }
    Connection& opened = **connection;
    m_bench.add(std::move(*connection));
    startWorker(opened);
}

void Application::startWorker(Connection& connection)
{
    // The queues are known after the first refresh.
    auto* once = new QObject(this);
    connect(&connection, &Connection::queuesChanged, once, [this, once, &connection] {
        once->deleteLater();
        std::vector<QueueName> queues;
        for (const QueueInfo& queue : connection.queues())
            queues.push_back(queue.name);
        if (auto started = m_worker.start(connection, queues, demoHandlers(), 4, std::chrono::seconds(30)); !started)
            m_window.messages().show(
                {Notice::Kind::Failure, QStringLiteral("warning"), started.error().message, {}, {}});
    });
}

void Application::openUrl(const QString& url)
{
    const auto parsed = parseRedisUrl(url);
    if (!parsed) {
        m_window.messages().show({Notice::Kind::Failure, QStringLiteral("warning"), parsed.error().message, {}, {}});
        return;
    }
    Profile profile;
    profile.url = url;
    profile.name = parsed->hosts.empty() ? QStringLiteral("unix socket") : parsed->hosts.front().host;
    profile.readOnly = m_options.readOnly;
    auto connection = Connection::open(profile);
    if (!connection) {
        m_window.messages().show(
            {Notice::Kind::Failure, QStringLiteral("warning"), connection.error().message, {}, {}});
        return;
    }
    m_bench.add(std::move(*connection));
}

void Application::takeScreenshotOnceLoaded()
{
    // Loaded: the table and the timeline have something to show, and the worker has had a moment; at most ten seconds.
    QTimer::singleShot(250, this, [this] {
        const bool filled = m_bench.tasks().rowCount() > 0 && m_bench.tasks().taskAt(0)
            && !m_window.timelinePane().timeline().data().bins.empty();
        if (++m_lookedAt < 40 && !(filled && m_lookedAt > 16))
            return takeScreenshotOnceLoaded();
        const bool saved = m_window.grab().save(m_options.screenshot);
        if (!saved)
            std::fprintf(stderr, "dueline: cannot write %s\n", qPrintable(m_options.screenshot));
        m_application.exit(saved && filled ? 0 : 1);
    });
}

} // namespace dueline
