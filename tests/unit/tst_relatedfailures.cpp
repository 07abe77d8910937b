// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/failures/relatedfailures.h"

#include <QTest>

using namespace dueline;
using namespace std::chrono_literals;

/// Tests finding failure groups that may have the same cause.
class TestRelatedFailures : public QObject
{
    Q_OBJECT

    const TimePoint m_noon = fromMs(1'790'000'000'000);
    FailureGroups m_all;

    void add(const QByteArray& kind, const QByteArray& sample, Millis after = 0ms)
    {
        FailureGroup group;
        group.error = kind;
        group.sample = sample;
        group.first = m_noon + after;
        group.tasks = 1;
        m_all.groups.push_back(group);
    }
    QByteArrayList relatedToFirst(std::size_t most = 5) const
    {
        QByteArrayList kinds;
        for (const RelatedFailures& related : relatedTo(m_all.groups.front(), m_all, most))
            kinds << (related.hasSameMessage ? "message " : "address ") + related.group->error;
        return kinds;
    }

private Q_SLOTS:
    void init() { m_all = {}; }

    void equalMessagesBehindDifferentLabels()
    {
        add("550 5.1.1 no such user", "550 5.1.1 no such user");
        add("exit 1: 550 5.1.1 no such user", "", 24h);
        add("Net::SMTPError: IOError: 550 5.1.1 no such user", "");
        add("550 5.7.1 relaying denied", "");
        QCOMPARE(relatedToFirst(),
            (QByteArrayList{
                "message exit 1: 550 5.1.1 no such user", "message Net::SMTPError: IOError: 550 5.1.1 no such user"}));
    }

    void aLabelAloneIsNoMessage()
    {
        add("Error: refused", "");
        add("Fault: refused", "");
        QVERIFY(relatedToFirst().isEmpty());
    }

    void theSameAddressAtTheSameTime()
    {
        add("connect ETIMEDOUT <*>", "connect ETIMEDOUT 10.20.3.17:443 while charging");
        add("Net::ReadTimeout with <*>", "Net::ReadTimeout with 10.20.3.17.", 4min);
        // This group started too late to be related.
        add("cURL error 28: <*> timed out", "cURL error 28: 10.20.3.17 timed out", 6min);
        add("refused by <*>", "refused by 10.20.3.1", 0min);
        QCOMPARE(relatedToFirst(), (QByteArrayList{"address Net::ReadTimeout with <*>"}));
    }

    void hostsNeedAPort()
    {
        add("a <*>", "lookup db.shop:5432 failed");
        add("b <*>", "cannot reach DB.shop:5432, giving up");
        add("c <*>", "module db.shop failed");
        QCOMPARE(relatedToFirst(), (QByteArrayList{"address b <*>"}));
    }

    void atMostAFew()
    {
        for (int i = 0; i < 9; ++i)
            add("group " + QByteArray::number(i), "10.0.0.1");
        QCOMPARE(relatedToFirst(3).size(), 3);
        QVERIFY(relatedTo(FailureGroup{}, m_all).empty());
    }
};

QTEST_APPLESS_MAIN(TestRelatedFailures)
#include "tst_relatedfailures.moc"
