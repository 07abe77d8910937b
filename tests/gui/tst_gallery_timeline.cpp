// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/witness/silence.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/gui/facts.h"
#include "tests/gui/gallery.h"
#include "tests/support/must.h"
#include "ui/widgets/tasks/filterline.h"

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests that nothing in the timeline is clipped or misplaced, in any state and either language.
class TestGalleryTimeline : public Gallery
{
    Q_OBJECT

    static TimelineWidget& timeline(WindowPlace& place) { return place.window().timelinePane().timeline(); }

    /// Adds 3,000 tasks due within half a minute, then discards those whose ids end in 7, giving a reason.
    static void makeTrouble(WindowPlace& place)
    {
        const auto backend = must(
            openLayout(must(parseLayouts(u"native"_s)), place.server().config(), {}, "gallery", Access::Operate));
        for (int from = 0; from < 3'000; from += 100) {
            std::vector<NewTask> tasks;
            for (int i = from; i < from + 100; ++i) {
                NewTask task;
                task.id = "digest.send#" + QByteArray::number(i);
                task.dueIn = 20min + 10ms * i;
                tasks.push_back(task);
            }
            must(backend->editor()->add("webhooks", tasks));
        }
        OperationRequest request;
        request.queue = "webhooks";
        request.action.kind = ActionKind::Discard;
        request.selection.kind = TaskSelection::Kind::Filter;
        request.selection.filter = must(TaskFilter::parse(u"id:*7"_s));
        request.reason = "sent twice by the importer";
        place.bench().actions().run(place.bench().actions().makeJob(request));
    }
    /// Shows one mark of each recorded kind, three of them at nearly the same time, and a gap in the recording.
    static void showRecord(TimelineWidget& timeline)
    {
        const TimeRange range = timeline.scale().range();
        const auto at
            = [range](double part) { return range.from + Millis(qint64(part * double(range.length().count()))); };
        std::vector<TimelineMark> marks{TimelineMark::ofNote({"1-0", at(0.05), "deploy api 4.12.0"})};
        const auto add = [&](double part, const char* kind, const char* detail, const QByteArray& queue = {}) {
            if (const auto mark = TimelineMark::of(QueueEventRecord{{1, at(part), {}, kind, {}, detail}, queue}, true))
                marks.push_back(*mark);
        };
        add(0.21, "version", R"({"before":"5.80.0","after":"5.81.5"})", "webhooks");
        add(0.33, "failover", R"({"keys_before":27606,"keys":27590})");
        add(0.55, "evicted", R"({"evicted":1200,"limit":104857600})");
        add(0.68, "flush", R"({"keys_before":27606,"keys":54})");
        add(0.682, "loss", R"({"tasks":25750,"may_have_run":41})", "webhooks");
        add(0.684, "loss", R"({"tasks":120,"may_have_run":0})", "mail");
        Stillness silence;
        silence.kind = Stillness::Kind::Silent;
        silence.since = at(0.82);
        silence.due = 312;
        silence.hints = {{PulseHint::Kind::NoSign, 3, 0, 16s}};
        add(0.83, "silent", stillnessJson(silence).constData(), "webhooks");
        timeline.setMarks(std::move(marks), {{at(0.42), at(0.53), "stopped"}});
        timeline.setFocus();
        QTest::keyClick(&timeline, Qt::Key_Home);
        for (int i = 0; i < 20; ++i)
            QTest::keyClick(&timeline, Qt::Key_BracketLeft); // moves to the first mark
        for (int i = 0; i < 5; ++i)
            QTest::keyClick(&timeline, Qt::Key_BracketRight); // moves to the first loss
    }
    void choose(WindowPlace& place, const char* action, const QString& name)
    {
        place.window().actions()[action]->trigger();
        QTRY_VERIFY(timeline(place).data().groups && !timeline(place).data().groups->partial
            && !timeline(place).data().groups->named.empty());
        show(place, name);
    }
    void showTable(WindowPlace& place, const QString& name)
    {
        showDialog(place, name, [&] {
            auto dialog = std::make_unique<TimelineTableDialog>(place.theme(), Formatting(QTimeZone::utc()),
                timeline(place).data(), u"webhooks"_s, place.bench().view().now(), &place.window());
            dialog->show();
            return dialog;
        });
    }

private Q_SLOTS:
    void init()
    {
        if (!m_folder.isEmpty())
            m_sizes = {{1024, 640}, {1280, 800}, {1920, 1080}};
        begin();
    }
    void cleanup() { QLocale::setDefault(QLocale::c()); }

    void whatTheTimelineTells_data() { languages(); }
    void whatTheTimelineTells()
    {
        WindowPlace place;
        QVERIFY(place.fill());
        makeTrouble(place);
        place.window().findChild<Dock*>()->setOpen(false);
        QTRY_VERIFY_WITH_TIMEOUT(timeline(place).data().totals[TaskState::Scheduled] > 2'000, 15'000);
        QTRY_VERIFY(!timeline(place).marks().empty());
        show(place, u"timeline-torn"_s);
        showRecord(timeline(place));
        show(place, u"timeline-record"_s);
        timeline(place).setBrush(TimeRange{place.bench().view().now() + 15min, place.bench().view().now() + 30min});
        QTRY_VERIFY(place.bench().list().tasks().isAll() && place.bench().list().feed().isKnown());
        show(place, u"timeline-brush"_s);
        timeline(place).setBrush({});
        choose(place, "view.colourType", u"timeline-types"_s);
        showTable(place, u"timeline-table-types"_s);
        choose(place, "view.colourError", u"timeline-kinds"_s);
        showTable(place, u"timeline-table-kinds"_s);
        place.window().actions()["view.colourState"]->trigger();
        place.window().findChild<FilterLine*>()->apply(u"state:failed"_s);
        QTRY_VERIFY(timeline(place).data().match && !timeline(place).data().match->partial);
        show(place, u"timeline-filter"_s);
        place.bench().view().show({place.bench().view().current()->id(), {}, {}});
        QVERIFY(test::isAnswered(*place.bench().view().current()));
        QTRY_VERIFY(timeline(place).data().match && !timeline(place).data().match->partial);
        show(place, u"timeline-overview-filter"_s);
        place.window().actions()["edit.clearFilter"]->trigger();
        choose(place, "view.colourQueue", u"timeline-queues"_s);
        place.window().actions()["view.colourState"]->trigger();
        expectNoFlaw();
    }
};

QTEST_MAIN(TestGalleryTimeline)
#include "tst_gallery_timeline.moc"
