// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/openwindow.h"

#include "tests/gui/firstqueue.h"
#include "ui/panels/dock.h"

#include <algorithm>

namespace dueline::test {

Shop::Shop(const QByteArray& type, const RedisServer::Options& options)
    : server(options)
    , m_type(type)
{
    auto backend = openLayout(defaultLayout(), server.config(), "dueline", "tester", Access::OperateAndWork);
    if (!backend)
        qFatal("%s", qPrintable(backend.error().message));
    m_backend = std::move(*backend);
}

Shop::~Shop() = default;

void Shop::add(int count, Millis in, const QueueName& queue, int first)
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

void Shop::fail(const QByteArray& error, const QueueName& queue, std::optional<Millis> again)
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

void Shop::failDue(const QueueName& queue, const QByteArray& error, qint64 count)
{
    for (qint64 left = count; left > 0;) {
        ClaimRequest request;
        request.queue = queue;
        request.limit = int(std::min<qint64>(left, 250));
        request.types.all = true;
        const auto claim = m_backend->broker()->claim(request);
        if (!claim || claim->leases.empty())
            qFatal("nothing to lease");
        std::vector<Nack> nacks;
        for (const Lease& lease : claim->leases) {
            const QByteArray text = QByteArray(error).replace("%", QByteArray::number(++m_number));
            nacks.push_back({lease.id, lease.token, std::nullopt, "failed", text});
        }
        if (!m_backend->broker()->nack(queue, nacks, {}))
            qFatal("the nack was refused");
        left -= qint64(claim->leases.size());
    }
}

void Shop::endDue(const QueueName& queue, int count)
{
    for (int left = count; left > 0;) {
        ClaimRequest request;
        request.queue = queue;
        request.limit = left;
        request.types.all = true;
        const auto claim = m_backend->broker()->claim(request);
        if (!claim || claim->leases.empty())
            qFatal("nothing to lease");
        for (const Lease& lease : claim->leases) {
            if (!m_backend->broker()->ack(queue, {{lease.id, lease.token, {}}}, {}))
                qFatal("the ack was refused");
        }
        left -= int(claim->leases.size());
    }
}

void Shop::failNew(const QueueName& queue, const QByteArray& type, const QByteArray& error, int count)
{
    std::vector<NewTask> tasks;
    for (int i = 0; i < count; ++i) {
        NewTask task;
        task.id = type + '#' + QByteArray::number(++m_number);
        task.options.maxAttempts = 1;
        tasks.push_back(task);
    }
    if (const auto added = m_backend->editor()->add(queue, tasks); !added)
        qFatal("%s", qPrintable(added.error().message));
    failDue(queue, error, count);
}

TaskState Shop::stateOf(const TaskId& id, const QueueName& queue)
{
    const auto detail = m_backend->inspector().task(queue, id);
    return detail ? detail->task.state : TaskState::Trash;
}

TimePoint Shop::dueOf(const TaskId& id, const QueueName& queue)
{
    const auto detail = m_backend->inspector().task(queue, id);
    return detail ? detail->task.at : TimePoint{};
}

Profile Shop::profile(const QString& name, Environment environment) const
{
    Profile profile;
    profile.name = name;
    profile.url = server.url();
    profile.environment = environment;
    return profile;
}

OpenWindow::OpenWindow(Theme& theme, QSize size, const QString& settings)
    : bench(formatting)
    , window(theme, formatting, bench)
{
    window.resize(size);
    window.dock().setOpen(true); // Closed by default (see tst_window_layout), but most tests use it.
    if (!settings.isEmpty())
        window.rememberIn(settings);
    window.show();
    if (!QTest::qWaitForWindowExposed(&window))
        qFatal("the window did not come");
}

Connection& OpenWindow::open(const Profile& profile)
{
    auto connection = Connection::open(profile);
    if (!connection)
        qFatal("%s", qPrintable(connection.error().message));
    Connection& opened = **connection;
    bench.connections().add(std::move(*connection));
    showFirstQueue(bench);
    return opened;
}

bool OpenWindow::says(const QString& words) const
{
    for (const PlainLabel* label : window.findChildren<PlainLabel*>()) {
        if (label->isVisible() && label->fullText().contains(words))
            return true;
    }
    return false;
}

OrdersWindow::OrdersWindow() = default;
OrdersWindow::~OrdersWindow() = default;

void OrdersWindow::openOrders()
{
    m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    m_shop = std::make_unique<Shop>();
    m_shop->add(3);
    m_open = std::make_unique<OpenWindow>(*m_theme);
    m_connection = &m_open->open(m_shop->profile(QStringLiteral("orders")));
    QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 3);
    QTRY_VERIFY(m_open->bench.list().tasks().taskAt(2));
}

void OrdersWindow::closeOrders()
{
    m_open.reset();
    m_shop.reset();
    m_theme.reset();
}

} // namespace dueline::test
