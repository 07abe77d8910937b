// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/measuredprogram.h"
#include "tests/support/redisserver.h"

#include <QFile>
#include <QTemporaryDir>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

void write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write");
}

} // namespace

/// Tests malformed and large import files.
class DuectlImportLines : public QObject
{
    Q_OBJECT

private slots:
    void linesThatDoNotFitAreToldByTheirNumber();
    void memoryStaysWhereItIs();

private:
    QString path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    QTemporaryDir m_folder;
};

void DuectlImportLines::linesThatDoNotFitAreToldByTheirNumber()
{
    RedisServer server;
    const Duectl duectl(server.url());
    const std::vector<std::pair<QByteArray, QByteArray>> lines{
        {QByteArray("{\"id\":\"t#1\",\"payload\":\"a\0b\"}", 28), "zero byte"},
        {"[1,2]", "not a JSON object"},
        {"{\"id\":\"t#1\",\"payload_base64\":\"a_!\"}", "not base64"},
        {"{\"id\":\"t#1\",\"payload\":7}", "\"payload\" is not text"},
        {"{\"id\":\"t#1\",\"due_ms\":\"soon\"}", "\"due_ms\" is not a whole number"},
        {"{\"id\":\"t#1\",\"due_ms\":1e300}", "\"due_ms\" is out of range"},
        {"{\"id\":\"t#1\",\"due_ms\":1.5}", "\"due_ms\" is out of range or not a whole number"},
        {"{\"id\":\"t#1\",\"state\":\"flying\"}", "\"flying\" is not a state"},
        {"{\"payload\":\"x\"}", "neither an \"id\" nor a \"type\""},
        {"{\"id\":\"#1\"}", "is not a valid task type"},
        {"{\"id\":\"t#1\",\"payload\":\"\\ud800\"}", "surrogate"},
        {"{\"id\":\"t#1\",\"attempts\":{}}", "\"attempts\" is not a list"},
        {"{\"id\":\"t#1\",\"max_attempts\":0}", "\"max_attempts\" is out of range"},
        {"{\"id\":\"t#1\",\"backoff\":\"often\"}", "\"backoff\" is not a valid backoff"},
        {"{\"id\":\"t#1\",\"masked\":true}", "masked"},
        {"{\"id\":\"t#1\",\"payload\":\"x\",\"payload_base64\":\"eA==\"}", "both"},
        {QByteArray("[").repeated(100'000), "not JSON"},
        {"\xff\xfe", "it is UTF-16"},
        {"{\"id\":\"t#1\",\"type\":\"u\"}", "has the type \"t\", not \"u\""},
    };
    QByteArray all;
    for (const auto& [line, why] : lines)
        all += line + '\n';
    all += "\n   \r\n{\"type\":\"t\",\"payload\":\"good\"}"; // The last line doesn't end with a line feed.
    const Answer said = duectl.run(u"import q - --json"_s.split(u' '), all);
    EXIT(said, 1);
    const QJsonArray problems = said.object().value(u"problems"_s).toArray();
    QCOMPARE(problems.size(), qsizetype(lines.size()));
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const QJsonObject problem = problems.at(qsizetype(i)).toObject();
        const QString message = problem.value(u"message"_s).toString();
        QCOMPARE(problem.value(u"line"_s).toInt(), int(i + 1));
        QVERIFY2(message.startsWith(u"Line %1: "_s.arg(i + 1)) && message.endsWith(u'.')
                && message.contains(QString::fromUtf8(lines[i].second)),
            qPrintable(message));
    }
    QCOMPARE(said.object().value(u"added"_s).toInt(), 1);
    QCOMPARE(server.call({"HLEN", "dueline:{q}:tasks"}).integer, 1);
    // Reimporting a line reports that the task exists.
    EXIT(duectl.run(u"import q - --json"_s.split(u' '), all), 1);
    QCOMPARE(server.call({"HLEN", "dueline:{q}:tasks"}).integer, 1);

    write(path("long"),
        "{\"type\":\"t\"}\n{\"type\":\"u\",\"payload\":\"" + QByteArray(100'000'000, 'x') + "\"}\n{\"type\":\"v\"}\n");
    auto program = std::make_unique<MeasuredProgram>(qEnvironmentVariable("DUECTL"),
        QStringList{u"--url"_s, server.url(), u"import"_s, u"long"_s, path("long")},
        std::vector<std::pair<QByteArray, QByteArray>>{});
    const auto end = program->finish(Millis(60'000));
    QVERIFY2(end.code == 1 && end.err.startsWith("Line 2: it is longer than 64"), end.err.constData());
    QCOMPARE(server.call({"HLEN", "dueline:{long}:tasks"}).integer, 2);
    FAILS(duectl.run({u"import"_s, u"q"_s, path("none")}), 1, "Cannot read the file");
    FAILS(duectl.run("import q - --format xml"), 2, "jsonl or csv");
    FAILS(duectl.run(u"import q - --format csv"_s.split(u' '), "payload\r\nx\r\n"), 2, "no column");
}

void DuectlImportLines::memoryStaysWhereItIs()
{
#if defined(__SANITIZE_ADDRESS__)
    QSKIP("instrumented programs take another amount of memory");
#endif
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 1000 --in 1h --payload 0123456789"), 0);
    EXIT(duectl.run("add many t --copies 100000 --in 1h --payload 0123456789"), 0);
    const auto peak = [&](const QStringList& arguments) {
        MeasuredProgram program(qEnvironmentVariable("DUECTL"), QStringList{u"--url"_s, server.url()} + arguments,
            std::vector<std::pair<QByteArray, QByteArray>>{});
        const auto end = program.finish(Millis(60'000));
        if (end.code != 0)
            qFatal("%s", end.err.constData());
        return end.peakKiB;
    };
    const qint64 few = peak({u"export"_s, u"q"_s, path("few")});
    const qint64 many = peak({u"export"_s, u"many"_s, path("many")});
    QVERIFY2(many < few + 8 * 1024, qPrintable(u"%1 KiB, with few %2"_s.arg(many).arg(few)));
    const qint64 fewIn = peak({u"import"_s, u"few2"_s, path("few")});
    const qint64 manyIn = peak({u"import"_s, u"many2"_s, path("many")});
    QVERIFY2(manyIn < fewIn + 8 * 1024, qPrintable(u"%1 KiB, with few %2"_s.arg(manyIn).arg(fewIn)));
    QCOMPARE(server.call({"ZCARD", "dueline:{many2}:pending"}).integer, 100'000);
}

QTEST_GUILESS_MAIN(DuectlImportLines)
#include "tst_duectl_importlines.moc"
