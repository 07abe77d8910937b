// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/layouts/list/listspec.h"
#include "core/layouts/pubsub/pubsubspec.h"
#include "core/layouts/zset/zsetspec.h"

#include <QTest>

using namespace dueline;

/// Tests the syntax of `--layout` values for custom designs.
class TestCustomSpec : public QObject
{
    Q_OBJECT

    template <typename Spec> static std::shared_ptr<const Spec> read(const char* text)
    {
        const auto layout = parseLayout(QString::fromLatin1(text));
        if (!layout)
            qFatal("%s", qUtf8Printable(layout.error().message));
        return std::dynamic_pointer_cast<const Spec>(layout->parameters());
    }

private slots:
    void eachDesignIsReadWithItsParameters()
    {
        const auto cron = read<ZsetSpec>("cron:delayqueue");
        QVERIFY(cron->isCron());
        QCOMPARE(cron->key, QByteArray("delayqueue"));

        const auto zset = read<ZsetSpec>("zset:tasks?unit=ms&lock=lock_%1&lockfor=90s&type=mail.send");
        QVERIFY(!zset->isCron());
        QVERIFY(zset->milliseconds);
        QVERIFY(zset->locks());
        QCOMPARE(zset->lockKey("a%1b"), QByteArray("lock_a%1b"));
        QCOMPARE(zset->lockFor, Millis(90'000));
        QCOMPARE(zset->type, QByteArray("mail.send"));

        QCOMPARE(read<PubsubSpec>("pubsub:new_job?keys=job*")->keys, QByteArray("job*"));

        const auto list = read<ListSpec>("list:task_queue?results=task_results");
        QVERIFY(!list->resends());
        QCOMPARE(list->results, QByteArray("task_results"));
        QCOMPARE(list->type, QByteArray("task_queue"));

        const auto resend = read<ListSpec>("resend:test_queue?max=0");
        QVERIFY(resend->resends());
        QCOMPARE(resend->max, 0);
    }

    void whatIsLeftOutHasTheUsualValue()
    {
        const auto zset = read<ZsetSpec>("zset:jobs");
        QVERIFY(!zset->locks());
        QVERIFY(!zset->milliseconds);
        QCOMPARE(zset->lockFor, Millis(60'000));
        QCOMPARE(zset->type, QByteArray("jobs"));
        QCOMPARE(read<ListSpec>("resend:q")->max, 3);
    }

    void howLongALockHoldsMeansNothingWithoutOne()
    {
        QVERIFY(*read<ZsetSpec>("zset:a?lockfor=90s") == *read<ZsetSpec>("zset:a"));
    }

    void aLockThatCouldNotBeWrittenIsRefused()
    {
        for (const char* text : {"zset:a?lock=%1\x18", "zset:a?lock=%1\x10", "zset:a?lock=\x1f%1"})
            QVERIFY(!parseLayout(QString::fromLatin1(text)));
        const auto written = read<ZsetSpec>("zset:a?lock=%1%01%7F");
        QCOMPARE(written->lock, QByteArray("%1\x01\x7f"));
        QCOMPARE(read<ZsetSpec>(written->text().toLatin1().constData())->lock, written->lock);
    }

    void anyByteCanBeInAKey() { QCOMPARE(read<ZsetSpec>("zset:a%3Fb%26%00%25?type=x")->key, QByteArray("a?b&\0%", 6)); }

    void whatIsWrittenIsReadBack_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text :
            {"cron:delayqueue", "zset:tasks?lock=lock_%1", "zset:tasks?unit=ms&lock=l:%1:%25&lockfor=2m&type=t",
                "pubsub:new_job?keys=job*", "list:q?results=out", "resend:q?max=7", "zset:a%3Fb%00"})
            QTest::newRow(text) << QString::fromLatin1(text);
    }
    void whatIsWrittenIsReadBack()
    {
        QFETCH(QString, text);
        const auto spec = read<CustomSpec>(text.toLatin1().constData());
        QCOMPARE(spec->text(), text);
        QVERIFY(*read<CustomSpec>(spec->text().toLatin1().constData()) == *spec);
    }

    void aMistakeIsNamed_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("named");
        const auto row = [](const char* text, const char* named) {
            QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(named);
        };
        row("lists:jobs", "the available layouts are auto, native");
        row("zset", "zset:KEY");
        row("zset:", "zset:KEY");
        row("zset:jobs?unit=m", "unit=ms");
        row("zset:jobs?lock=lock_", "%1");
        row("zset:jobs?lock=%1%1", "%1");
        row("zset:jobs?lockfor=0", "lockfor=60s");
        row("cron:jobs?type=x", "\"type\"");
        row("list:jobs?max=3", "\"max\"");
        row("list:jobs?results=", "empty results");
        row("resend:jobs?max=-1", "max=3");
        row("pubsub:jobs", "keys=job*");
    }
    void aMistakeIsNamed()
    {
        QFETCH(QString, text);
        QFETCH(QString, named);
        const auto spec = parseLayout(text);
        QVERIFY(!spec);
        QCOMPARE(spec.error().code, ErrorCode::Usage);
        QVERIFY2(spec.error().message.contains(named), qPrintable(spec.error().message));
    }

    void ourKeysShareTheirSlot()
    {
        QCOMPARE(read<ListSpec>("list:task_queue")->overlay("leased"), QByteArray("{task_queue}:dueline:leased"));
        QCOMPARE(read<ListSpec>("list:{app}:q")->overlay("leased"), QByteArray("{app}:q:dueline:leased"));
    }
};

QTEST_APPLESS_MAIN(TestCustomSpec)
#include "tst_customspec.moc"
