// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/catalogue/layoutregistry.h"
#include "core/queue/outcome.h"
#include "tests/gui/firstqueue.h"
#include "tests/support/redisserver.h"
#include "ui/workbench/workbench.h"

#include <QTest>

namespace dueline::test {

/// Real server with queues that the test fills, and a connected workbench, for panel tests.
class PanelPlace
{
public:
    explicit PanelPlace(Environment environment = Environment::Development, bool readOnly = false)
        : backend(open("tester"))
        , bench(formatting)
    {
        profile.name = QStringLiteral("here");
        profile.url = server.url();
        profile.environment = environment;
        profile.readOnly = readOnly;
    }

    std::unique_ptr<Backend> open(const QByteArray& session)
    {
        auto opened = openLayout(defaultLayout(), server.config(), "dueline", session, Access::OperateAndWork);
        if (!opened)
            qFatal("%s", qPrintable(opened.error().message));
        return std::move(*opened);
    }

    void connectBench()
    {
        auto connection = Connection::open(profile);
        if (!connection)
            qFatal("%s", qPrintable(connection.error().message));
        bench.connections().add(std::move(*connection));
        test::showFirstQueue(bench);
    }

    static TaskId idOf(int number) { return "mail.send#" + QByteArray::number(number).rightJustified(5, '0'); }

    /// Adds `count` tasks, numbered from `first` and due immediately by default.
    void add(const QueueName& queue, int count, int first = 0, Millis dueIn = Millis(0))
    {
        std::vector<NewTask> tasks;
        for (int i = 0; i < count; ++i) {
            NewTask task;
            task.id = idOf(first + i);
            task.dueIn = dueIn;
            task.payload = "{}";
            tasks.push_back(task);
        }
        const auto added = backend->editor()->add(queue, tasks);
        if (!added)
            qFatal("%s", qPrintable(added.error().message));
    }

    static std::vector<Lease> claim(
        Backend& worker, const QueueName& queue, int limit = 1, Millis leaseFor = Millis(60'000))
    {
        ClaimRequest request;
        request.queue = queue;
        request.limit = limit;
        request.leaseFor = leaseFor;
        request.types.all = true;
        auto claimed = worker.broker()->claim(request);
        if (!claimed || claimed->leases.empty())
            qFatal("nothing could be claimed");
        return claimed->leases;
    }

    static void beat(
        Backend& worker, const QByteArray& id, const std::vector<QueueName>& queues, int running, Millis leaseFor)
    {
        WorkerInfo info;
        info.id = id;
        info.host = "host-" + id;
        info.processId = 4312;
        info.startedAt = SystemClock().now();
        info.queues = queues;
        info.concurrency = 8;
        info.running = running;
        if (!worker.broker()->beat(info, leaseFor, false))
            qFatal("no heartbeat");
    }

    TaskState stateOf(const QueueName& queue, const TaskId& id)
    {
        const auto detail = backend->inspector().task(queue, id);
        return detail ? detail->task.state : TaskState::Trash;
    }

    RedisServer server;
    Formatting formatting{QTimeZone::utc()};
    std::unique_ptr<Backend> backend;
    Profile profile;
    Workbench bench;
};

} // namespace dueline::test
