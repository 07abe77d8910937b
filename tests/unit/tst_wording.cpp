// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sourcepath.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

/// Program sources. Tests and documents are checked separately.
const QStringList programs{u"app"_s, u"core"_s, u"ui"_s};

QDir sourceRoot() { return QDir(dueline::sourcePath()); }

QStringList files(const QStringList& folders, const QString& pattern)
{
    QStringList paths;
    for (const QString& folder : folders) {
        QDirIterator walk(sourceRoot().filePath(folder), {pattern}, QDir::Files, QDirIterator::Subdirectories);
        while (walk.hasNext()) {
            const QString path = sourceRoot().relativeFilePath(walk.next());
            if (!path.contains(u"/node_modules/"))
                paths << path;
        }
    }
    paths.sort();
    return paths;
}

QString textOf(const QString& path)
{
    QFile file(sourceRoot().filePath(path));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Returns the first lines of doc comments that open with a fragment instead of a verb or a noun.
QStringList fragmentsIn(const QString& text)
{
    static const QRegularExpression comment(u"^\\s*///\\s*(.*)$"_s);
    static const QRegularExpression fragment(
        u"^(What|Whether|How|Of|Where|As|Those|Who|Whom|Whose|That which|That|Which|When|Why|The same|The other|"
        "Another|Such|Likewise|Not|None|No|In|On|At|By|For|From|With|Without|To|Here|There|Until|While|Only|Also|So)\\b"_s);
    QStringList found;
    bool isInside = false;
    for (const QString& line : text.split(u'\n')) {
        const auto match = comment.match(line);
        if (match.hasMatch() && !isInside && fragment.match(match.captured(1)).hasMatch())
            found << match.captured(1);
        isInside = match.hasMatch();
    }
    return found;
}

/// Returns the phrases in text that the project avoids, each with its surroundings.
QStringList oddPhrasesIn(const QString& text)
{
    static const QRegularExpression odd(
        u"\\b(anew|besides|ours|theirs|meant|at the spot|what stands there|in hand|whoever|somebody|nobody|those that|"
        "as far as|of which|be it|such as it is|comes back|is gone|are gone|at once|by itself|"
        "by themselves|(?<!one )of (?:its|their) own)\\b"_s,
        QRegularExpression::CaseInsensitiveOption);
    QStringList found;
    for (auto each = odd.globalMatch(text); each.hasNext();) {
        const auto match = each.next();
        found << text.mid(std::max<qsizetype>(match.capturedStart() - 30, 0), 90).simplified();
    }
    return found;
}

/// Returns a source's comments without the code in backticks. `isLua`: comments begin with `--`.
QString commentsOf(const QString& text, bool isLua = false)
{
    static const QRegularExpression comment(u"//[/<]*(.*)"_s);
    static const QRegularExpression luaComment(u"--(.*)"_s);
    static const QRegularExpression code(u"`[^`]*`"_s);
    QString comments;
    for (auto each = (isLua ? luaComment : comment).globalMatch(text); each.hasNext();)
        comments += each.next().captured(1).trimmed() + u' ';
    return comments.remove(code);
}

/// Returns the sentences in a source that users read: string literals of more than one word, joined across line
/// breaks.
QString sentencesOf(const QString& text)
{
    static const QRegularExpression comment(u"^\\s*//.*$"_s, QRegularExpression::MultilineOption);
    static const QRegularExpression continued(u"\"\\s*\n\\s*u?\""_s);
    static const QRegularExpression literal(u"\"((?:[^\"\\\\\\n]|\\\\.)*)\""_s);
    QString code = text;
    code.remove(comment).replace(continued, QString());
    QString sentences;
    for (auto each = literal.globalMatch(code); each.hasNext();) {
        const QString words = each.next().captured(1).remove(u'&'); // removes the mnemonic mark
        if (words.contains(u' '))
            sentences += words + u" | "_s;
    }
    return sentences;
}

/// Returns the strings in a source that belong in its layout's words file: translated strings, and literals with six
/// words in a row, or four words and a period. Shorter literals are value names or script code.
QStringList textsOf(const QString& source)
{
    static const QRegularExpression sentence(
        u"(^|[ \"(;:,.%1-9])([A-Za-z]?[a-z'’-]+[,;:.]? ){3}([a-z'’-]+\\.|([a-z'’-]+[,;:.]? ){2}[a-z'’-]+)"_s);
    QStringList texts;
    for (const QString& text : sentencesOf(source).split(u" | "_s)) {
        if (sentence.match(text).hasMatch())
            texts << text;
    }
    if (source.contains(u"QT_TRANSLATE_NOOP"_s))
        texts << u"QT_TRANSLATE_NOOP"_s;
    return texts;
}

/// Returns a document's text without code and window labels, which are in italics.
QString proseOf(const QString& text)
{
    static const QRegularExpression code(
        u"```.*?```|`[^`]*`|(?<![*\\w])\\*[^*\\n]+\\*(?!\\*)"_s, QRegularExpression::DotMatchesEverythingOption);
    return QString(text).remove(code);
}

} // namespace

/// Tests that comments and documents use standard English.
class TestWording : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFragmentIsSeen_data();
    void aFragmentIsSeen();
    void anOddPhraseIsSeen();
    void anOddPhraseOfALiteralIsSeen();
    void docCommentsOpenWithAVerbOrANoun();
    void commentsUseStandardTerms();
    void documentsUseStandardTerms();
    void sentencesOnScreenUseStandardTerms();
    void aTextOutsideTheWordsIsSeen();
    void textsOfALayoutAreInItsWords();
};

void TestWording::aFragmentIsSeen_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qsizetype>("count");
    QTest::newRow("a verb") << u"/// Returns what it read.\nint read();"_s << qsizetype(0);
    QTest::newRow("a noun") << u"    /// Number of tasks.\n"_s << qsizetype(0);
    QTest::newRow("a fragment") << u"/// Whether it is open.\nbool isOpen();"_s << qsizetype(1);
    QTest::newRow("a second line") << u"/// Returns the task that a worker holds.\n/// Of a cluster, none."_s
                                   << qsizetype(0);
    QTest::newRow("two comments") << u"/// Of a queue.\nint a;\n/// How it ends.\nint b;"_s << qsizetype(2);
    QTest::newRow("the beginning of a noun") << u"/// Offset in bytes.\n"_s << qsizetype(0);
}

void TestWording::aFragmentIsSeen()
{
    QFETCH(QString, text);
    QFETCH(qsizetype, count);
    QCOMPARE(fragmentsIn(text).size(), count);
}

void TestWording::anOddPhraseIsSeen()
{
    QCOMPARE(oddPhrasesIn(u"Reads it anew; nobody waits, and Theirs is by itself."_s).size(), qsizetype(4));
    QCOMPARE(
        oddPhrasesIn(u"Reads the hours of the meantime immediately, in one of its own ways."_s).size(), qsizetype(0));
    QCOMPARE(oddPhrasesIn(commentsOf(u"local n = 1 -- a key of its own\nreturn n - -n"_s, true)).size(), qsizetype(1));
    QCOMPARE(oddPhrasesIn(commentsOf(u"int ours; ///< prefix `ours`\nint nobody; // somebody"_s)).size(), qsizetype(1));
}

void TestWording::anOddPhraseOfALiteralIsSeen()
{
    QCOMPARE(oddPhrasesIn(sentencesOf(u"f(\"It is \"\n  u\"gone.\", \"nobody\");\n// \"runs at once\"\n"_s)).size(),
        qsizetype(1));
}

void TestWording::docCommentsOpenWithAVerbOrANoun()
{
    const QStringList headers = files(programs, u"*.h"_s);
    QVERIFY(headers.size() > 500);
    QStringList found;
    for (const QString& path : headers) {
        for (const QString& line : fragmentsIn(textOf(path)))
            found << path + u": "_s + line;
    }
    QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
}

void TestWording::commentsUseStandardTerms()
{
    QStringList found;
    const QStringList scripts = files(programs, u"*.lua"_s);
    const QStringList paths = files(programs, u"*.h"_s) + files(programs, u"*.cpp"_s) + scripts;
    QVERIFY2(scripts.size() > 50 && paths.size() > 1000, QByteArray::number(paths.size()));
    for (const QString& path : paths) {
        for (const QString& phrase : oddPhrasesIn(commentsOf(textOf(path), path.endsWith(u".lua"_s))))
            found << path + u": "_s + phrase;
    }
    QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
}

void TestWording::documentsUseStandardTerms()
{
    QStringList paths = files({u"app"_s, u"core"_s, u"packaging"_s, u"resources"_s, u"tests"_s, u"ui"_s}, u"*.md"_s);
    for (const QString& path : sourceRoot().entryList({u"*.md"_s}, QDir::Files))
        paths << path;
    QVERIFY(paths.size() > 60);
    QStringList found;
    for (const QString& path : paths) {
        if (path.endsWith(u"/RESULTS.md")) // These files contain measurements exactly as recorded.
            continue;
        for (const QString& phrase : oddPhrasesIn(proseOf(textOf(path))))
            found << path + u": "_s + phrase;
    }
    QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
}

void TestWording::sentencesOnScreenUseStandardTerms()
{
    QStringList found;
    const QStringList paths = files(programs, u"*.cpp"_s);
    QVERIFY2(paths.size() > 500, QByteArray::number(paths.size()));
    for (const QString& path : paths) {
        for (const QString& phrase : oddPhrasesIn(sentencesOf(textOf(path))))
            found << path + u": "_s + phrase;
    }
    QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
}

void TestWording::aTextOutsideTheWordsIsSeen()
{
    QCOMPARE(textsOf(u"f(QT_TRANSLATE_NOOP(\"LayoutWords\", \"Prefix\"));"_s).size(), qsizetype(1));
    QCOMPARE(textsOf(u"return u\"There is no \"\n    u\"queue here.\"_s;\ntell(\"kept while waiting, s\");"_s),
        QStringList{u"There is no queue here."_s});
}

/// All of a layout's strings are in one file, where a copy editor can find them. Skips folders without a framework's
/// layout, and layouts whose strings have not been moved yet.
void TestWording::textsOfALayoutAreInItsWords()
{
    static const QRegularExpression unchecked(u"^core/layouts/(port|catalogue|memory|described|streams)/"_s);
    QStringList found;
    for (const QString& path : files({u"core/layouts"_s}, u"*.cpp"_s) + files({u"core/layouts"_s}, u"*.h"_s)) {
        if (unchecked.match(path).hasMatch() || path.endsWith(u"words.cpp"_s))
            continue;
        for (const QString& text : textsOf(textOf(path)))
            found << path + u": "_s + text;
    }
    QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
}

QTEST_GUILESS_MAIN(TestWording)
#include "tst_wording.moc"
