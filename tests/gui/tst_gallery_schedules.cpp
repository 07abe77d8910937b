// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/gui/gallery.h"
#include "ui/panels/schedules/removescheduledialog.h"
#include "ui/panels/schedules/scheduledialog.h"
#include "ui/panels/schedules/schedulespanel.h"
#include "ui/widgets/connectionbar.h"
#include "ui/widgets/paneltable.h"

#include <QComboBox>
#include <QLineEdit>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests that nothing in the list of recurring tasks and its dialogs is clipped or misplaced, in any state and either
/// language.
class TestGallerySchedules : public Gallery
{
    Q_OBJECT

    static Schedule daily(const QByteArray& name, const QByteArray& cron, const QByteArray& zone = {})
    {
        Schedule schedule;
        schedule.name = name;
        schedule.cron = cron;
        schedule.zone = zone;
        schedule.type = "webhook.deliver";
        schedule.payload = "{\"kind\": \"digest\", \"limit\": 50}";
        return schedule;
    }
    /// Adds all kinds of schedules: one that has run, one that runs often, a disabled one, a damaged one, and two
    /// without a short description. Returns whether all were added.
    static bool arrange(WindowPlace& place)
    {
        auto backend
            = openLayout(defaultLayout(), place.server().config(), "dueline", "tester", Access::OperateAndWork);
        if (!backend)
            return false;
        ScheduleBook& book = *(*backend)->schedules();
        Schedule off = daily("weekly-report", "0 9 * * mon", "America/New_York");
        off.enabled = false;
        Schedule often = daily("heartbeat", "@every 1s");
        often.type = "heartbeat.tick";
        for (const Schedule& schedule : {daily("nightly-digest", "30 3 * * mon-fri", "Asia/Shanghai"), off,
                 daily("busy-hours", "*/7 8-17 * * *"), often, daily("month-end", "0 18 28-31 * *", "Europe/Berlin")}) {
            if (!book.put("webhooks", schedule, true))
                return false;
        }
        place.server().call({"HSET", "dueline:{webhooks}:schedules", "unreadable", "?"});
        (void)QTest::qWaitFor([&] { return !book.due("webhooks").value().due.empty(); }, 3'000);
        const auto due = book.due("webhooks").value().due;
        if (due.empty())
            return false;
        const auto decision = decideTick(due.front().schedule, *due.front().next, (*backend)->serverTime().value());
        return book.tick("webhooks", due.front(), *decision).ok();
    }
    template <typename Widget> static Widget& field(QDialog& dialog, int index)
    {
        return *dialog.findChildren<Widget*>().at(index);
    }

private Q_SLOTS:
    void init() { begin(); }
    void cleanup() { QLocale::setDefault(QLocale::c()); }

    void thePanel_data() { languages(); }
    void thePanel()
    {
        WindowPlace place;
        QVERIFY(place.fill());
        Dock* dock = place.window().findChild<Dock*>();
        auto* panel = place.window().findChild<SchedulesPanel*>();
        dock->open(u"schedules"_s);
        QTRY_VERIFY(panel->feed().isLoaded());
        show(place, u"schedules-none"_s);
        QVERIFY(arrange(place));
        QTRY_COMPARE_WITH_TIMEOUT(panel->model().rowCount(), 6, 30'000);
        show(place, u"schedules"_s);
        panel->table().setFocus();
        panel->table().selectKey(QByteArray("webhooks") + '\0' + "nightly-digest");
        show(place, u"schedules-chosen"_s);
        panel->table().selectKey(QByteArray("webhooks") + '\0' + "unreadable");
        show(place, u"schedules-unreadable"_s);
        place.bench().view().show({place.bench().view().current()->id(), {}, {}});
        QTRY_COMPARE_WITH_TIMEOUT(panel->model().rowCount(), 7, 30'000);
        panel->table().selectKey(QByteArray("webhooks") + '\0' + "month-end");
        show(place, u"schedules-all-queues"_s);
        m_keepInspector = true;
        show(place, u"schedules-beside-inspector"_s);
        m_keepInspector = false;
        place.server().kill9();
        QTRY_VERIFY_WITH_TIMEOUT(panel->table().isStale(), 15'000);
        show(place, u"schedules-lost"_s);
        expectNoFlaw();
    }

    void theDialogs_data() { languages(); }
    void theDialogs()
    {
        WindowPlace place;
        QVERIFY(place.fill());
        Formatting formatting{QTimeZone::utc()};
        ScheduleDialog::Subject subject;
        subject.queue = "webhooks";
        subject.queues = {"mail", "webhooks"};
        subject.connection = u"shop"_s;
        subject.environment = Environment::Production;
        const auto make = [&](auto fill) {
            return [&, fill] {
                auto dialog = std::make_unique<ScheduleDialog>(place.theme(), formatting, subject, &place.window());
                fill(*dialog);
                dialog->show();
                return dialog;
            };
        };
        const auto cron = [](ScheduleDialog& dialog) -> QComboBox& { return field<QComboBox>(dialog, 2); };
        showDialog(place, u"schedule-new"_s, make([](ScheduleDialog&) {}));
        showDialog(place, u"schedule-wrong"_s, make([&](ScheduleDialog& dialog) {
            cron(dialog).setEditText(u"0 25 * * mon-fri"_s);
            dialog.findChildren<QLineEdit*>().front()->setText(u"night ly"_s);
        }));
        subject.seen = daily("nightly-digest", "30 2 * * *", "Europe/Berlin");
        subject.seen->options.maxAttempts = 3;
        showDialog(place, u"schedule-edit"_s, make([](ScheduleDialog&) {}));
        Profile production;
        production.name = u"shop"_s;
        production.environment = Environment::Production;
        showDialog(place, u"schedule-remove"_s, [&] {
            auto dialog = std::make_unique<RemoveScheduleDialog>(
                place.theme(), "webhooks", *subject.seen, production, &place.window());
            dialog->show();
            return dialog;
        });
        Schedule damaged = *subject.seen;
        damaged.damaged = true;
        showDialog(place, u"schedule-remove-damaged"_s, [&] {
            auto dialog = std::make_unique<RemoveScheduleDialog>(
                place.theme(), "webhooks", damaged, production, &place.window());
            dialog->show();
            return dialog;
        });
        expectNoFlaw();
    }
};

QTEST_MAIN(TestGallerySchedules)
#include "tst_gallery_schedules.moc"
