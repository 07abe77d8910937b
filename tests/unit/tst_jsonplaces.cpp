// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/jsontree.h"

#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests the tree built from positions in a JSON payload. The payload is never rewritten, and syntax errors are
/// reported with their position.
class TestJsonPlaces : public QObject
{
    Q_OBJECT

    static JsonTree treeOf(const QByteArray& bytes)
    {
        QString error;
        auto tree = JsonTree::parse(bytes, &error);
        if (!tree)
            qFatal("%s", qPrintable(error));
        return *std::move(tree);
    }

private slots:
    void placesKeepTheirBytes()
    {
        const JsonTree tree = treeOf(
            " {\"n\": 18446744073709551615, \"f\" : -0.1000e+3, \"l\": [true, false, null, []], \"n\": \"\\u0041\"} ");
        QCOMPARE(tree.value(0), u"{4}"_s);
        const auto& children = tree.root().children;
        QCOMPARE(children.size(), std::size_t(4));
        QCOMPARE(tree.raw(children[0]), "18446744073709551615");
        QCOMPARE(tree.value(children[1]), u"-0.1000e+3"_s);
        QCOMPARE(tree.value(children[2]), u"[4]"_s);
        QCOMPARE(tree.key(children[3]), u"n"_s); // A second member with this name is a separate node.
        QCOMPARE(tree.raw(children[3]), "\"\\u0041\"");
        QCOMPARE(tree.value(children[3]), u"\"A\""_s);
        const int inner = tree.node(children[2]).children[3];
        QCOMPARE(tree.path(inner), u"$.l[3]"_s);
        QCOMPARE(tree.key(inner), u"[3]"_s);
        QVERIFY(tree.key(0).isEmpty() && tree.keyMeaning(0).isEmpty());
        QCOMPARE(tree.path(0), u"$"_s);
    }

    void onlyWhiteSpaceIsFormatted()
    {
        const QByteArray odd = "{ \"n\":18446744073709551615,\"\\u0041\" :[1.100,[ ],{ }, \"a b\"], \"n\": null}";
        const QByteArray lines
            = "{\n  \"n\": 18446744073709551615,\n  \"\\u0041\": [\n    1.100,\n    [],\n    {},\n    \"a b\"\n  ],\n"
              "  \"n\": null\n}";
        QCOMPARE(treeOf(odd).formatted(2), lines);
        const QByteArray compact = "{\"n\":18446744073709551615,\"\\u0041\":[1.100,[],{},\"a b\"],\"n\":null}";
        QCOMPARE(treeOf(lines).formatted(0), compact);
        QCOMPARE(treeOf(" 7 ").formatted(2), QByteArray("7"));
    }

    void escapesAreResolvedAndNothingHides()
    {
        const JsonTree tree = treeOf("[\"\\\"\\\\\\/\", \"a\\b\\f\\n\\r\\tb\", \"\\ud83d\\ude00\", \"\\u202e\"]");
        QCOMPARE(tree.value(1), u"\"\"\\/\""_s);
        for (const char control : {'\b', '\f', '\n', '\r', '\t'})
            QVERIFY(!tree.value(2).contains(QLatin1Char(control)));
        QCOMPARE(tree.value(3), u"\"\U0001F600\""_s);
        QVERIFY(!tree.value(4).contains(QChar(0x202e)));
    }

    void stringsMeanTheSameHoweverTheyAreWritten()
    {
        const JsonTree tree = treeOf(
            "{\"a\\u0062\": 1, \"ab\": 2, \"x\": [\"\\u00e9\", \"\xc3\xa9\", \"\\ud800\", \"\\ud801\", \"\\ufffd\"]}");
        QCOMPARE(tree.keyMeaning(1), tree.keyMeaning(2));
        const auto& list = tree.node(3).children;
        QCOMPARE(tree.stringMeaning(list[0]), tree.stringMeaning(list[1]));
        // Two different unpaired surrogates are not equal, although both are displayed as replacement characters.
        QVERIFY(tree.stringMeaning(list[2]) != tree.stringMeaning(list[3]));
        QVERIFY(tree.stringMeaning(list[2]) != tree.stringMeaning(list[4]));
    }

    void aLongStringIsCutBetweenItsEscapes()
    {
        for (int lead = 0; lead < 8; ++lead) {
            const JsonTree tree = treeOf('"' + QByteArray(lead, 'x') + QByteArray("\\u00e9").repeated(1000) + '"');
            const QString shown = tree.value(0, 20);
            QVERIFY2(shown.size() <= 24 && shown.contains(u'…'), qPrintable(shown));
            QVERIFY2(!shown.contains(u'\\') && !shown.contains(u"u00"_s), qPrintable(shown));
        }
        const JsonTree slashes = treeOf('"' + QByteArray("\\\\").repeated(1000) + '"');
        QVERIFY2(slashes.value(0, 21).count(u'\\') >= 20, qPrintable(slashes.value(0, 21)));
    }

    void whatIsNoJsonSaysWhere_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("at");
        QTest::newRow("nothing") << QByteArray() << 0;
        QTest::newRow("more") << QByteArray("1 2") << 2;
        QTest::newRow("no colon") << QByteArray("{\"a\" 1}") << 5;
        QTest::newRow("no key") << QByteArray("{1: 2}") << 1;
        QTest::newRow("no comma") << QByteArray("[1 2]") << 3;
        QTest::newRow("a last comma") << QByteArray("[1,]") << 3;
        QTest::newRow("no end") << QByteArray("[1") << 2;
        QTest::newRow("no end of a string") << QByteArray("\"abc") << 4;
        QTest::newRow("a control character") << QByteArray("\"a\nb\"") << 2;
        QTest::newRow("an unknown escape") << QByteArray("\"\\x\"") << 2;
        QTest::newRow("a short escape") << QByteArray("\"\\u12g4\"") << 5;
        QTest::newRow("an escape at the end") << QByteArray("\"\\") << 2;
        QTest::newRow("an unknown word") << QByteArray("nul") << 0;
        QTest::newRow("another word") << QByteArray("[tru]") << 1;
        QTest::newRow("a bare minus") << QByteArray("-") << 1;
        QTest::newRow("no fraction") << QByteArray("1.") << 2;
        QTest::newRow("no exponent") << QByteArray("1e+") << 3;
        QTest::newRow("a leading zero") << QByteArray("01") << 1;
    }
    void whatIsNoJsonSaysWhere()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(int, at);
        QString error;
        bool pastLimits = true;
        QVERIFY(!JsonTree::parse(bytes, &error, {200'000, 200}, &pastLimits));
        QVERIFY(!pastLimits);
        QVERIFY2(error.endsWith(u"at byte %1."_s.arg(at)), qPrintable(error));
    }

    void whatIsTooDeepOrTooLargeIsTold()
    {
        bool pastLimits = false;
        QVERIFY(
            JsonTree::parse(QByteArray("[").repeated(5) + QByteArray("]").repeated(5), nullptr, {100, 5}, &pastLimits));
        QVERIFY(!JsonTree::parse(QByteArray("[").repeated(100'000), nullptr, {200'000, 200}, &pastLimits));
        QVERIFY(pastLimits);
        pastLimits = false;
        QVERIFY(!JsonTree::parse("[1,2,3]", nullptr, {3, 5}, &pastLimits));
        QVERIFY(pastLimits);
    }
};

QTEST_APPLESS_MAIN(TestJsonPlaces)
#include "tst_jsonplaces.moc"
