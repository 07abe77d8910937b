// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/frameworkwriter.h"

#include <QTemporaryDir>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests workers that stamp tasks with a clock ahead of the server's. Actions must still find every task.
class TestClockAhead : public QObject
{
    Q_OBJECT

private slots:
    void whatEndsAheadOfTheServerIsMet_data();
    void whatEndsAheadOfTheServerIsMet();
};

void TestClockAhead::whatEndsAheadOfTheServerIsMet_data()
{
    QTest::addColumn<QByteArray>("layout");
    RedisServer server;
    for (const QByteArray& layout : FrameworkWriter::layouts()) {
        if (FrameworkWriter::of(layout, server)->states().contains(TaskState::Failed))
            QTest::newRow(layout.constData()) << layout;
    }
}

void TestClockAhead::whatEndsAheadOfTheServerIsMet()
{
    QFETCH(QByteArray, layout);
    RedisServer server({.tcp = true, .aof = false, .password = {}, .arguments = {}});
    const Duectl duectl(server.url());
    const auto writer = FrameworkWriter::of(layout, server);
    const QString queue = QString::fromUtf8(writer->placeOf("mail", TaskState::Failed));
    const auto run = [&](const QString& line) {
        return duectl.run(QStringList{u"--layout"_s, QString::fromLatin1(layout)} + words(qPrintable(line)));
    };
    // Four tasks have failed, with times five minutes in the future; one of them with a different error.
    const TimePoint ahead = fromMs(QDateTime::currentMSecsSinceEpoch() + 300'000);
    for (int i = 1; i <= 4; ++i) {
        WrittenJob job;
        job.id = FrameworkWriter::filledId(TaskState::Failed, i);
        job.state = TaskState::Failed;
        job.at = ahead + Millis(i);
        job.error = i == 4 ? "Error: another" : "Error: it broke";
        writer->write("mail", job);
    }
    QTemporaryDir folder;
    const Answer exported = run(u"--json export %1 %2/all.jsonl --state failed"_s.arg(queue, folder.path()));
    QVERIFY2(exported.object()[u"written"_s].toInt() == 4, exported.all());
    const Answer matched = run(u"--json discard %1 --match error:another --state failed --yes"_s.arg(queue));
    QVERIFY2(matched.object()[u"done"_s].toInt() == 1, matched.all());
    const Answer preview = run(u"--json retry %1 --all --dry-run"_s.arg(queue));
    QVERIFY2(preview.object()[u"total"_s].toInt() == 3, preview.all());
    const Answer retried = run(u"--json retry %1 --all --yes"_s.arg(queue));
    QVERIFY2(retried.code == 0 && retried.object()[u"done"_s].toInt() == 3, retried.all());
}

QTEST_GUILESS_MAIN(TestClockAhead)
#include "tst_clockahead.moc"
