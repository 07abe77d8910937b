// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/gui/facts.h"
#include "tests/gui/gallery.h"
#include "ui/failures/failuregrouppage.h"
#include "ui/inspector/inspector.h"
#include "ui/presenters/operationjob.h"

#include <QSignalSpy>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests that nothing on a failure group's page is clipped or misplaced, at any size and in either language.
class TestGalleryFailureGroups : public Gallery
{
    Q_OBJECT

    const static inline QByteArray stack
        = "\n    at StripeGateway.charge (/srv/app/src/payments/gateway.ts:118:15)\n"
          "    at Client.request (/srv/app/node_modules/undici/lib/client.js:301:9)\n"
          "    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)\n"
          "    at async ChargeJob.process (/srv/app/src/jobs/charge.ts:42:20)\n"
          "    at async Worker.processJob (/srv/app/node_modules/bullmq/dist/cjs/classes/worker.js:394:28)\n"
          "    at async Worker.retryIfFailed (/srv/app/node_modules/bullmq/dist/cjs/classes/worker.js:581:24)";

    static QByteArray number(int i) { return QByteArray::number(48'022'471 + i); }
    /// Adds tasks and runs them. A task succeeds if `error` returns an empty string for it, and fails otherwise.
    static void run(Backend& backend, const QueueName& queue, const QByteArray& type, int count,
        const std::function<QByteArray(int)>& error)
    {
        static int added = 184'400;
        std::vector<NewTask> tasks;
        for (int i = 0; i < count; ++i) {
            NewTask task;
            task.id = type + '#' + QByteArray::number(added++);
            task.payload = "{\"orderId\":\"ORD-" + number(i) + "\",\"provider\":\""
                + (error(i).isEmpty() ? "visa" : "acme-pay") + "\",\"total\":489.65,\"items\":[{\"sku\":\"SKU-"
                + QByteArray::number(i % 9) + "\",\"qty\":1}]}";
            task.options.maxAttempts = 1;
            tasks.push_back(task);
        }
        if (!backend.editor()->add(queue, tasks))
            qFatal("not added");
        ClaimRequest request;
        request.queue = queue;
        request.limit = count;
        request.types.all = true;
        const auto claimed = backend.broker()->claim(request);
        if (!claimed || claimed->leases.size() != std::size_t(count))
            qFatal("not claimed");
        for (int i = 0; i < count; ++i) {
            const Lease& lease = claimed->leases[std::size_t(i)];
            const bool ended = error(i).isEmpty()
                ? backend.broker()->ack(queue, {{lease.id, lease.token, {}}}, {}).ok()
                : backend.broker()->nack(queue, {{lease.id, lease.token, std::nullopt, "failed", error(i)}}, {}).ok();
            if (!ended)
                qFatal("not ended");
        }
    }

private Q_SLOTS:
    void init() { begin(); }
    void cleanup() { QLocale::setDefault(QLocale::c()); }

    void thePageOfAKindOfFailure_data() { languages(); }
    void thePageOfAKindOfFailure()
    {
        WindowPlace place;
        QVERIFY(place.fill());
        place.window().findChild<Dock*>()->setOpen(false);
        place.window().actions()["view.incident"]->trigger();
        auto& page = *place.window().findChild<FailureGroupPage*>();
        QTRY_VERIFY(page.isVisible() && page.group() && page.feed().isLoaded());
        QVERIFY(test::isAnswered(*place.bench().view().current()));
        show(place, u"incident"_s);
        // Retry the first row's tasks, spread over half an hour.
        const FailureGroup::Share share = page.model().rowAt(0)->share;
        OperationRequest request;
        request.queue = share.queue;
        request.action.kind = ActionKind::Retry;
        request.action.time = Action::Time::Spread;
        request.action.at = place.bench().view().now() + std::chrono::minutes(1);
        request.action.until = request.action.at + std::chrono::minutes(30);
        request.selection.kind = TaskSelection::Kind::Filter;
        request.selection.filter = *TaskFilter::parse(page.filterOf(share));
        OperationJob* job = place.bench().actions().makeJob(request);
        QSignalSpy previewed(job, &OperationJob::previewed);
        job->preview(); // The preview finds the tasks first, as in the confirmation dialog.
        QTRY_COMPARE(previewed.size(), 1);
        place.bench().actions().run(job);
        QTRY_VERIFY(page.outcome() && page.outcome()->retried == share.tasks);
        QTRY_VERIFY_WITH_TIMEOUT(page.outcome()->counts[std::size_t(RetryOutcome::Waiting)] > 0, 15'000);
        show(place, u"incident-retried"_s);
        expectNoFlaw();
    }

    /// Shows a failure group that spans two queues, with stack traces and payloads to compare, next to a group with the
    /// same message.
    void aGroupWithStackTraces_data() { languages(); }
    void aGroupWithStackTraces()
    {
        WindowPlace place;
        auto backend = openLayout(defaultLayout(), place.server().config(), "dueline", "test", Access::OperateAndWork);
        QVERIFY(backend.ok());
        run(**backend, "orders", "charge", 60,
            [](int i) { return "TypeError: no card in order ORD-" + number(i) + stack; });
        run(**backend, "webhooks", "deliver", 24,
            [](int i) { return "TypeError: no card in order ORD-" + number(i + 500) + stack; });
        run(**backend, "mail", "mail.send", 7, [](int) { return QByteArray("Error: no card in order ORD-7781"); });
        run(**backend, "orders", "charge", 40, [](int) { return QByteArray(); });
        place.use("orders", QStringLiteral("shop"));
        QVERIFY(place.open());
        place.window().findChild<Dock*>()->setOpen(false);
        place.window().actions()["view.incident"]->trigger();
        auto& page = *place.window().findChild<FailureGroupPage*>();
        QTRY_VERIFY(page.isVisible() && page.group() && page.feed().isLoaded());
        QTRY_VERIFY(page.samples().detail());
        QVERIFY(test::isAnswered(*place.bench().view().current()));
        const QList<QSize> usual = m_sizes;
        if (!m_folder.isEmpty())
            m_sizes << QSize(2560, 1440);
        show(place, u"incident-stack"_s);
        page.setFocus();
        Q_EMIT page.closeRequested();
        QTRY_VERIFY(place.showFailedTask());
        m_keepInspector = true;
        QTRY_VERIFY(place.window().findChild<Inspector*>()->isLoaded());
        show(place, u"inspector-stack"_s);
        m_keepInspector = false;
        m_sizes = usual;
        expectNoFlaw();
    }

    void withoutFailures_data() { languages(); }
    void withoutFailures()
    {
        WindowPlace place;
        auto backend = openLayout(defaultLayout(), place.server().config(), "dueline", "test", Access::Operate);
        QVERIFY(backend.ok());
        NewTask task;
        task.id = "webhook.deliver#1";
        QVERIFY((*backend)->editor()->add("webhooks", {task}).ok());
        QVERIFY(place.open());
        place.window().findChild<Dock*>()->setOpen(false);
        place.window().actions()["view.incident"]->trigger();
        auto& page = *place.window().findChild<FailureGroupPage*>();
        QTRY_VERIFY(page.isVisible() && page.feed().isLoaded());
        show(place, u"incident-none"_s);
        expectNoFlaw();
    }
};

QTEST_MAIN(TestGalleryFailureGroups)
#include "tst_gallery_failuregroups.moc"
