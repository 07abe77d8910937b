// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/readcommands.h"
#include "tests/integration/duectlprogram.h"
#include "tests/integration/frameworklooks.h"
#include "tests/integration/readplace.h"
#include "tests/support/commandmonitor.h"

#include <QTemporaryDir>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests that viewing a framework's queues only reads, and that no key changes.
class TestFrameworkPurity : public QObject
{
    Q_OBJECT

private slots:
    void nothingIsWritten_data();
    void nothingIsWritten();
};

void TestFrameworkPurity::nothingIsWritten_data()
{
    QTest::addColumn<QByteArray>("layout");
    for (const QByteArray& layout : FrameworkWriter::layouts())
        QTest::newRow(layout.constData()) << layout;
}

void TestFrameworkPurity::nothingIsWritten()
{
    QFETCH(QByteArray, layout);
    ReadPlace place(QString::fromLatin1(layout), "mail");
    const auto writer = FrameworkWriter::of(layout, place.server);
    writer->fill("mail", 4);
    QTemporaryDir state;
    Duectl duectl(place.server.url());
    duectl.setVariable("XDG_STATE_HOME", state.path());
    const auto before = keySpaceOf(place.server);
    const QByteArray digest = place.server.call({"DEBUG", "DIGEST"}).bytes;
    CommandMonitor monitor(place.server);

    QStringList lines = looksOf(*writer) << u"doctor"_s;
    for (const char* action : {"retry", "run-now", "discard", "restore", "delete", "reschedule --in 1h"}) {
        for (const QByteArray& where : {QByteArray("mail"), writer->shared()}) {
            if (!where.isEmpty()) {
                QStringList words = QString::fromLatin1(action).split(u' ');
                words.insert(1, QString::fromUtf8(where));
                lines << words.join(u' ') + u" --all --dry-run"_s;
            }
        }
    }
    int seen = 0;
    for (const QString& line : lines) {
        const Answer answer
            = duectl.run(QStringList{u"--layout"_s, QString::fromLatin1(layout)} + words(qPrintable(line)));
        QVERIFY2(answer.code >= 0, line.toUtf8() + answer.all());
        seen += answer.code == 0 ? 1 : 0;
    }
    QVERIFY(seen > 15);
    // Automatic detection also finds and shows the queues. Then call every function of the inspector, including the
    // failure groups.
    QVERIFY(duectl.run("queues").out.contains("mail@" + layout));
    place.readEverything(FrameworkWriter::filledId(TaskState::Due, 1));
    place.found(u"error:broke"_s);

    const auto commands = monitor.taken();
    QVERIFY(commands.size() > 200);
    for (const Command& command : commands) {
        const QByteArray verb = command.empty() ? QByteArray() : command.front().toUpper();
        // The test itself sends these commands.
        const bool isOurs = verb == "DEBUG" || verb == "KEYS" || verb == "DUMP";
        QVERIFY2(isOurs || isReadCommand(command) || verb == "CLIENT",
            QByteArrayList(command.begin(), command.end()).join(' '));
    }
    QCOMPARE(place.server.call({"DEBUG", "DIGEST"}).bytes, digest);
    QVERIFY(keySpaceOf(place.server) == before);
}

QTEST_GUILESS_MAIN(TestFrameworkPurity)
#include "tst_frameworkpurity.moc"
