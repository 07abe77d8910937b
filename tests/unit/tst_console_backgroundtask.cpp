// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/backgroundtask.h"

#include <QElapsedTimer>
#include <QSemaphore>
#include <QStringList>
#include <QTest>
#include <QThread>

#include <atomic>

using namespace dueline;
using namespace Qt::StringLiterals;

class TestConsoleBackgroundTask : public QObject
{
    Q_OBJECT

    QObject m_listener;
    QStringList m_heard;

    BackgroundTask::Word saying(const QString& word)
    {
        return [this, word] { m_heard << word; };
    }
    /// Delivers all results posted so far.
    static void hearAll()
    {
        for (int i = 0; i < 3; ++i)
            QCoreApplication::processEvents();
    }

private slots:
    void init() { m_heard.clear(); }

    void theLastWordComesOnTheListenersThreadOnceItRunsNoMore()
    {
        BackgroundTask task(m_listener);
        QVERIFY(!task.isRunning());
        const QThread* worked = nullptr;
        const QThread* told = nullptr;
        task.start(u"work"_s, [&](BackgroundTask::Run&) -> BackgroundTask::Word {
            worked = QThread::currentThread();
            return [&] {
                told = QThread::currentThread();
                m_heard << (task.isRunning() ? u"runs"_s : u"over"_s);
            };
        });
        QVERIFY(task.isRunning());
        QTRY_COMPARE(m_heard, QStringList{u"over"_s});
        QCOMPARE(told, QThread::currentThread());
        QVERIFY(worked != told);
    }

    void whatMustNotBeMissedIsToldInOrder()
    {
        BackgroundTask task(m_listener);
        task.start(u"work"_s, [this](BackgroundTask::Run& run) -> BackgroundTask::Word {
            run.tell(saying(u"one"_s));
            run.tell(saying(u"two"_s));
            return saying(u"end"_s);
        });
        QTRY_COMPARE(m_heard, (QStringList{u"one"_s, u"two"_s, u"end"_s}));
    }

    void howFarItIsIsToldTenTimesASecondAtMost()
    {
        BackgroundTask task(m_listener);
        QElapsedTimer took;
        took.start();
        task.start(u"work"_s, [this](BackgroundTask::Run& run) -> BackgroundTask::Word {
            const auto tell = run.telling<int>([this](const int& reached) { m_heard << QString::number(reached); });
            for (int step = 0; step < 200'000; ++step)
                tell(step);
            return saying(u"end"_s);
        });
        QTRY_COMPARE(m_heard.value(m_heard.size() - 1), u"end"_s);
        QCOMPARE(m_heard.front(), u"0"_s); // The first progress is reported immediately.
        QVERIFY2(m_heard.size() - 1 <= 1 + took.elapsed() / 100, qPrintable(m_heard.join(u' ')));
    }

    void whoCancelsHearsHowItEnded()
    {
        BackgroundTask task(m_listener);
        QSemaphore works;
        task.start(u"work"_s, [&](BackgroundTask::Run& run) -> BackgroundTask::Word {
            works.release();
            while (run.goesOn())
                QThread::yieldCurrentThread();
            return saying(u"cancelled"_s);
        });
        works.acquire();
        task.cancel();
        QVERIFY(task.isRunning());
        QTRY_COMPARE(m_heard, QStringList{u"cancelled"_s});
        QVERIFY(!task.isRunning());
        task.cancel(); // Canceling has no effect: no task is running.
    }

    void whatIsLeftIsHeardNoMore()
    {
        BackgroundTask task(m_listener);
        QSemaphore told;
        QSemaphore mayEnd;
        QSemaphore ended;
        task.start(u"work"_s, [&](BackgroundTask::Run& run) -> BackgroundTask::Word {
            run.tell(saying(u"on its way"_s));
            told.release();
            mayEnd.acquire();
            run.tell(saying(u"later"_s));
            m_heardOfCancel = !run.goesOn();
            ended.release();
            return saying(u"end"_s);
        });
        told.acquire();
        task.leave();
        QVERIFY(!task.isRunning());
        mayEnd.release();
        ended.acquire();
        hearAll();
        QVERIFY2(m_heard.isEmpty(), qPrintable(m_heard.join(u' ')));
        QVERIFY(m_heardOfCancel);
    }

    void whatIsStartedAnewTakesThePlaceOfWhatRan()
    {
        BackgroundTask task(m_listener);
        QSemaphore mayEnd;
        QSemaphore ended;
        task.start(u"first"_s, [&](BackgroundTask::Run&) -> BackgroundTask::Word {
            mayEnd.acquire();
            ended.release();
            return saying(u"first"_s);
        });
        task.start(u"second"_s, [this](BackgroundTask::Run&) { return saying(u"second"_s); });
        mayEnd.release();
        ended.acquire();
        QTRY_COMPARE(m_heard, QStringList{u"second"_s});
        hearAll();
        QCOMPARE(m_heard.size(), 1);
    }

    void whoGoesDoesNotWait()
    {
        QSemaphore mayEnd;
        QSemaphore ended;
        {
            BackgroundTask task(m_listener);
            task.start(u"work"_s, [&](BackgroundTask::Run&) -> BackgroundTask::Word {
                mayEnd.acquire();
                ended.release();
                return saying(u"end"_s);
            });
        } // The destructor returns before the work has finished.
        mayEnd.release();
        ended.acquire();
        hearAll();
        QVERIFY(m_heard.isEmpty());
    }

private:
    std::atomic<bool> m_heardOfCancel = false;
};

QTEST_GUILESS_MAIN(TestConsoleBackgroundTask)
#include "tst_console_backgroundtask.moc"
