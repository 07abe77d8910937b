// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/layouts/catalogue/names/layoutnames.h"

#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

LayoutSpec layoutsOf(const char* text)
{
    const auto layouts = parseLayouts(QString::fromLatin1(text));
    if (!layouts)
        qFatal("%s: %s", text, qPrintable(layouts.error().message));
    return *layouts;
}

LayoutNames namesOf(const char* text) { return LayoutNames(layoutsOf(text).parts()); }

} // namespace

/// Tests the syntax for several layouts on one connection, and the names of their queues.
class TestLayoutNames : public QObject
{
    Q_OBJECT

private slots:
    void oneLayoutIsItself()
    {
        QVERIFY(layoutsOf("") == defaultLayout());
        QVERIFY(layoutsOf("native") == defaultLayout());
        QVERIFY(!layoutsOf("zset:jobs").isSeveral());
        QVERIFY(layoutOf(layoutsOf("zset:jobs"), "jobs") == layoutsOf("zset:jobs"));
        QVERIFY(!layoutsOf("native,native").isSeveral()); // A layout named twice is opened only once.
    }

    void severalAreWrittenWithCommasAndReadBack_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("parts");
        const auto row = [](const char* text, const QStringList& parts) {
            QTest::newRow(text) << QString::fromLatin1(text) << parts;
        };
        row("native,zset:jobs", {u"native"_s, u"zset:jobs"_s});
        row("zset:jobs?unit=ms,bullmq,list:mail", {u"zset:jobs?unit=ms"_s, u"bullmq"_s, u"list:mail"_s});
        row("zset:a%2Cb,native", {u"zset:a,b"_s, u"native"_s});
        row("zset:a%2Clist,native", {u"zset:a,list"_s, u"native"_s});
    }

    void severalAreWrittenWithCommasAndReadBack()
    {
        QFETCH(QString, text);
        QFETCH(QStringList, parts);
        const LayoutSpec layouts = layoutsOf(qPrintable(text));
        QStringList written;
        for (const LayoutSpec& part : layouts.parts())
            written << part.text();
        QCOMPARE(written, parts);
        QCOMPARE(layouts.text(), text);
    }

    /// Older profiles name a single layout, whose key may contain commas.
    void aCommaThatNoLayoutFollowsBelongsToTheKey()
    {
        const LayoutSpec layout = layoutsOf("zset:a,b");
        QVERIFY(!layout.isSeveral());
        QCOMPARE(layout.facts().queue, std::optional<QueueName>("a,b"));
        QVERIFY(!parseLayouts(u"native,nothing"_s));
        QVERIFY(!parseLayouts(u"zset:,native"_s));
    }

    void aNameIsReadBackByTheLayoutItSays_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("layout");
        QTest::addColumn<QByteArray>("queue");
        const auto row = [](const char* name, const char* layout, const char* queue) {
            QTest::newRow(name) << QByteArray(name) << QByteArray(layout) << QByteArray(queue);
        };
        row("mail", "native", "mail");
        row("jobs@zset:jobs", "zset:jobs", "jobs");
        row("a@b", "native", "a@b"); // There is no open layout with that name.
        row("mail@bullmq@native", "native", "mail@bullmq");
        row("mail@bullmq", "bullmq", "mail");
        row("a@native@bullmq", "bullmq", "a@native");
        row("@bullmq", "bullmq", "");
    }

    void aNameIsReadBackByTheLayoutItSays()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, layout);
        QFETCH(QByteArray, queue);
        const LayoutNames names = namesOf("native,zset:jobs,bullmq");
        const auto place = names.place(name);
        QVERIFY(place);
        QCOMPARE(names.id(place->layout), layout);
        QCOMPARE(place->queue, queue);
        QCOMPARE(names.name(*place), name);
    }

    void aNativeQueueMayBeSpelledWithItsLayout()
    {
        const LayoutNames names = namesOf("native,bullmq");
        const auto place = names.place("mail@native");
        QVERIFY(place && place->queue == "mail");
        QCOMPARE(names.name(*place), QueueName("mail"));
        QCOMPARE(names.spelledName(*place), QueueName("mail@native"));
    }

    void parametersMayBeLeftOut_data()
    {
        QTest::addColumn<QByteArray>("layouts");
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("meant"); ///< expected layout; empty: none
        const auto row = [](const char* layouts, const char* name, const char* meant) {
            QTest::addRow("%s in %s", name, layouts) << QByteArray(layouts) << QByteArray(name) << QByteArray(meant);
        };
        for (const char* name : {"q@bullmq", "q@bullmq:bull", "q@bullmq?major=5", "q@bullmq:bull?major=5"}) {
            row("bullmq?major=5", name, "q@bullmq?major=5");
            row("native,bullmq?major=5", name, "q@bullmq?major=5");
        }
        row("bullmq:shop?major=6", "q@bullmq:shop", "q@bullmq:shop?major=6");
        row("bullmq:shop?major=6", "q@bullmq", "");
        row("bullmq?major=5", "q@bullmq:shop", "");
        row("bullmq?major=5", "q@bullmq?major=6", "");
        row("bullmq?major=5", "q@bull", "");
        row("bull?stamped=yes", "q@bull", "q@bull?stamped=yes");
        row("bullmq?major=5,bullmq", "q@bullmq", "q@bullmq");
        row("bullmq?major=5,bullmq?major=6", "q@bullmq", ""); // The name could belong to either layout.
        row("laravel?horizon=h:", "q@laravel", "q@laravel?horizon=h:");
        row("zset:jobs?unit=ms", "jobs@zset:jobs", "jobs@zset:jobs?unit=ms");
        row("zset:jobs?unit=ms,native", "jobs@zset:jobs", "jobs@zset:jobs?unit=ms");
        row("list:jobs?results=done", "jobs@list:jobs", "jobs@list:jobs?results=done");
        row("resend:jobs?max=5", "jobs@resend:jobs", "jobs@resend:jobs?max=5");
        row("pubsub:end?keys=job*", "end@pubsub:end", "end@pubsub:end?keys=job*"); // The `keys` parameter is required.
    }

    void parametersMayBeLeftOut()
    {
        QFETCH(QByteArray, layouts);
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, meant);
        const LayoutNames names = namesOf(layouts.constData());
        const auto place = names.spelled(name);
        QCOMPARE(place ? names.spelledName(*place) : QByteArray(), meant);
    }

    void aConnectionThatFindsLayoutsOpensTheNamedOne()
    {
        const LayoutNames names(joinLayouts({automaticLayout(), layoutsOf("bullmq?major=5")}));
        QVERIFY(!names.spelled("q@bullmq"));
        QVERIFY(names.further("q@bullmq") == layoutsOf("bullmq"));
    }

    void withoutNativeABareNameIsNowhere()
    {
        const LayoutNames names = namesOf("zset:jobs,list:mail");
        QVERIFY(!names.place("jobs"));
        QVERIFY(names.place("jobs@zset:jobs"));
    }

    void anAtInAKeyIsNoEndOfAName()
    {
        const LayoutNames names = namesOf("native,zset:a@b");
        QCOMPARE(names.id(1), QByteArray("zset:a%40b"));
        const auto place = names.place(names.name({1, "a@b"}));
        QVERIFY(place && place->layout == 1 && place->queue == "a@b");
    }

    void whatAQueueTakesIsSaidByItsOwnLayout()
    {
        const LayoutSpec layouts = layoutsOf("native,zset:jobs");
        QCOMPARE(layoutOf(layouts, "jobs@zset:jobs").facts().adding.type, QByteArray("jobs"));
        QVERIFY(layoutOf(layouts, "jobs") == defaultLayout());
        QVERIFY(checkQueue(layouts, "jobs@zset:jobs") && checkQueue(layouts, "jobs"));
        QVERIFY(!checkQueue(layouts, "@native") && !checkQueue(layouts, "a{b"));
    }
};

QTEST_GUILESS_MAIN(TestLayoutNames)
#include "tst_layoutnames.moc"
