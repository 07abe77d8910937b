// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/witness/recordfile.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"

#include <QTemporaryDir>

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests `duectl forecast` with recordings that the test writes.
class DuectlForecast : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_path = m_folder.filePath(u"shop.dwit"_s);
    const Duectl m_duectl;
    TimePoint m_end = SystemClock().now();

    /// Writes a two-minute recording in which `mail` shrinks by 100 tasks per second and `bills` grows.
    void write(Millis age = 0s)
    {
        QFile::remove(m_path);
        m_end = SystemClock().now() - age;
        auto file = RecordFile::write(m_path, {"redis://shop", "native", "duectl"});
        QVERIFY(file.ok());
        const TimePoint begin = m_end - 2min;
        const auto span = (*file)->beginSpan({0, begin, begin, "run", "master", Millis(0), {}});
        QVERIFY(span.ok() && (*file)->begin().ok());
        const std::array ids{
            *(*file)->queueId({0, "mail", "native", {}}), *(*file)->queueId({0, "bills", "native", {}})};
        for (int second = 0; second <= 120; ++second) {
            const TimePoint at = begin + std::chrono::seconds(second);
            for (std::size_t i = 0; i < ids.size(); ++i) {
                RecordSample row;
                row.queue = ids[i];
                row.at = at;
                row[RecordSample::Due] = i == 0 ? 30'000 - 100 * second : 10 + second;
                QVERIFY((*file)->write(RecordTier::Seconds, row).ok());
            }
            ServerSample server;
            server.at = at;
            server[ServerSample::Memory] = (400 + second) * 1'048'576LL;
            server[ServerSample::Maximum] = 1'024 * 1'048'576LL;
            QVERIFY((*file)->write(RecordTier::Seconds, server).ok());
        }
        QVERIFY((*file)->touchSpan(*span, m_end).ok() && (*file)->commit().ok());
    }
    /// Changes the recording that write() wrote.
    template <typename Change> void change(const Change& how)
    {
        auto file = RecordFile::write(m_path, {"redis://shop", "native", "duectl"});
        QVERIFY(file.ok());
        how(**file);
    }
    Answer forecast(const QStringList& more = {}) { return m_duectl.run(QStringList{u"forecast"_s, m_path} + more); }

private Q_SLOTS:
    void theTextStatesWhenAndWhyNot()
    {
        write();
        const Answer answer = forecast();
        EXIT(answer, 0);
        QVERIFY2(answer.out.startsWith("Recording: redis://shop, as of "), answer.all());
        QVERIFY2(!answer.lines().front().contains("ago"), answer.all());
        QVERIFY2(
            answer.out.contains("Memory:    520 MiB of 1 GiB; +60 MiB per minute over the last 2m; full in 8m24s, at "),
            answer.all());
        QVERIFY2(answer.out.contains("\nbills     130      +60  never: the queue is not shrinking\n"), answer.all());
        QVERIFY2(answer.out.contains("\nmail   18,000   -6,000  in 3m, at "), answer.all());
        const Answer more = forecast({u"--queue"_s, u"mail"_s, u"--retry"_s, u"6000"_s});
        QVERIFY2(more.out.contains("\nmail   24,000   -6,000  in 4m, at ") && !more.out.contains("bills"), more.all());
    }

    void theJsonHasExactInstants()
    {
        write();
        const QJsonObject object = forecast({u"--json"_s}).object();
        QCOMPARE(object.value(u"as_of_ms"_s).toInteger(), toMs(m_end));
        const QJsonObject mail = object.value(u"queues"_s).toArray().at(1).toObject();
        QCOMPARE(mail.value(u"name"_s).toString(), u"mail"_s);
        QCOMPARE(mail.value(u"verdict"_s).toString(), u"expected"_s);
        QCOMPARE(mail.value(u"change_per_minute"_s).toDouble(), -6'000.0);
        QCOMPARE(mail.value(u"empty_at_ms"_s).toInteger(), toMs(m_end + 3min));
        QVERIFY(mail.value(u"earliest_ms"_s).toInteger() < toMs(m_end + 3min));
        QVERIFY(mail.value(u"latest_ms"_s).toInteger() > toMs(m_end + 3min));
        const QJsonObject bills = object.value(u"queues"_s).toArray().at(0).toObject();
        QCOMPARE(bills.value(u"verdict"_s).toString(), u"growing"_s);
        QVERIFY(bills.value(u"empty_at_ms"_s).isNull());
        const QJsonObject memory = object.value(u"memory"_s).toObject();
        QCOMPARE(memory.value(u"full_at_ms"_s).toInteger(), toMs(m_end + 504s));
        QVERIFY(memory.value(u"full_at_latest_rate_ms"_s).isNull());
    }

    void aServerThatEvictsIsNotCalledFull()
    {
        write();
        QVERIFY(forecast({u"--json"_s}).object().value(u"memory"_s)[u"policy"_s].isNull());
        change([](RecordFile& file) { QVERIFY(file.setMeta("policy", "allkeys-lru").ok()); });
        const Answer evicts = forecast();
        QVERIFY2(evicts.out.contains("over the last 2m; starts evicting keys in 8m24s, at "), evicts.all());
        QCOMPARE(forecast({u"--json"_s}).object().value(u"memory"_s)[u"policy"_s].toString(), u"allkeys-lru"_s);
        change([this](RecordFile& file) {
            ServerSample faster;
            for (int second = 0; second <= 30; ++second) {
                faster.at = m_end - 30s + std::chrono::seconds(second);
                faster[ServerSample::Memory] = (490 + 10 * second) * 1'048'576LL;
                faster[ServerSample::Maximum] = 1'024 * 1'048'576LL;
                QVERIFY(file.write(RecordTier::Seconds, faster).ok());
            }
            QVERIFY(file.setMeta("policy", "noeviction").ok());
        });
        const Answer fills = forecast();
        QVERIFY2(fills.out.contains("; full in ") && fills.out.contains("; at the most recent rate, full in 23s, at "),
            fills.all());
    }

    void aQueueThatNoLongerExistsHasARow()
    {
        write();
        change([this](RecordFile& file) {
            RecordSample gone;
            gone.queue = *file.queueId({0, "mail", "native", {}});
            gone.at = m_end;
            gone.flags = RecordSample::Absent;
            gone[RecordSample::Due] = 0;
            QVERIFY(file.write(RecordTier::Seconds, gone).ok());
        });
        QVERIFY(!forecast().out.contains("mail"));
        const QStringList options{u"--queue"_s, u"mail"_s, u"--retry"_s, u"10"_s};
        const Answer answer = forecast(options);
        EXIT(answer, 0);
        QVERIFY2(answer.out.contains("\nmail     -        -  no longer exists\n"), answer.all());
        const QJsonObject queue = forecast(options + QStringList{u"--json"_s}).object()[u"queues"_s][0].toObject();
        QCOMPARE(queue[u"verdict"_s].toString(), u"absent"_s);
        QVERIFY(queue[u"due"_s].isNull());
    }

    void anOldRecordingSaysHowOldItIs()
    {
        write(1h);
        const Answer answer = forecast();
        EXIT(answer, 0);
        QVERIFY2(answer.lines().front().endsWith(" (1h ago)"), answer.all());
    }

    void mistakesAreExplained()
    {
        write();
        Answer answer = forecast({u"--queue"_s, u"post"_s});
        EXIT(answer, 1);
        QVERIFY2(answer.err.endsWith("contains no queue \"post\".\n"), answer.all());
        answer = forecast({u"--retry"_s, u"5"_s});
        EXIT(answer, 2);
        QVERIFY2(answer.err.startsWith("--retry requires --queue"), answer.all());
        EXIT(forecast({u"--queue"_s, u"mail"_s, u"--retry"_s, u"0"_s}), 2);
        EXIT(m_duectl.run({u"forecast"_s, m_folder.filePath(u"none.dwit"_s)}), 1);
        QFile text(m_folder.filePath(u"text.dwit"_s));
        QVERIFY(text.open(QIODevice::WriteOnly) && text.write("no database") > 0);
        text.close();
        EXIT(m_duectl.run({u"forecast"_s, text.fileName()}), 1);
    }

    void aRealRecordingIsTooShort()
    {
        RedisServer server;
        const Duectl duectl(server.url());
        EXIT(duectl.run("add mail greet --copies 5"), 0);
        EXIT(duectl.run({u"record"_s, m_folder.filePath(u"real.dwit"_s), u"--for"_s, u"1s"_s}), 0);
        const Answer answer = m_duectl.run({u"forecast"_s, m_folder.filePath(u"real.dwit"_s)});
        EXIT(answer, 0);
        QVERIFY2(
            answer.out.contains("\nmail     5        -  unknown: recorded for less than a minute\n"), answer.all());
    }
};

QTEST_GUILESS_MAIN(DuectlForecast)
#include "tst_duectl_forecast.moc"
