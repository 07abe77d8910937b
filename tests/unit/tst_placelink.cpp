// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/profiles/placelink.h"

#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests dueline: links, which lead to a connection, queue, filter, task or failure group in the window.
class TestPlaceLink : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLinkIsReadAsItWasWritten_data()
    {
        QTest::addColumn<PlaceLink>("link");
        QTest::addColumn<QString>("text");
        const auto row
            = [](const PlaceLink& link, const QString& text) { QTest::newRow(qPrintable(text)) << link << text; };
        row({u"shop"_s}, u"dueline:///shop/"_s);
        row({u"shop"_s, "mail@bullmq"}, u"dueline:///shop/mail%40bullmq"_s);
        row({u"our shop/东"_s, "a/b?c#d", u"error:\"x & y\" -type:a=b"_s, "mail.send#9f31"},
            u"dueline:///our%20shop%2F%E4%B8%9C/a%2Fb%3Fc%23d?filter=error%3A%22x%20%26%20y%22%20-type%3Aa%3Db&"
            u"task=mail.send%239f31"_s);
        row({u"shop"_s, {}, {}, {}, "refused <*>"}, u"dueline:///shop/?failure=refused%20%3C%2A%3E"_s);
        // link to failures without a message
        row({u"shop"_s, {}, {}, {}, QByteArray("")}, u"dueline:///shop/?failure="_s);
        row({u"shop"_s, QByteArray("\xff\0q", 3)}, u"dueline:///shop/%FF%00q"_s);
    }
    void aLinkIsReadAsItWasWritten()
    {
        QFETCH(PlaceLink, link);
        QFETCH(QString, text);
        QCOMPARE(link.text(), text);
        const auto parsed = PlaceLink::parse(text);
        QVERIFY(parsed);
        QVERIFY(*parsed == link);
        QVERIFY(PlaceLink::isLink(text));
    }

    void otherTextsAreRefused()
    {
        for (const char* text : {"dueline:", "dueline:shop", "dueline://", "dueline:///", "dueline:////mail",
                 "dueline:///shop/m?run=1", "dueline://shop/mail"}) {
            const auto parsed = PlaceLink::parse(QString::fromLatin1(text));
            QVERIFY2(!parsed && parsed.error().code == ErrorCode::Usage, text);
        }
        QVERIFY(PlaceLink::isLink(u"DUELINE:x"_s) && !PlaceLink::isLink(u"redis://dueline:x"_s));
    }
};

QTEST_APPLESS_MAIN(TestPlaceLink)
#include "tst_placelink.moc"
