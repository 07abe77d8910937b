// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/facts.h"
#include "tests/gui/firstqueue.h"
#include "tests/gui/gallery.h"
#include "tests/gui/picturepalette.h"
#include "ui/inspector/inspector.h"

#include <QDir>

#include <algorithm>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests that nothing is clipped or misplaced when a hand-written layout is open in the window, in either language. If
/// DUELINE_PICTURES is set to a folder, saves the screenshots for resources/docs/custom-queues.md there.
class TestGalleryDesigns : public Gallery
{
    Q_OBJECT

    static QByteArray seconds(qint64 in, const char* fraction = "")
    {
        return QByteArray::number(toMs(SystemClock().now()) / 1000 + in) + fraction;
    }
    /// Writes the keys as each layout's producers would.
    static void fill(RedisServer& server)
    {
        for (int i = 0; i < 40; ++i) {
            const QByteArray n = QByteArray::number(i);
            const qint64 in = (i - 8) * (i + 3) * 2;
            server.call({"ZADD", "jobs", seconds(in, ".25"), "order-" + n});
            server.call({"ZADD", "tasks", seconds(in), "task_" + n});
            server.call({"ZADD", "delayed", seconds(in), (i % 3 ? "send_report_" : "clean_up_") + seconds(in)});
            server.call({"SET", "job" + n, seconds(in, ".5")});
            server.call({"LPUSH", "task_queue", "resize image-" + n + ".png"});
            server.call({"LPUSH", "test_queue",
                R"({"message": "hello )" + n + R"(", "timestamp": )" + seconds(i % 2 ? 0 : -60)
                    + R"(.5, "retry_count": 0, "delay_time": 5})"});
        }
        server.call({"SET", "lock_task_0", "their worker", "EX", "60"});
    }
    void publish(QWidget& window, const QString& name)
    {
        const QString folder = qEnvironmentVariable("DUELINE_PICTURES");
        if (folder.isEmpty() || m_language.code() != u"en"_s)
            return;
        const QImage image = window.grab().toImage();
        const QImage small = image.convertToFormat(QImage::Format_Indexed8, picturePalette(image), Qt::ThresholdDither);
        QVERIFY(small.save(QDir(folder).filePath(u"design-"_s + name + u".png"_s), "PNG", 0));
    }

private Q_SLOTS:
    void init() { begin(); }
    void cleanup() { QLocale::setDefault(QLocale::c()); }

    void eachDesignIsOpenInTheWindow_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QString>("layout");
        QTest::addColumn<QString>("name");
        for (const char* language : {"en", "zh_CN"}) {
            for (const auto& [name, layout] : {std::pair("cron", "cron:delayed"),
                     std::pair("zset", "zset:jobs?type=send"), std::pair("lock", "zset:tasks?lock=lock_%1&type=run"),
                     std::pair("list", "list:task_queue?results=done"),
                     std::pair("resend", "resend:test_queue?type=mail"),
                     std::pair("pubsub", "pubsub:new_job?keys=job[0-9]*")}) {
                QTest::addRow("%s-%s", name, language)
                    << QString::fromLatin1(language) << QString::fromLatin1(layout) << QString::fromLatin1(name);
            }
        }
    }
    void eachDesignIsOpenInTheWindow()
    {
        QFETCH(QString, layout);
        QFETCH(QString, name);
        WindowPlace place;
        fill(place.server());
        Profile profile;
        profile.name = u"shop"_s;
        profile.url = place.server().url();
        profile.layout = layout;
        auto connection = Connection::open(profile);
        QVERIFY2(connection.ok(), qPrintable(layout));
        place.bench().connections().add(std::move(*connection));
        test::showFirstQueue(place.bench());
        QTRY_VERIFY2(place.bench().view().queue(), qPrintable(layout));
        QCOMPARE(place.bench().view().queue()->unreadable, QByteArray());
        QTRY_VERIFY(place.bench().list().tasks().rowCount() >= 20 && place.bench().list().tasks().taskAt(0));
        place.window().table().setCurrentIndex(place.bench().list().tasks().index(12, TaskTableModel::Type));
        QTRY_VERIFY(place.window().table().currentTask());
        // Neither the table nor the inspector shows a due time for a task in a list.
        const bool untimed = name == u"list"_s || name == u"resend"_s;
        QCOMPARE(place.bench().list().tasks().index(12, TaskTableModel::DueTime).data().toString() == u"–"_s, untimed);
        place.window().actions()["view.fit"]->trigger();
        QVERIFY(test::isAnswered(*place.bench().view().current())); // waits for the time range and the tasks
        show(place, u"design-"_s + name);
        place.resize({1280, 800});
        const QString due = Inspector::tr("Next in line (no due time)");
        const auto tells = [&due](const QWidget* part) { return part->accessibleName().contains(due); };
        QTRY_COMPARE(
            std::ranges::any_of(place.window().findChild<Inspector*>()->findChildren<QWidget*>(), tells), untimed);
        QVERIFY(test::isSettled());
        publish(place.window(), name);
        expectNoFlaw();
    }
};

QTEST_MAIN(TestGalleryDesigns)
#include "tst_gallery_designs.moc"
