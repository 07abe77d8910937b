// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/gui/facts.h"
#include "tests/gui/gallery.h"
#include "ui/failures/incidentpage.h"
#include "ui/presenters/operationjob.h"

#include <QSignalSpy>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests that nothing on the page of a failure group is clipped or misplaced, at any size and in either language.
class TestGalleryIncidents : public Gallery
{
    Q_OBJECT

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
        auto& page = *place.window().findChild<IncidentPage*>();
        QTRY_VERIFY(page.isVisible() && page.incident() && page.feed().isLoaded());
        QVERIFY(test::isAnswered(*place.bench().view().current()));
        show(place, u"incident"_s);
        // Retries the tasks in the selected row, spread over half an hour.
        const IncidentShare share = page.model().rowAt(0)->share;
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
        job->preview(); // as the confirmation dialog does, so that the tasks are known
        QTRY_COMPARE(previewed.size(), 1);
        place.bench().actions().run(job);
        QTRY_VERIFY(page.outcome() && page.outcome()->retried == share.tasks);
        QTRY_VERIFY_WITH_TIMEOUT(page.outcome()->counts[std::size_t(RetryOutcome::Waiting)] > 0, 15'000);
        show(place, u"incident-retried"_s);
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
        auto& page = *place.window().findChild<IncidentPage*>();
        QTRY_VERIFY(page.isVisible() && page.feed().isLoaded());
        show(place, u"incident-none"_s);
        expectNoFlaw();
    }
};

QTEST_MAIN(TestGalleryIncidents)
#include "tst_gallery_incidents.moc"
