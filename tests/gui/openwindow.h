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

/// A real server with a backend of its own, beside the window's, for arranging and looking from outside.
class Shop
{
public:
    explicit Shop(const QByteArray& type = "mail.send", const RedisServer::Options& options = {});
    ~Shop();

    /// TYPE#first … in `queue`, an hour apart, the first due after `in`.
    void add(int count, Millis in = std::chrono::hours(1), const QueueName& queue = "mail", int first = 1);
    /// Leases the first due task and fails it for good, or for the time being, to be tried again after `again`.
    void fail(const QByteArray& error, const QueueName& queue = "mail", std::optional<Millis> again = {});
    /// Fails so many of the due tasks for good; each `%` in the error is a number, in every task another one.
    void failDue(const QueueName& queue, const QByteArray& error, qint64 count);
    /// Lets so many of the due tasks end well.
    void endDue(const QueueName& queue, int count);
    /// The same as failDue() of new tasks, TYPE#n.
    void failNew(const QueueName& queue, const QByteArray& type, const QByteArray& error, int count);
    TaskState stateOf(const TaskId& id, const QueueName& queue = "mail");
    TimePoint dueOf(const TaskId& id, const QueueName& queue = "mail");
    Backend& backend() { return *m_backend; }
    Profile profile(const QString& name, Environment environment = Environment::Development) const;

    RedisServer server;

private:
    QByteArray m_type;
    std::unique_ptr<Backend> m_backend;
    int m_number = 0; ///< the last one in an error or an id
};

/// The real window, 1300 × 820 unless said otherwise, times in UTC.
class OpenWindow
{
public:
    /// `settings`: a file that it remembers its layout in; empty: it does not.
    explicit OpenWindow(Theme& theme, QSize size = {1300, 820}, const QString& settings = {});

    Connection& open(const Profile& profile);
    /// Whether some label on screen holds these words.
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

/// For tests of one window on one server: three tasks in `mail`, listed whole, of the connection `orders`.
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
