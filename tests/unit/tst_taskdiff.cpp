// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/compare/taskdiff.h"
#include "core/console/connect/maskingbackend.h"
#include "tests/support/memory/memorybackend.h"

#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests comparing two payloads, two tasks and two attempts.
class TestTaskDiff : public QObject
{
    Q_OBJECT

    using Way = ContentDiff::Mode;
    using Limit = ContentDiff::Limit;

    /// Returns rows such as `~$.a 1|2`, `-5 x` and `+6 y`. Unchanged lines start with a space.
    static QStringList rows(const ContentDiff& diff)
    {
        QStringList lines;
        for (const DiffRow& row : diff.rows) {
            const QString sign = row.change == Change::Same ? u" "_s
                : row.change == Change::Added               ? u"+"_s
                : row.change == Change::Removed             ? u"-"_s
                                                            : u"~"_s;
            QStringList sides;
            for (const auto& side : {row.a, row.b}) {
                if (side && (row.change != Change::Same || sides.isEmpty()))
                    sides << QString::fromLatin1(side->bytes);
            }
            const QString at = diff.mode == Way::Json ? row.path : QString::number(row.atA < 0 ? row.atB : row.atA);
            lines << sign + at + u' ' + sides.join(u'|');
        }
        return lines;
    }

    static Change changeOf(const Comparison& comparison, const char* name)
    {
        for (const FieldDiff& field : comparison.fields) {
            if (qstrcmp(field.name, name) == 0)
                return field.change();
        }
        qFatal("no such field");
    }

private slots:
    void contents_data()
    {
        QTest::addColumn<QByteArray>("a");
        QTest::addColumn<QByteArray>("b");
        QTest::addColumn<int>("way");
        QTest::addColumn<QStringList>("expected");
        const auto row = [](const char* name, const QByteArray& a, const QByteArray& b, Way way,
                             const QStringList& expected) { QTest::newRow(name) << a << b << int(way) << expected; };
        row("members", R"({"to":"a","n":1,"old":true})", R"({"n":2,"to":"a","new":null})", Way::Json,
            {u"~$.n 1|2"_s, u"-$.old true"_s, u"+$.new null"_s});
        row("numbers are compared as written", R"([1.0,18446744073709551615,1e400])",
            R"([1.00,18446744073709551616,1e400])", Way::Json,
            {u"~$[0] 1.0|1.00"_s, u"~$[1] 18446744073709551615|18446744073709551616"_s});
        row("an item in the middle", R"({"l":[1,2,3,4]})", R"({"l":[1,9,2,3,4]})", Way::Json, {u"+$.l[1] 9"_s});
        row("items that went", R"([1,2,3])", R"([])", Way::Json, {u"-$[0] 1"_s, u"-$[1] 2"_s, u"-$[2] 3"_s});
        row("a key that comes twice", R"({"k":1,"k":2})", R"({"k":1,"k":3,"k":4})", Way::Json,
            {u"~$.k#2 2|3"_s, u"+$.k#3 4"_s});
        row("another order is none", R"({"a":1,"b":{"c":2,"d":3}})", R"({ "b": {"d":3,"c":2}, "a":1 })", Way::Json, {});
        row("another escape is none", R"(["\u0041\/"])", R"(["A/"])", Way::Json, {});
        row("half a surrogate is what it is", R"(["\ud800"])", R"(["\ud801"])", Way::Json,
            {uR"(~$[0] "\ud800"|"\ud801")"_s});
        row("odd keys", R"({"a b":1,"":2})", R"({"a b":2,"":3})", Way::Json,
            {uR"(~$["a b"] 1|2)"_s, uR"(~$[""] 2|3)"_s});
        row("a key of a key's name", R"({"a.b":1})", R"({"a":{"b":1}})", Way::Json,
            {uR"(-$["a.b"] 1)"_s, uR"(+$.a {"b":1})"_s});
        row("another kind", R"({"a":[]})", R"({"a":{}})", Way::Json, {u"~$.a []|{}"_s});
        row("values alone", "5", "\"5\"", Way::Json, {u"~$ 5|\"5\""_s});
        row("lines", "one\ntwo\nthree\nfour\nfive\nsix", "one\ntwo\nthree\n4\nfive\nsix", Way::Lines,
            {u" 2 two"_s, u" 3 three"_s, u"~4 four|4"_s, u" 5 five"_s, u" 6 six"_s});
        row("a line more and one less", "a\nb\nc\nd", "a\nx\nb\nc", Way::Lines,
            {u" 1 a"_s, u"+2 x"_s, u" 2 b"_s, u" 3 c"_s, u"-4 d"_s});
        row("a last line feed", "a\n", "a", Way::Lines, {u" 1 a"_s, u"-2 "_s});
        row("ends of lines", "a\r\nb", "a\nb", Way::Lines, {u"~1 a\r|a"_s, u" 2 b"_s});
        row("something and nothing", "", "a", Way::Lines, {u"+1 a"_s});
        row("JSON and text", "{}", "{", Way::Lines, {u"~1 {}|{"_s});
        row("NUL", QByteArray("abc\0def", 7), QByteArray("abc\0deg", 7), Way::Bytes,
            {u"~0 abc"_s + QChar(0) + u"def|abc"_s + QChar(0) + u"deg"_s});
        row("invalid UTF-8", "\xff\xfe", "\xff", Way::Bytes, {u"~0 \u00ff\u00fe|\u00ff"_s});
        row("bytes behind the end", QByteArray(16, '\0'), QByteArray(17, '\0'), Way::Bytes,
            {QString(u"+16 "_s + QChar(0))});
    }

    void contents()
    {
        QFETCH(QByteArray, a);
        QFETCH(QByteArray, b);
        QFETCH(int, way);
        QFETCH(QStringList, expected);
        const ContentDiff diff = compareContents(a, b);
        QCOMPARE(int(diff.mode), way);
        QCOMPARE(rows(diff), expected);
        QCOMPARE(diff.limit, Limit::None);
        QVERIFY(!diff.isSame());
        QCOMPARE(*diff.firstDifference, commonPrefix(a, b));
        QCOMPARE(diff.isOnlyWriting(), expected.isEmpty());
        QVERIFY(compareContents(a, a).isSame());
        QCOMPARE(compareContents(b, b).rows.size(), std::size_t(0));
        // Comparing in the opposite direction finds the same differences.
        QCOMPARE(compareContents(b, a).differences, diff.differences);
    }

    void charactersThatDeceiveAreOnlyBytes()
    {
        const QByteArray bidi = "{\"f\":\"\xe2\x80\xaegnp.exe\"}";
        const ContentDiff diff = compareContents(bidi, R"({"f":"exe.png"})");
        QCOMPARE(diff.rows.size(), std::size_t(1));
        QCOMPARE(diff.rows[0].a->bytes, QByteArray("\"\xe2\x80\xaegnp.exe\""));
        // A key is displayed without characters that affect the text's layout.
        const ContentDiff key = compareContents("{\"\xe2\x80\xae\":1}", "{}");
        QVERIFY2(key.rows.at(0).path.contains(u"202E"_s, Qt::CaseInsensitive), qPrintable(key.rows.at(0).path));
    }

    /// For any edit, the common lines and the reported lines together make up both texts.
    void linesMakeUpBothTexts()
    {
        quint32 seed = 7;
        const auto roll = [&seed](quint32 below) {
            seed = seed * 1664525 + 1013904223;
            return (seed >> 8) % below;
        };
        for (int round = 0; round < 300; ++round) {
            QByteArrayList a;
            for (quint32 i = roll(30); i > 0; --i)
                a << QByteArray::number(roll(6));
            QByteArrayList b = a;
            for (quint32 i = roll(8); i > 0; --i) {
                if (roll(2) && !b.isEmpty())
                    b.removeAt(roll(quint32(b.size())));
                else
                    b.insert(roll(quint32(b.size() + 1)), QByteArray::number(roll(6)));
            }
            a << "end";
            b << "end";
            const ContentDiff diff = compareLines(a.join('\n'), b.join('\n'));
            QByteArrayList kept = a; // Without the reported lines, both texts must be equal.
            QByteArrayList keptOfB = b;
            for (auto row = diff.rows.rbegin(); row != diff.rows.rend(); ++row) {
                if (row->change == Change::Same) {
                    QCOMPARE(a.at(row->atA - 1), b.at(row->atB - 1));
                    continue;
                }
                if (row->a) {
                    QCOMPARE(row->a->bytes, a.at(row->atA - 1));
                    kept.removeAt(row->atA - 1);
                }
                if (row->b) {
                    QCOMPARE(row->b->bytes, b.at(row->atB - 1));
                    keptOfB.removeAt(row->atB - 1);
                }
            }
            QCOMPARE(kept, keptOfB);
        }
    }

    void whatIsLongIsCutAroundItsDifference()
    {
        const QByteArray common(100'000, 'x');
        const ContentDiff diff = compareContents("[\"" + common + "a\"]", "[\"" + common + "b\"]");
        QCOMPARE(diff.rows.size(), std::size_t(1));
        const DiffRow& row = diff.rows[0];
        QCOMPARE(row.common, 100'001);
        QVERIFY(row.a->bytes.size() <= ContentDiff::maxSide && !row.a->isWhole());
        QCOMPARE(row.a->size, 100'003);
        QVERIFY(row.a->bytes.endsWith("xa\"") && row.b->bytes.endsWith("xb\""));
        // Truncation never splits a character.
        const ContentDiff wide
            = compareLines(QByteArray("\xe2\x82\xac").repeated(5'000), QByteArray("\xe2\x82\xac").repeated(5'001));
        QCOMPARE(uchar(wide.rows.at(0).a->bytes[0]), uchar(0xe2));
    }

    /// Ten megabytes are compared in bounded time, and every limit reached is reported.
    void tenMegabytes()
    {
        QByteArray values = "[";
        QByteArray lines;
        QByteArray others;
        while (lines.size() < 10'000'000) {
            values += "12345,";
            lines += QByteArray::number(lines.size()) + '\n';
            others += QByteArray::number(others.size()) + "!\n";
        }
        values += "0]";
        QByteArray changed = values;
        changed[changed.size() / 2] = '9';
        ContentDiff diff = compareContents(values, changed);
        QCOMPARE(diff.mode, Way::Lines);
        QCOMPARE(diff.limit, Limit::ManyValues);
        QCOMPARE(diff.rows.size(), std::size_t(1));
        QCOMPARE(*diff.firstDifference, values.size() / 2);

        diff = compareContents(lines, others);
        QCOMPARE(diff.limit, Limit::ManyLines);
        QCOMPARE(diff.rows.size(), ContentDiff::maxRows);
        QVERIFY(diff.differences > qint64(ContentDiff::maxRows));

        QByteArray one = lines;
        one.replace("\n5000001\n", "\nhere\n").replace("\n9000003\n", "\nthere\n");
        diff = compareContents(lines, one);
        QCOMPARE(diff.limit, Limit::None);

        // The content is deeply nested, and all lines differ.
        const QByteArray deep = QByteArray(100'000, '[') + QByteArray(100'000, ']');
        QCOMPARE(compareContents(deep, deep + ' ').limit, Limit::ManyValues);
        QByteArray shuffled;
        for (int i = 100'000; i > 0; --i)
            shuffled += QByteArray::number(i * 7) + '\n';
        QCOMPARE(compareContents(lines.first(600'000), shuffled).limit, Limit::ManyLines);

        QByteArray bytes(10'000'000, '\0');
        QByteArray last = bytes;
        last.back() = 'x';
        diff = compareContents(bytes, last);
        QCOMPARE(*diff.firstDifference, 9'999'999);
        QVERIFY(!diff.hasMoreBytes());
        QVERIFY(compareContents(bytes, 'x' + bytes).hasMoreBytes());
        QCOMPARE(diff.rows.size(), std::size_t(1));
        QCOMPARE(diff.rows[0].atA, 9'999'999 / 16 * 16);
    }

    void fieldsOfTwoTasks()
    {
        TaskDetail a;
        a.task.id = "mail.send#1";
        a.task.state = TaskState::Failed;
        a.task.error = "timeout\nat line 5";
        a.task.maxAttempts = 5;
        a.options.expiresAt = fromMs(5);
        TaskDetail b = a;
        b.task.id = "mail.send#2";
        b.options.expiresAt.reset();
        b.options.leaseFor = Millis(70'000);
        b.options.keepResult = true;
        b.task.error = "timeout\nat line 6";
        b.result = "\"x\"";
        const Comparison comparison = compareDetails(a, b);
        QCOMPARE(changeOf(comparison, "type"), Change::Same);
        QCOMPARE(changeOf(comparison, "expires_ms"), Change::Removed);
        QCOMPARE(changeOf(comparison, "lease_ms"), Change::Added);
        QCOMPARE(changeOf(comparison, "keep_result"), Change::Changed);
        QCOMPARE(comparison.contents.size(), std::size_t(2));
        QCOMPARE(comparison.contents[1].name, "error");
        QCOMPARE(rows(comparison.contents[1].content), QStringList({u" 1 timeout"_s, u"~2 at line 5|at line 6"_s}));
        QCOMPARE(comparison.differences(), 5);
        QVERIFY(!comparison.isSame());
        QVERIFY(compareDetails(a, a).isSame());
    }

    void twoAttempts()
    {
        const Attempt a{1, "w-1", fromMs(1'000), fromMs(3'000), "failed", "one\ntwo"};
        const Attempt b{2, "w-1", fromMs(9'000), fromMs(9'500), "failed", "one\n2"};
        const Comparison comparison = compareAttempts(a, b, true);
        QCOMPARE(changeOf(comparison, "worker"), Change::Same);
        QCOMPARE(changeOf(comparison, "run_ms"), Change::Changed);
        QCOMPARE(std::get<Millis>(comparison.fields[4].a), Millis(2'000));
        QCOMPARE(comparison.contents.size(), std::size_t(1));
        QVERIFY(comparison.masked);
        const Attempt kept{3, {}, {}, fromMs(9'500), "done", {}};
        QCOMPARE(changeOf(compareAttempts(a, kept, false), "started_ms"), Change::Removed);
    }

    void payloadsAreReadAndTheLargeOnesInPieces();
    void whatIsMaskedStaysHidden();
};

namespace {

struct Shelf
{
    std::unique_ptr<Backend> backend
        = std::make_unique<MemoryBackend>(std::make_shared<MemoryStore>(), "lane", Access::Operate);

    void add(const TaskId& id, const QByteArray& payload)
    {
        QVERIFY(backend->editor()->add("q", {{id, {}, Millis(60'000), {}, payload}}).ok());
    }
};

} // namespace

void TestTaskDiff::payloadsAreReadAndTheLargeOnesInPieces()
{
    Shelf shelf;
    QByteArray large(ContentDiff::wholeUpTo + 3'000'000, 'l');
    shelf.add("t#a", R"({"n":1})");
    shelf.add("t#b", R"({"n":2})");
    shelf.add("t#large", large);
    large[17'000'000] = 'm';
    shelf.add("t#other", large);
    const auto compare = [&](const TaskId& a, const TaskId& b) { return *compareTasks(*shelf.backend, "q", a, b, {}); };
    QCOMPARE(rows(compare("t#a", "t#b").contents.at(0).content), QStringList{u"~$.n 1|2"_s});
    const ContentDiff diff = compare("t#large", "t#other").contents.at(0).content;
    QCOMPARE(diff.limit, Limit::Large);
    QCOMPARE(diff.mode, Way::Bytes);
    QCOMPARE(*diff.firstDifference, 17'000'000);
    QCOMPARE(diff.rows.at(0).atA, 17'000'000 / 16 * 16);
    QCOMPARE(*compare("t#a", "t#large").contents.at(0).content.firstDifference, 0);
    const auto self = compareTasks(*shelf.backend, "q", "t#a", "t#a", {});
    QVERIFY(!self && self.error().code == ErrorCode::Usage);
    const auto gone = compareTasks(*shelf.backend, "q", "t#a", "t#gone", {});
    QVERIFY(!gone && gone.error().code == ErrorCode::NotFound);
}

void TestTaskDiff::whatIsMaskedStaysHidden()
{
    Shelf shelf;
    shelf.add("t#a", R"({"password":"hunter2","n":1})");
    shelf.add("t#b", R"({"password":"letmein","n":2})");
    shelf.add("t#large", "{\"password\":\"hunter2\"}" + QByteArray(ContentDiff::wholeUpTo, ' '));
    const QStringList fields{u"password"_s};
    MaskingBackend masking(std::move(shelf.backend), fields, nullptr, false);
    const Comparison comparison = *compareTasks(masking, "q", "t#a", "t#b", fields);
    QVERIFY(comparison.masked);
    QCOMPARE(rows(comparison.contents.at(0).content), QStringList{u"~$.n 1|2"_s});
    const ContentDiff large = compareTasks(masking, "q", "t#a", "t#large", fields)->contents.at(0).content;
    QCOMPARE(large.limit, Limit::Masked);
    QVERIFY(large.rows.empty());
}

QTEST_GUILESS_MAIN(TestTaskDiff)
#include "tst_taskdiff.moc"
