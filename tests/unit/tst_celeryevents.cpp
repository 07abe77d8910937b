// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/celery/celeryevents.h"

#include <QTest>

using namespace dueline;

/// Tests the events that Celery workers publish, and the task outcomes derived from them.
class TestCeleryEvents : public QObject
{
    Q_OBJECT

private slots:
    void anEventIsReadAsItIsWritten()
    {
        const auto events = CeleryEvent::inBody(
            R"({"hostname":"celery@h","utcoffset":0,"pid":7,"clock":3,"uuid":"id-1","name":"jobs.mark","retries":2,)"
            R"("eta":"2027-01-02T03:04:05.678000+00:00","timestamp":1700000000.25,"type":"task-received"})");
        QCOMPARE(events.size(), std::size_t(1));
        QCOMPARE(events[0].id, QByteArray("id-1"));
        QCOMPARE(events[0].name, QByteArray("jobs.mark"));
        QCOMPARE(events[0].worker, QByteArray("celery@h"));
        QCOMPARE(events[0].retries, 2);
        QCOMPARE(toMs(*events[0].at), 1'700'000'000'250);
        QCOMPARE(toMs(*events[0].eta), 1'798'859'045'678);
    }

    void whatIsNoEventOfATaskIsLeftOut_data()
    {
        QTest::addColumn<QByteArray>("body");
        for (const char* body : {"", "[]", "7", "{}", "null", "[[]]", R"({"type":"worker-online","uuid":"w"})",
                 R"({"type":"task-started"})", R"({"type":7,"uuid":"x"})", R"([{"type":"task-started","uuid":""}])"})
            QTest::addRow("%s", body) << QByteArray(body);
    }
    void whatIsNoEventOfATaskIsLeftOut()
    {
        QFETCH(QByteArray, body);
        QVERIFY(CeleryEvent::inBody(body).empty());
        QVERIFY(CeleryEvent::read(body).empty());
    }

    void oddNumbersDoNoHarm()
    {
        const auto events = CeleryEvent::inBody(
            R"({"type":"task-succeeded","uuid":"x","runtime":-1e300,"timestamp":1e300,"retries":1e300,"result":["a"]})");
        QCOMPARE(events.size(), std::size_t(1));
        QVERIFY(!events[0].at);
        QCOMPARE(events[0].ran, Millis(0));
        QCOMPARE(events[0].text, QByteArray(R"(["a"])"));
    }

    void whatWasRaisedIsToldByTheTraceback()
    {
        const auto text = [](QByteArray fields) {
            fields.replace('\'', '"');
            return CeleryEvent::inBody("{\"type\":\"task-failed\",\"uuid\":\"x\"," + fields + '}').at(0).text;
        };
        QCOMPARE(text("'exception':'ValueError(7)','traceback':'b'"), QByteArray("ValueError(7)"));
        QCOMPARE(text("'exception':'ExceptionWithTraceback()','traceback':"
                      "'Traceback:\\n  f()\\nValueError: boom für 7\\n\\'\\'\\'\\n'"),
            QByteArray("ValueError: boom für 7"));
        QCOMPARE(text("'exception':'ExceptionWithTraceback()'"), QByteArray("ExceptionWithTraceback()"));
        QVERIFY(text("'pid':7").isEmpty());
    }

    void anEndHasWhatEarlierEventsSaid()
    {
        CeleryOutcomes outcomes;
        const auto hear
            = [&outcomes](const QByteArray& body) { return outcomes.hear(CeleryEvent::inBody(body).at(0)); };
        QVERIFY(!hear(R"({"type":"task-received","uuid":"x","name":"jobs.a","timestamp":100.0})"));
        const auto started = hear(R"({"type":"task-started","uuid":"x","timestamp":101.5,"hostname":"w"})");
        QCOMPARE(started->outcome, QByteArray("started"));
        QCOMPARE(started->late, Millis(1500));
        const auto failed = hear(R"({"type":"task-failed","uuid":"x","timestamp":103.5,"exception":"E: x"})");
        QCOMPARE(failed->outcome, QByteArray("failed"));
        QCOMPARE(failed->type, QByteArray("jobs.a"));
        QCOMPARE(failed->ran, Millis(2000));
        QCOMPARE(failed->error, QByteArray("E: x"));
        const auto unknown = hear(R"({"type":"task-succeeded","uuid":"y","runtime":0.25,"result":"'é'"})");
        QCOMPARE(unknown->outcome, QByteArray("done"));
        QCOMPARE(unknown->ran, Millis(250));
        QVERIFY(unknown->type.isEmpty());
        QCOMPARE(hear(R"({"type":"task-revoked","uuid":"z"})")->outcome, QByteArray("cancelled"));
        QVERIFY(!hear(R"({"type":"task-dreamt","uuid":"z"})"));
    }

    void veryManyTasksAreForgottenInTheirOrder()
    {
        CeleryOutcomes outcomes;
        CeleryEvent event;
        event.type = "task-received";
        event.name = "jobs.a";
        for (std::size_t i = 0; i <= CeleryOutcomes::mostRemembered; ++i) {
            event.id = QByteArray::number(qulonglong(i));
            QVERIFY(!outcomes.hear(event));
        }
        event.type = "task-succeeded";
        QCOMPARE(outcomes.hear(event)->type, QByteArray("jobs.a"));
        event.id = "0";
        QVERIFY(outcomes.hear(event)->type.isEmpty());
    }
};

QTEST_APPLESS_MAIN(TestCeleryEvents)
#include "tst_celeryevents.moc"
