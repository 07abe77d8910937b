// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/jsontreemodel.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

class TestJsonTree : public QObject
{
    Q_OBJECT

    static QStringList rows(const QByteArray& json)
    {
        const auto tree = JsonTree::parse(json);
        QStringList rows;
        for (int i = 0; tree && i < tree->size(); ++i)
            rows << tree->path(i) + u'=' + tree->value(i);
        return rows;
    }

private Q_SLOTS:
    void numbersStayAsTheyWereWritten()
    {
        QCOMPARE(rows("{\"uid\":18446744073709551615,\"price\":0.1000,\"e\":1E+2,\"n\":-0}"),
            (QStringList{
                u"$={4}"_s, u"$.uid=18446744073709551615"_s, u"$.price=0.1000"_s, u"$.e=1E+2"_s, u"$.n=-0"_s}));
    }

    void nestedValuesHavePathsAndCounts()
    {
        QCOMPARE(rows(" {\"a\":[1,{\"b\":null}],\"t\":true,\"f\":false} "),
            (QStringList{u"$={3}"_s, u"$.a=[2]"_s, u"$.a[0]=1"_s, u"$.a[1]={1}"_s, u"$.a[1].b=null"_s, u"$.t=true"_s,
                u"$.f=false"_s}));
    }

    void stringsAreUnescapedAndInvisibleCharactersShown()
    {
        QCOMPARE(rows("\"a\\n\\u00e9\\ud83d\\ude00\\\"\\u202e\""),
            (QStringList{QString::fromUtf8("$=\"a\\u{A}é😀\"\\u{202E}\"")}));
    }

    void repeatedKeysAreAllShown() { QCOMPARE(rows("{\"a\":1,\"a\":2}").size(), 3); }

    void whatIsNotJsonIsRefusedWithThePlace_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("place");
        QTest::newRow("empty") << QByteArray() << "byte 0";
        QTest::newRow("trailing") << QByteArray("{} x") << "byte 3";
        QTest::newRow("no colon") << QByteArray("{\"a\" 1}") << "byte 5";
        QTest::newRow("open string") << QByteArray("\"abc") << "byte 4";
        QTest::newRow("control character") << QByteArray("\"a\x01\"") << "byte 2";
        QTest::newRow("leading zero") << QByteArray("01") << "byte 1";
        QTest::newRow("bare word") << QByteArray("nul") << "byte 0";
        QTest::newRow("comma at the end") << QByteArray("[1,]") << "byte 3";
        QTest::newRow("invalid escape") << QByteArray("\"\\u12g4\"") << "byte 5";
        QTest::newRow("NUL") << QByteArray("[1\0]", 4) << "byte 2";
    }
    void whatIsNotJsonIsRefusedWithThePlace()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, place);
        QString error;
        QVERIFY(!JsonTree::parse(text, &error));
        QVERIFY2(error.contains(place), qPrintable(error));
    }

    void whatIsOnlyTooLargeForATreeIsNotCalledNoJson()
    {
        QString error;
        QVERIFY(!JsonTree::parse('[' + QByteArray("1,").repeated(300'000) + "1]", &error));
        QCOMPARE(error, QStringLiteral("Too large for the tree view (585.9 KiB)."));
        QVERIFY(!JsonTree::parse(QByteArray(300, '[') + QByteArray(300, ']'), &error));
        QCOMPARE(error, QStringLiteral("Too deep for the tree view (more than 200 levels)."));
    }

    void deepAndHugeDocumentsEndAtTheLimits()
    {
        QVERIFY(!JsonTree::parse(QByteArray(100'000, '[')));
        QVERIFY(JsonTree::parse(QByteArray(150, '[') + QByteArray(150, ']')));
        QVERIFY(!JsonTree::parse('[' + QByteArray("1,").repeated(300'000) + "1]"));
    }

    void aStringOfManyMegabytesIsCutWithoutBeingCopiedWhole()
    {
        const QByteArray json = "{\"s\":\"" + QByteArray(20'000'000, 'x') + "\"}";
        const auto tree = JsonTree::parse(json);
        QVERIFY(tree);
        QVERIFY(tree->value(1).size() < 400);
        QVERIFY(tree->value(1).startsWith(QStringLiteral("\"xxx")));
    }

    void theModelIsATree()
    {
        JsonTreeModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTree(JsonTree::parse("{\"a\":[1,2,{\"b\":3}],\"c\":{}}"));
        QCOMPARE(model.rowCount(), 2);
        const QModelIndex a = model.index(0, 0);
        QCOMPARE(model.rowCount(a), 3);
        QCOMPARE(model.index(2, 0, a).data(JsonTreeModel::PathRole).toString(), QStringLiteral("$.a[2]"));
        QCOMPARE(model.index(0, 0, model.index(2, 0, a)).data(JsonTreeModel::RawRole).toByteArray(), QByteArray("3"));
        model.setTree(JsonTree::parse("42"));
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.index(0, 0).data(JsonTreeModel::ValueRole).toString(), QStringLiteral("42"));
        // An empty list or object has no blank row.
        for (const auto& [json, said] : {std::pair("[]", u"[0]"_s), std::pair("{}", u"{0}"_s)}) {
            model.setTree(JsonTree::parse(json));
            QCOMPARE(model.rowCount(), 1);
            QCOMPARE(model.rowCount(model.index(0, 0)), 0);
            QCOMPARE(model.index(0, 0).data().toString(), said);
        }
        model.setTree({});
        QCOMPARE(model.rowCount(), 0);
    }
};

QTEST_MAIN(TestJsonTree)
#include "tst_jsontree.moc"
