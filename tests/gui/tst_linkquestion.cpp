// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/redisurl.h"
#include "ui/dialogs/connect/linkquestion.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests links with deceptive addresses: the real target must always be visible.
class TestLinkQuestion : public QObject
{
    Q_OBJECT

    static QStringList placesOf(const QString& url)
    {
        const auto target = parseRedisUrl(url);
        return target ? LinkQuestion::places(*target) : QStringList(target.error().message);
    }

private Q_SLOTS:
    void eachServerHasALine()
    {
        QCOMPARE(placesOf(u"redis://host:6380/2"_s), QStringList{u"Server: host:6380"_s});
        QCOMPARE(placesOf(u"redis://h?ssh=me@evil.example"_s),
            (QStringList{u"Server: h:6379"_s, u"Through the SSH host: me@evil.example"_s}));
        QCOMPARE(placesOf(u"unix:/run/redis.sock"_s), QStringList{u"Unix socket: /run/redis.sock"_s});
        QCOMPARE(placesOf(u"redis-cluster://a:1,b:2"_s), (QStringList{u"Server: a:1"_s, u"Server: b:2"_s}));
        QString many = u"redis-cluster://a0:1"_s;
        for (int i = 1; i < 12; ++i)
            many += u",a%1:1"_s.arg(i);
        QCOMPARE(placesOf(many).size(), 9);
        QCOMPARE(placesOf(many).last(), u"and 4 more server(s)"_s);
    }

    void aLongUserHidesNoServer()
    {
        const QString user = u"prod.internal%3A6379%2F0"_s + QString(300, u'a');
        QCOMPARE(placesOf(u"redis://"_s + user + u"@evil.example"_s), QStringList{u"Server: evil.example:6379"_s});
    }

    void aLongServerNameHidesNoTunnel()
    {
        const QStringList places = placesOf(u"rediss://h?sni="_s + QString(300, u'b') + u"&ssh=me@evil.example"_s);
        QVERIFY2(places.contains(u"Through the SSH host: me@evil.example"_s), qPrintable(places.join(u'|')));
    }

    void ofALongNameTheEndIsKept()
    {
        const QString host = u"prod.internal."_s + QString(60, u'c') + u".evil.example"_s;
        const QStringList places = placesOf(u"redis://"_s + host);
        QCOMPARE(places.size(), 1);
        QVERIFY2(
            places.front().endsWith(u".evil.example:6379"_s) && places.front().size() < 90, qPrintable(places.front()));
    }

    void itsWordsStandAsFarFromBothEdges()
    {
        LinkQuestion question(*parseRedisUrl(u"redis://host?ssh=me@10.0.0.8"_s), {}, nullptr);
        question.show();
        QVERIFY(QTest::qWaitForWindowExposed(&question));
        const auto* words = question.findChild<QLabel*>(u"qt_msgbox_informativelabel"_s);
        QVERIFY(words);
        const int left = words->mapTo(&question, QPoint(0, 0)).x();
        const int right = question.width() - left - words->width();
        QVERIFY2(std::abs(left - right) <= 4, qPrintable(u"%1 and %2"_s.arg(left).arg(right)));
    }

    void nothingIsDoneUnlessItIsConfirmed()
    {
        const auto target = parseRedisUrl(u"redis://host"_s);
        for (const bool confirms : {false, true}) {
            auto* question = new LinkQuestion(*target, confirms ? u"prod"_s : QString(), nullptr);
            question->setAttribute(Qt::WA_DeleteOnClose);
            QSignalSpy confirmed(question, &LinkQuestion::confirmed);
            QCOMPARE(question->informativeText().contains(u"saved connection prod"_s), confirms);
            QCOMPARE(question->informativeText().contains(u"are not sent"_s), !confirms);
            question->open();
            QVERIFY(QTest::qWaitForWindowExposed(question));
            QCOMPARE(question->defaultButton(), question->button(QMessageBox::Cancel));
            for (QAbstractButton* button : question->buttons()) {
                if (question->buttonRole(button) == (confirms ? QMessageBox::AcceptRole : QMessageBox::RejectRole))
                    button->click();
            }
            QCOMPARE(confirmed.size(), confirms ? 1 : 0);
        }
    }
};

QTEST_MAIN(TestLinkQuestion)
#include "tst_linkquestion.moc"
