// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/support/redisserver.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"
#include "ui/window/mainwindow.h"

#include <QApplication>
#include <QTest>

namespace dueline::test {

/// Redis server, with a separate backend for preparing data and checking results.
class Shop
{
public:
    explicit Shop(const QByteArray& type = "mail.send", const RedisServer::Options& options = {});
    ~Shop();

    /// Adds `count` tasks, named TYPE#N, to `queue`. The first is due after `in`, the others at one-hour intervals.
    void add(int count, Millis in = std::chrono::hours(1), const QueueName& queue = "mail", int first = 1);
    /// Claims the first due task and fails it: permanently, or with a retry after `again`.
    void fail(const QByteArray& error, const QueueName& queue = "mail", std::optional<Millis> again = {});
    /// Fails `count` due tasks permanently. Replaces each `%` in the error with a number that differs from task to
    /// task.
    void failDue(const QueueName& queue, const QByteArray& error, qint64 count);
    /// Completes `count` due tasks.
    void endDue(const QueueName& queue, int count);
    /// Adds new tasks TYPE#N and fails them like failDue().
    void failNew(const QueueName& queue, const QByteArray& type, const QByteArray& error, int count);
    TaskState stateOf(const TaskId& id, const QueueName& queue = "mail");
    TimePoint dueOf(const TaskId& id, const QueueName& queue = "mail");
    Backend& backend() { return *m_backend; }
    Profile profile(const QString& name, Environment environment = Environment::Development) const;

    RedisServer server;

private:
    QByteArray m_type;
    std::unique_ptr<Backend> m_backend;
    int m_number = 0; ///< last number used in an error or an id
};

/// The real window, 1300 × 820 by default, with times in UTC.
class OpenWindow
{
public:
    /// Creates the window. `settings` is the file for the window's layout; if empty, the layout is not saved.
    explicit OpenWindow(Theme& theme, QSize size = {1300, 820}, const QString& settings = {});

    Connection& open(const Profile& profile);
    /// Returns whether a visible label contains this text.
    bool says(const QString& words) const;
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

/// Base class for tests with one window on one server: the `orders` connection has three tasks in the `mail` queue, all
/// listed.
class OrdersWindow : public QObject
{
protected:
    OrdersWindow();
    ~OrdersWindow() override;

    void openOrders();
    void closeOrders();

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_shop;
    std::unique_ptr<OpenWindow> m_open;
    Connection* m_connection = nullptr;
};

} // namespace dueline::test
