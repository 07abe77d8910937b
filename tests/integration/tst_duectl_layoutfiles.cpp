// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"

#include <QFile>
#include <QTemporaryDir>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests of `duectl layout`, which needs no server.
class DuectlLayoutFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void listsAndShows()
    {
        const Answer listed = m_duectl.run("layout list");
        QVERIFY2(
            listed.code == 0 && listed.out.contains("rsmq") && listed.out.contains("bee-queue 1, 2"), listed.all());
        const QJsonArray all = m_duectl.run("layout list --json").array();
        QCOMPARE(all.size(), 18);
        QCOMPARE(all[0].toObject()[u"name"_s].toString(), u"arq"_s);
        const Answer shown = m_duectl.run("layout show bee-queue");
        QVERIFY2(shown.code == 0 && shown.out.contains("\nname = \"bee-queue\"\n"), shown.all());
        QCOMPARE(m_duectl.run("layout show bee-queue --json").object()[u"file"_s].toString().toUtf8(), shown.out);
        FAILS(m_duectl.run("layout show nothing"), 1, "\"duectl layout list\" names them");
    }

    void checks()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(u"orders.toml"_s);
        const auto written = [&](QByteArray text, const char* from, const char* to) {
            QFile file(path);
            return file.open(QIODevice::WriteOnly) && file.write(text.replace(from, to)) > 0;
        };
        const QByteArray shipped = m_duectl.run("layout show rsmq").out;
        const QByteArray check = "layout check " + path.toUtf8();
        QVERIFY(written(shipped, "name = \"rsmq\"", "name = \"orders\""));
        const Answer checked = m_duectl.run(check);
        QVERIFY2(checked.code == 0
                && checked.out.contains(
                    "the layout \"orders\" is valid; it describes 1 place and reads its sample (2 tasks)."),
            checked.all());
        QCOMPARE(m_duectl.run(check + " --json").object()[u"places"_s].toArray(), QJsonArray{u"messages"_s});
        QCOMPARE(m_duectl.run(check + " --json").object()[u"sample_tasks"_s].toInt(), 2);
        QVERIFY(written(shipped, "due = \"1900000000000\"", "due = \"1900000000001\""));
        FAILS(m_duectl.run(check), 2, "due is \"1900000000000\", not \"1900000000001\"");
        QVERIFY(written(shipped, "SADD rsmq:QUEUES mail", "CONFIG SET dir /tmp"));
        FAILS(m_duectl.run(check), 2, "the command CONFIG is not allowed");
        QVERIFY(written(shipped, "score =", "scroe ="));
        FAILS(m_duectl.run(check), 2, "orders.toml: line ");
        FAILS(m_duectl.run(check), 2, "place.messages has no `scroe`; did you mean `score`?");
        QVERIFY(written(shipped, "name = \"rsmq\"", "name = \"bullmq\""));
        FAILS(m_duectl.run(check), 2, "`bullmq` is the name of a built-in layout");
        FAILS(m_duectl.run("layout check /nothing/here.toml"), 1, "There is no file /nothing/here.toml.");
        FAILS(m_duectl.run("layout check /dev/zero"), 1, "cannot be read");
    }

    void wrongWordsAreNamed()
    {
        FAILS(m_duectl.run("layout guess"), 2, "use list, show or check");
        FAILS(m_duectl.run("layout show"), 2, "needs the name of a layout file");
        FAILS(m_duectl.run("layout list rsmq"), 2, "accepts no further word");
    }

private:
    Duectl m_duectl{u"unix:/nothing/here.sock"_s};
};

QTEST_GUILESS_MAIN(DuectlLayoutFiles)
#include "tst_duectl_layoutfiles.moc"
