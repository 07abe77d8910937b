// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/facts.h"
#include "tests/gui/gallery.h"
#include "ui/widgets/connectionbar.h"
#include "ui/widgets/tasks/filterline.h"
#include "ui/widgets/toasts.h"

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests that nothing is clipped or misplaced, in either language, when a notice appears while the window is in use.
class TestGalleryEvents : public Gallery
{
    Q_OBJECT

private Q_SLOTS:
    void init() { begin(); }
    void cleanup() { QLocale::setDefault(QLocale::c()); }

    void whatCanHappenInTheWindow_data() { languages(); }
    void whatCanHappenInTheWindow()
    {
        WindowPlace place;
        QVERIFY(place.fill(Environment::Production));
        place.window().table().selectAll();
        QTRY_VERIFY(place.window().table().extent().tasks > 20);
        show(place, u"production-locked-ticked"_s);
        QVERIFY(place.bench().view().current()->session().unlock(true, false));
        QTRY_VERIFY(place.bench().view().current()->mayWrite());
        QTRY_VERIFY(place.bench().view().current()->session().isOnline());
        place.window().table().select(place.window().table().currentTask()->id);
        OperationRequest request;
        request.queue = "webhooks";
        request.action.kind = ActionKind::Discard;
        request.selection.kind = TaskSelection::Kind::Refs;
        request.selection.refs = {TaskTableModel::refOf(*place.window().table().currentTask())};
        place.bench().actions().run(place.bench().actions().makeJob(request));
        Toasts& messages = place.window().messages();
        messages.setLife(600'000);
        QTRY_VERIFY(messages.isVisible());
        show(place, u"production-undo"_s);
        Notice running{Notice::Kind::Result, u"retry"_s, u"Retrying 8,214 tasks"_s, u"2,217 of 8,214 done"_s, {}};
        for (const QString& link : {u"Pause"_s, u"Stop"_s, u"Details"_s})
            running.links.push_back({link, {}, [] {}});
        running.progress = 0.27;
        messages.show(running);
        messages.show({Notice::Kind::Failure, u"warning"_s, u"The server refused the command."_s,
            u"NOPERM this user has no permissions to run the 'zadd' command "_s.repeated(3), {}});
        const auto sizes = m_sizes;
        if (!m_folder.isEmpty())
            m_sizes << QSize(2560, 1440);
        show(place, u"three-messages"_s);
        m_sizes = sizes;
        messages.clear();

        auto* filter = place.window().findChild<FilterLine*>();
        filter->apply(u"type:mail.* payload:alice"_s);
        QTRY_COMPARE(place.bench().list().tasks().rowCount(), 0);
        messages.show({Notice::Kind::Failure, u"warning"_s, u"The server refused the command."_s, {}, {}});
        QVERIFY(test::isSettled());
        show(place, u"no-match"_s);
        messages.clear();
        filter->apply(u"stat:failed"_s);
        show(place, u"filter-error"_s);
        filter->apply({});
        place.bench().view().show({place.bench().view().current()->id(), "webhooks", TaskState::Leased});
        QTRY_COMPARE(place.bench().list().tasks().rowCount(), 0);
        QVERIFY(test::isSettled());
        show(place, u"no-tasks-in-state"_s);
        place.bench().view().show({place.bench().view().current()->id(), "webhooks", {}});
        QTRY_VERIFY(place.bench().list().tasks().rowCount() > 0);
        if (!m_folder.isEmpty()) { // Skipped if no screenshots are saved, because it takes seconds.
            place.server().freeze();
            QTRY_VERIFY_WITH_TIMEOUT(place.window().findChild<ConnectionBar*>()->isVisible(), 6'000);
            show(place, u"silent"_s);
            place.server().thaw();
            QTRY_VERIFY(!place.window().findChild<ConnectionBar*>()->isVisible());
        }
        place.server().kill9();
        QTRY_VERIFY_WITH_TIMEOUT(!place.bench().view().current()->session().isOnline(), 15'000);
        QTRY_VERIFY(place.window().findChild<ConnectionBar*>()->isVisible());
        place.forEachPanel([&](const QString& id) { show(place, u"lost-"_s + id); });
        expectNoFlaw();
    }
};

QTEST_MAIN(TestGalleryEvents)
#include "tst_gallery_events.moc"
