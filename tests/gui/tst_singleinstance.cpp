// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/desktop/singleinstance.h"

#include <QFile>
#include <QLocalSocket>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <thread>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests that a second instance of the program passes its link to the first.
class TestSingleInstance : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    int m_number = 0;

    QString path() const { return m_folder.filePath(u"window-"_s + QString::number(m_number)); }
    /// Passes a link from another thread while the event loop runs, as a separate program would.
    bool handedOver(const QString& link) const
    {
        std::atomic<int> result = -1;
        std::thread other([&] { result = SingleInstance(path()).handOver(link) ? 1 : 0; });
        const bool ended = QTest::qWaitFor([&] { return result >= 0; }, 20'000);
        other.join();
        return ended && result == 1;
    }

private Q_SLOTS:
    void init() { ++m_number; }

    void theFirstStartIsOnItsOwn()
    {
        SingleInstance first(path());
        QVERIFY(!first.handOver(u"redis://host"_s));
        SingleInstance without{QString()};
        without.listen();
        QVERIFY(!without.handOver({}));
    }

    void aLinkReachesTheWindowThatIsOpen()
    {
        SingleInstance first(path());
        first.listen();
        QSignalSpy wanted(&first, &SingleInstance::wanted);
        QVERIFY(handedOver(u"redis://me:s3cret@host:6380/2"_s));
        QVERIFY(handedOver({}));
        QCOMPARE(wanted.size(), 2);
        QCOMPARE(wanted[0][0].toString(), u"redis://me:s3cret@host:6380/2"_s);
        QCOMPARE(wanted[1][0].toString(), QString());
    }

    void whatIsNoAddressIsNotTaken_data()
    {
        QTest::addColumn<QString>("link");
        QTest::newRow("another scheme") << u"https://host"_s;
        QTest::newRow("an option") << u"--sandbox"_s;
        QTest::newRow("does not parse") << u"redis://host:port"_s;
        QTest::newRow("two lines") << u"redis://host\n--sandbox x"_s.replace(u'\n', u'\r');
        QTest::newRow("too long") << u"redis://"_s + QString(5000, u'h');
    }
    void whatIsNoAddressIsNotTaken()
    {
        QFETCH(QString, link);
        SingleInstance first(path());
        first.listen();
        QSignalSpy wanted(&first, &SingleInstance::wanted);
        QVERIFY(!handedOver(link));
        QCOMPARE(wanted.size(), 0);
    }

    void theSecondTakesTheFirstOnesPlaceOnceThatIsGone()
    {
        auto first = std::make_unique<SingleInstance>(path());
        first->listen();
        SingleInstance second(path());
        second.listen();
        QSignalSpy atFirst(first.get(), &SingleInstance::wanted);
        QSignalSpy atSecond(&second, &SingleInstance::wanted);
        QVERIFY(handedOver(u"redis://host"_s));
        QCOMPARE(atFirst.size(), 1);
        QCOMPARE(atSecond.size(), 0);
        first.reset();
        QVERIFY(QTest::qWaitFor([&] { return handedOver(u"redis://host"_s); }, 20'000));
        QCOMPARE(atSecond.size(), 1);
    }

    void theSocketOfAKilledProgramIsNoObstacle()
    {
        { // A program that no longer listens has left its socket behind.
            QFile left(path());
            QVERIFY(left.open(QIODevice::WriteOnly));
        }
        SingleInstance first(path());
        QVERIFY(!first.handOver(u"redis://host"_s));
        first.listen();
        QSignalSpy wanted(&first, &SingleInstance::wanted);
        QVERIFY(handedOver(u"redis://host"_s));
        QCOMPARE(wanted.size(), 1);
    }

    void nobodyElseMayEnterTheSocket()
    {
        SingleInstance first(path());
        first.listen();
        const auto others
            = QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ReadOther | QFileDevice::WriteOther;
        QVERIFY(!(QFile::permissions(path()) & others));
    }
};

QTEST_GUILESS_MAIN(TestSingleInstance)
#include "tst_singleinstance.moc"
