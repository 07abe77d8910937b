// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/commandmonitor.h"
#include "tests/support/frameworkwriter.h"

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

/// Server with a framework's jobs in every state.
class ShortPlace
{
public:
    ShortPlace(const QByteArray& layout, int count)
        : writer(FrameworkWriter::of(layout, server))
        , m_layout(QString::fromLatin1(layout))
    {
        writer->fill("mail", count);
    }

    Answer run(const QString& line) const
    {
        return duectl.run(QStringList{u"--layout"_s, m_layout} + words(qPrintable(line)));
    }
    QString place(TaskState state) const { return QString::fromUtf8(writer->placeOf("mail", state)); }
    qint64 held() { return server.call({"KEYS", "dueline:overlay:*:was"}).items.size(); }
    /// Limits the server's memory to its current usage plus `bytes`.
    void leave(qint64 bytes)
    {
        for (const QByteArray& line : server.call({"INFO", "memory"}).bytes.split('\n')) {
            if (line.startsWith("used_memory:"))
                server.call(
                    {"CONFIG", "SET", "maxmemory", QByteArray::number(line.mid(12).trimmed().toLongLong() + bytes)});
        }
    }

    RedisServer server{{.tcp = true, .aof = false, .password = {}, .arguments = {}}};
    Duectl duectl{server.url()};
    std::unique_ptr<FrameworkWriter> writer;

private:
    QString m_layout;
};

} // namespace

/// Tests operations that store no undo data.
class TestNoUndo : public QObject
{
    Q_OBJECT

private slots:
    void nothingIsKept_data();
    void nothingIsKept();
    void tooMuchIsRefused();
    void nativeAlwaysKeepsIt();
};

void TestNoUndo::nothingIsKept_data()
{
    QTest::addColumn<QByteArray>("layout");
    for (const QByteArray& layout : FrameworkWriter::layouts())
        QTest::newRow(layout.constData()) << layout;
}

/// Checks that neither an operation on one task, specified by id, nor one on all tasks stores undo data.
void TestNoUndo::nothingIsKept()
{
    QFETCH(QByteArray, layout);
    ShortPlace place(layout, 3);
    const TaskState later = place.writer->later();
    const QString queue = place.place(later);
    const QString one = QString::fromLatin1(FrameworkWriter::filledId(later, 1));
    for (const QString& which : {one, u"--all --state "_s + QString::fromLatin1(stateName(later))}) {
        const Answer preview = place.run(u"discard %1 %2 --no-undo --dry-run"_s.arg(queue, which));
        QVERIFY2(preview.out.contains("It cannot be undone."), preview.all());
        const Answer done = place.run(u"discard %1 %2 --no-undo --yes --json"_s.arg(queue, which));
        QVERIFY2(done.object()[u"done"_s].toInt() == (which == one ? 1 : 2), done.all());
        QCOMPARE(done.object()[u"undoable"_s].toBool(true), false);
        QCOMPARE(place.held(), 0);
        const Answer undone = place.run(u"undo %1 --yes"_s.arg(done.object()[u"operation"_s].toString()));
        QVERIFY2(undone.code == 1 && undone.err.contains("cannot be undone"), undone.all());
    }
    EXIT(place.run(u"restore %1 %2"_s.arg(queue, one)), 0); // the task can be restored because it is in the trash
    QVERIFY(place.held() > 0);
}

void TestNoUndo::tooMuchIsRefused()
{
    ShortPlace place("bullmq", 1);
    for (int i = 2; i <= 2000; ++i) {
        const QByteArray id = QByteArray::number(i);
        place.server.call({"HSET", "bull:mail:" + id, "name", "send", "data", "{}", "timestamp", "1795236791000",
            "failedReason", QByteArray(200, 'e'), "opts", "{}"});
        place.server.call({"ZADD", "bull:mail:failed", "1795236791229", id});
    }
    const Answer roomy = place.run(u"retry mail --all --dry-run --json"_s);
    QVERIFY2(!roomy.object().contains(u"free_bytes"_s), roomy.all()); // the server has no memory limit
    const qint64 undo = roomy.object()[u"undo_bytes"_s].toInteger();
    QVERIFY2(undo > 2000 * 280, roomy.all());

    place.leave(8 * undo);
    QVERIFY(!place.run(u"retry mail --all --dry-run"_s).out.contains("--no-undo"));
    place.leave(2 * undo);
    const auto before = keySpaceOf(place.server);
    const Answer preview = place.run(u"retry mail --all --dry-run"_s);
    QVERIFY2(preview.out.contains("undo data may use at most a quarter of it: add --no-undo"), preview.all());
    const Answer refused = place.run(u"retry mail --all --yes"_s);
    FAILS(refused, 1, "more than a quarter of the");
    QVERIFY(keySpaceOf(place.server) == before);
    const Answer done = place.run(u"retry mail --all --yes --no-undo"_s);
    QVERIFY2(done.out.startsWith("2000 retried") && done.out.contains("it cannot be undone."), done.all());
    QCOMPARE(place.server.call({"ZCARD", "bull:mail:failed"}).integer, 0);
    QCOMPARE(place.held(), 0);
}

void TestNoUndo::nativeAlwaysKeepsIt()
{
    const RedisServer server({.tcp = true, .aof = false, .password = {}, .arguments = {}});
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --in 1h --id a"), 0);
    const Answer refused = duectl.run("discard q t#a --no-undo");
    QVERIFY2(refused.code != 0 && refused.err.contains("remove --no-undo"), refused.all());
    EXIT(duectl.run("discard q t#a"), 0);
}

QTEST_GUILESS_MAIN(TestNoUndo)
#include "tst_noundo.moc"
