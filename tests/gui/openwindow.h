// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/layoutregistry.h"
#include "tests/support/redisserver.h"
#include "ui/mainwindow.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QApplication>
#include <QTest>

namespace dueline::test {

/// A real server with a backend of its own, beside the window's, for arranging and looking from outside.
class Shop
{
public:
    explicit Shop(const QByteArray& type = "mail.send", const RedisServer::Options& options = {})
        : server(options)
        , m_type(type)
    {
        auto backend = openLayout({}, server.config(), "dueline", "tester", Access::OperateAndWork);
        if (!backend)
            qFatal("%s", qPrintable(backend.error().message));
        m_backend = std::move(*backend);
    }

    /// TYPE#first … in `queue`, an hour apart, the first due after `in`.
    void add(int count, Millis in = std::chrono::hours(1), const QueueName& queue = "mail", int first = 1)
    {
        std::vector<NewTask> tasks;
        for (int i = 0; i < count; ++i) {
            NewTask task;
            task.id = m_type + '#' + QByteArray::number(first + i);
            task.dueIn = in + std::chrono::hours(1) * i;
            task.payload = "{\"to\":\"<b>a@b.cn</b>\"}";
            tasks.push_back(task);
        }
        const auto added = m_backend->editor()->add(queue, tasks);
        if (!added)
            qFatal("%s", qPrintable(added.error().message));
    }
    /// Leases the first due task and fails it for good, or for the time being, to be tried again after `again`.
    void fail(const QByteArray& error, const QueueName& queue = "mail", std::optional<Millis> again = {})
    {
        ClaimRequest request;
        request.queue = queue;
        request.limit = 1;
        request.types.all = true;
        const auto claim = m_backend->broker()->claim(request);
        if (!claim || claim->leases.empty())
            qFatal("nothing to lease");
        const Lease& lease = claim->leases.front();
        if (!m_backend->broker()->nack(queue, {{lease.id, lease.token, again, again ? "retry" : "failed", error}}, {}))
            qFatal("the nack was refused");
    }
    TaskState stateOf(const TaskId& id, const QueueName& queue = "mail")
    {
        const auto detail = m_backend->inspector().task(queue, id);
        return detail ? detail->task.state : TaskState::Trash;
    }
    TimePoint dueOf(const TaskId& id, const QueueName& queue = "mail")
    {
        const auto detail = m_backend->inspector().task(queue, id);
        return detail ? detail->task.at : TimePoint{};
    }
    Backend& backend() { return *m_backend; }
    Profile profile(const QString& name, Environment environment = Environment::Development) const
    {
        Profile profile;
        profile.name = name;
        profile.url = server.url();
        profile.environment = environment;
        return profile;
    }

    RedisServer server;

private:
    QByteArray m_type;
    std::unique_ptr<Backend> m_backend;
};

/// The real window, 1300 × 820 unless said otherwise, times in UTC.
class OpenWindow
{
public:
    /// `settings`: a file that it remembers its layout in; empty: it does not.
    explicit OpenWindow(Theme& theme, QSize size = {1300, 820}, const QString& settings = {})
        : bench(formatting)
        , window(theme, formatting, bench)
    {
        window.resize(size);
        if (!settings.isEmpty())
            window.rememberIn(settings);
        window.show();
        if (!QTest::qWaitForWindowExposed(&window))
            qFatal("the window did not come");
    }

    Connection& open(const Profile& profile)
    {
        auto connection = Connection::open(profile);
        if (!connection)
            qFatal("%s", qPrintable(connection.error().message));
        Connection& opened = **connection;
        bench.add(std::move(*connection));
        return opened;
    }
    /// Whether some label on screen holds these words.
    bool says(const QString& words) const
    {
        for (const PlainLabel* label : window.findChildren<PlainLabel*>()) {
            if (label->isVisible() && label->fullText().contains(words))
                return true;
        }
        return false;
    }
    template <typename Widget> Widget& part() const
    {
        auto* found = window.findChild<Widget*>();
        if (!found)
            qFatal("the window has no %s", Widget::staticMetaObject.className());
        return *found;
    }
    TaskTable& table() { return window.table(); }

    Formatting formatting{QTimeZone::utc()};
    Workbench bench;
    MainWindow window;
};

/// For tests of one window on one server: three tasks in `mail`, listed whole, of the connection `orders`.
class OrdersWindow : public QObject
{
protected:
    void openOrders()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        m_shop = std::make_unique<Shop>();
        m_shop->add(3);
        m_open = std::make_unique<OpenWindow>(*m_theme);
        m_connection = &m_open->open(m_shop->profile(QStringLiteral("orders")));
        QTRY_COMPARE(m_open->bench.tasks().rowCount(), 3);
        QTRY_VERIFY(m_open->bench.tasks().taskAt(2));
    }
    void closeOrders()
    {
        m_open.reset();
        m_shop.reset();
        m_theme.reset();
    }

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_shop;
    std::unique_ptr<OpenWindow> m_open;
    Connection* m_connection = nullptr;
};

} // namespace dueline::test
