// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/jsontree.h"
#include "core/payload/phptext.h"

#include <QTest>

using namespace dueline;

/// Tests strings serialized by PHP 8.2. Strings that only look like them are refused.
class TestPhpText : public QObject
{
    Q_OBJECT

private slots:
    void valuesOfPhpAreRead_data();
    void valuesOfPhpAreRead();
    void whatIsDamagedIsNoText_data();
    void whatIsDamagedIsNoText();
    void everyCutIsNoticed();
    void limitsHold();
};

namespace {

/// Returns bytes that may contain zeros.
template <std::size_t size> QByteArray php(const char (&text)[size]) { return QByteArray(text, size - 1); }

} // namespace

void TestPhpText::valuesOfPhpAreRead_data()
{
    QTest::addColumn<QByteArray>("serialized");
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* name, const QByteArray& serialized, const char* text) {
        QTest::newRow(name) << serialized << QByteArray(text);
    };
    row("null", "N;", "null");
    row("true", "b:1;", "true");
    row("false", "b:0;", "false");
    row("int", "i:-9223372036854775808;", "-9223372036854775808");
    row("float", "d:0.1;", "0.1");
    row("large", "d:1.0E+25;", "1.0E+25");
    row("small", "d:1.5E-7;", "1.5E-7");
    row("whole float", "d:3;", "3");
    row("infinite", "d:INF;", R"("INF")");
    row("below all", "d:-INF;", R"("-INF")");
    row("no number", "d:NAN;", R"("NAN")");
    row("a float no JSON has", "d:.5;", R"(".5")");
    row("a sign no JSON has", "i:+7;", "7");
    row("text", php("s:16:\"caf\303\251 \"x\" \\ \n\t\001\177\";"), R"("café \"x\" \\ \n\u0009\u0001\u007f")");
    row("bytes", php("s:8:\"a\377\303(\000z\342\230\";"), R"("a\\xff\\xc3(\u0000z\\xe2\\x98")");
    row("empty", "a:0:{}", "[]");
    row("list", "a:3:{i:0;i:1;i:1;s:3:\"two\";i:2;a:2:{i:0;d:3.5;i:1;N;}}", R"([1,"two",[3.5,null]])");
    row("map", "a:3:{s:1:\"k\";i:1;i:5;s:4:\"five\";i:-1;b:1;}", R"({"k":1,"5":"five","-1":true})");
    row("a list that begins late", "a:2:{i:1;s:1:\"a\";i:2;s:1:\"b\";}", R"({"1":"a","2":"b"})");
    row("no list in the end", "a:3:{i:0;a:1:{i:0;N;}i:1;b:1;i:3;N;}", R"({"0":[null],"1":true,"3":null})");
    row("keys of text", "a:1:{s:1:\"0\";i:1;}", R"({"0":1})");
    row("object",
        php("O:4:\"Mail\":6:{s:1:\"a\";i:1;s:4:\"\000*\000b\";s:1:\"x\";s:4:\"\000P\000c\";a:2:{i:0;i:1;i:1;i:2;}"
            "s:4:\"next\";N;s:7:\"\000Mail\000c\";s:3:\"own\";s:2:\"to\";s:9:\"caf\303\251 \342\230\203\";}"),
        R"({"@class":"Mail","a":1,"b":"x","c":[1,2],"next":null,"c":"own","to":"café ☃"})");
    row("an object in itself", "O:1:\"P\":1:{s:4:\"next\";r:1;}", R"({"@class":"P","next":"→#1"})");
    row("reference", "a:3:{i:0;i:1;i:1;i:2;i:2;R:2;}", R"([1,2,"→#2"])");
    row("enum", "a:3:{i:0;E:11:\"Suit:Hearts\";i:1;E:11:\"Suit:Spades\";i:2;r:2;}",
        R"(["Suit:Hearts","Suit:Spades","→#2"])");
    row("its own form", "O:3:\"Own\":2:{s:1:\"v\";i:7;i:3;s:5:\"three\";}", R"({"@class":"Own","v":7,"3":"three"})");
    row("a body", "C:3:\"Old\":7:{i:1;\"}x}", R"({"@class":"Old","@body":"i:1;\"}x"})");
    row("date",
        "O:17:\"DateTimeImmutable\":3:{s:4:\"date\";s:26:\"2026-11-24 10:00:00.000000\";s:13:\"timezone_type\";i:3;"
        "s:8:\"timezone\";s:3:\"UTC\";}",
        R"({"@class":"DateTimeImmutable","date":"2026-11-24 10:00:00.000000","timezone_type":3,"timezone":"UTC"})");
    row("a name with its place", "O:12:\"App\\Jobs\\Ann\":0:{}", R"({"@class":"App\\Jobs\\Ann"})");
}

void TestPhpText::valuesOfPhpAreRead()
{
    QFETCH(QByteArray, serialized);
    QFETCH(QByteArray, text);
    const auto read = PhpText::read(serialized);
    QVERIFY(read.has_value());
    QCOMPARE(*read, text);
    QString wrong;
    QVERIFY2(JsonTree::parse(*read, &wrong).has_value(), qPrintable(wrong));
}

void TestPhpText::whatIsDamagedIsNoText_data()
{
    QTest::addColumn<QByteArray>("serialized");
    for (const char* text : {"", "N", "n;", "N;N;", "N; ", "b:2;", "b:;", "b:true;", "i:;", "i:1", "i:1.5;", "i:0x1;",
             "i:- 1;", "d:1_0;", "d:e5;", "d:1.2.3;", "d:1e;", "d:;", "d:inf;", "s:1:\"ab\";", "s:3:\"ab\";",
             "s:-1:\"\";", "s:+1:\"a\";", "s:1:\"a\"", "s:1:'a';", "s:99999999999999999999:\"\";",
             "s:4294967298:\"ab\";", "S:1:\"a\";", "a:1:{}", "a:0:{i:0;N;}", "a:1:{i:0;N;", "a:1:{N;N;}",
             "a:1:{d:1;N;}", "a:-1:{}", "a:1000000000:{i:0;N;}", "a:1:{i:0;N;i:1;N;}", "O:1:\"P\":1:{}",
             "O:0:\"\":0:{}", "O:3:\"a b\":0:{}", "O:2:\"P\":0:{}", "O:1:\"P\":0:{", "O:+1:\"P\":0:{}", "o:1:{}",
             "C:1:\"P\":9:{ab}", "C:1:\"P\":1:{ab}", "C:1:\"P\":2:{ab", "E:4:\"Suit\";", "E:5:\"Suit:\";",
             "E:2:\":H\";", "r:;", "r:-1;", "R:+1;", "R:x;", "x:1;", "{\"json\":1}", "eyJpdiI6IlVwWmRw"})
        QTest::addRow("%s", text) << QByteArray(text);
}

void TestPhpText::whatIsDamagedIsNoText()
{
    QFETCH(QByteArray, serialized);
    QVERIFY(!PhpText::read(serialized));
}

void TestPhpText::everyCutIsNoticed()
{
    const QByteArray whole = php("O:4:\"Mail\":3:{s:4:\"\000*\000b\";C:1:\"X\":2:{ab}s:1:\"c\";a:2:{i:0;d:1.5;i:1;"
                                 "E:4:\"S:HH\";}s:1:\"d\";R:2;}");
    QVERIFY(PhpText::read(whole).has_value());
    for (qsizetype size = 0; size < whole.size(); ++size)
        QVERIFY2(!PhpText::read(whole.left(size)), qPrintable(QString::number(size)));
    QVERIFY(!PhpText::read(whole + '}'));
}

void TestPhpText::limitsHold()
{
    const auto nested
        = [](int depth) { return QByteArray("a:1:{i:0;").repeated(depth) + "N;" + QByteArray(depth, '}'); };
    QVERIFY(PhpText::read(nested(PhpText::mostDepth - 1)).has_value());
    QVERIFY(!PhpText::read(nested(PhpText::mostDepth)));
    QVERIFY(!PhpText::read(nested(100'000)));
    const auto flat = [](int values) {
        QByteArray text = "a:" + QByteArray::number(values) + ":{";
        for (int i = 0; i < values; ++i)
            text += "i:" + QByteArray::number(i) + ";N;";
        return text + '}';
    };
    const int most = PhpText::mostValues - 1; // the array itself counts as a value too
    QVERIFY(PhpText::read(flat(most)).has_value());
    QVERIFY(!PhpText::read(flat(most + 1)));
    const auto sized
        = [](qsizetype size) { return "s:" + QByteArray::number(size) + ":\"" + QByteArray(size, 'x') + "\";"; };
    const qsizetype longest = PhpText::mostText - 2;
    QVERIFY(PhpText::read(sized(longest)).has_value());
    QVERIFY(!PhpText::read(sized(longest + 1)));
    QVERIFY(!PhpText::read("s:400000:\"" + QByteArray(400'000, '\1') + "\";")); // Each byte becomes six bytes of text.
}

QTEST_GUILESS_MAIN(TestPhpText)
#include "tst_phptext.moc"
