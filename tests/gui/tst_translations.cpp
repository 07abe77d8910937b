// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/windowplace.h"
#include "tests/gui/wordsonscreen.h"
#include "tests/support/sourcepath.h"
#include "ui/text/language.h"
#include "ui/text/operationwords.h"

#include <QProcess>
#include <QRegularExpression>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

/// Translator that records missing translations. Installed so that Qt queries it last.
class Missing : public QTranslator
{
public:
    QString translate(const char* context, const char* source, const char*, int) const override
    {
        m_heard.insert({QString::fromUtf8(context), QString::fromUtf8(source)});
        return {};
    }
    bool isEmpty() const override { return false; }
    QSet<std::pair<QString, QString>> heard() const { return m_heard; }
    void forget() { m_heard.clear(); }

private:
    mutable QSet<std::pair<QString, QString>> m_heard;
};

} // namespace

namespace {

/// English term and its only permitted Chinese translation.
struct Term
{
    QString english; ///< case-insensitive pattern of English strings that contain the term
    QString chinese; ///< Chinese term that every translation of a string that matches `english` must contain
    QStringList wrong; ///< Chinese terms that these translations must not contain
    /// Scope of `wrong`. With `Anywhere`, no other translation may contain these terms either.
    enum Where : quint8 { InThese, Anywhere } where = InThese;
    QString context = u"."_s; ///< pattern for the names of the classes that the term applies to
};

/// Returns the terms in resources/translations/GLOSSARY.md.
const std::vector<Term>& terms()
{
    using enum Term::Where;
    static const std::vector<Term> all{
        {u"^due$|due (at|already|tasks)"_s, u"到期"_s, {u"过期"_s, u"失效"_s}},
        {u"\\bexpir|ran out"_s, u"过期"_s, {u"到期"_s, u"失效"_s}},
        {u"^leased$"_s, u"执行中"_s, {u"运行中"_s, u"租用"_s}},
        {u"^(%Ln )?running$|running worker"_s, u"运行中"_s, {u"执行中"_s}},
        {u"\\brestor"_s, u"恢复"_s, {u"收回"_s}},
        {u"\\brecover"_s, u"收回"_s, {u"恢复"_s}},
        {u"\\breleas|leases (are given )?back|^given back|gives them back"_s, u"释放"_s, {u"归还"_s}, Anywhere},
        {u"\\bskip"_s, u"跳过"_s, {u"略过"_s, u"保持原样"_s, u"未包括"_s}},
        {u"^lost$"_s, u"失联"_s, {u"丢失"_s}, InThese, u"::WorkerModel$"_s},
        {u"^lost$|lease was lost"_s, u"已丢失"_s, {u"失联"_s}, InThese, u"::WorkerLogModel$"_s},
        {u"mask"_s, u"遮盖"_s, {u"打码"_s, u"掩码"_s}, Anywhere},
        {u"\\boutcome"_s, u"执行结果"_s, {u"结局"_s}, Anywhere},
        {u"^results?$"_s, u"结果"_s, {u"执行结果"_s}},
        {u"^staging$|^stage$"_s, u"预发"_s, {u"预发布"_s}, Anywhere},
        {u"^when$"_s, u"执行规则"_s, {u"时间"_s}, InThese, u"Schedule"_s},
        {u"recurring"_s, u"定时"_s, {u"周期"_s}, Anywhere},
        {u"^activity$"_s, u"活动"_s, {u"操作记录"_s}, Anywhere},
        {u"(?-i:^By$)|operator"_s, u"操作者"_s, {u"操作员"_s}, Anywhere},
        {u"^handler|add a handler"_s, u"处理程序"_s, {u"处理器"_s}, Anywhere},
        {u"\\bslots?\\b"_s, u"并发"_s, {u"槽"_s}, Anywhere},
        {u"(?<!by )design"_s, u"方案"_s, {u"设计"_s}, Anywhere},
        {u"\\bspace\\b"_s, u"空格"_s, {u"Space"_s}},
    };
    return all;
}

} // namespace

/// Tests the window's text in both languages: it is complete, has correct plurals, is not clipped, and appears on
/// screen.
class TestTranslations : public QObject
{
    Q_OBJECT

    const QString m_folder = sourcePath(QStringLiteral("resources/translations"));
    QString chinese() const { return m_folder + u"/dueline_zh_CN.ts"_s; }
    QString english() const { return m_folder + u"/dueline_en.ts"_s; }

    static QStringList matches(const QString& text, const QString& pattern)
    {
        QStringList found;
        for (auto match = QRegularExpression(pattern).globalMatch(text); match.hasNext();)
            found << match.next().captured();
        found.sort();
        return found;
    }

    static void expectChinese(const QWidget& root, const QString& where)
    {
        for (const auto& [part, text] : textsOn(root)) {
            const QString left = englishWordsIn(text);
            QVERIFY2(left.isEmpty(), qPrintable(u"%1, %2: \"%3\" in \"%4\""_s.arg(where, part, left, text)));
        }
    }

private Q_SLOTS:
    void cleanup() { QLocale::setDefault(QLocale::c()); }

    void theFilesHaveEveryTextOfTheSources()
    {
        QTemporaryDir folder;
        for (const QString& file : {chinese(), english()})
            QVERIFY(QFile::copy(file, folder.filePath(QFileInfo(file).fileName())));
        QProcess update;
        update.start(m_folder + u"/update"_s, {folder.path()});
        QVERIFY2(update.waitForFinished(60'000) && update.exitCode() == 0, update.readAllStandardError().constData());
        for (const QString& file : {chinese(), english()}) {
            // A text can occur twice, with different meanings. Qt 6.8's lupdate omits the namespace of certain classes.
            const auto textsOf = [](const QString& path) {
                QSet<std::pair<QString, QString>> texts;
                for (const TextInFile& message : messagesOf(path))
                    texts.insert({message.context.section(u"::"_s, -1), message.source});
                return texts;
            };
            const QSet<std::pair<QString, QString>> kept = textsOf(file);
            const QSet<std::pair<QString, QString>> found = textsOf(folder.filePath(QFileInfo(file).fileName()));
            const auto names = [](const QSet<std::pair<QString, QString>>& texts) {
                QStringList lines;
                for (const auto& [context, source] : texts)
                    lines << context + u": "_s + source;
                return lines;
            };
            const QStringList fresh = names(found - kept);
            const QStringList gone = names(kept - found);
            QVERIFY2(fresh.isEmpty() && gone.isEmpty(),
                qPrintable(u"%1: run resources/translations/update\nnew: %2\ngone: %3"_s.arg(
                    file, fresh.join(u"\n     "_s), gone.join(u"\n      "_s))));
        }
    }

    void everyTextHasItsWords()
    {
        for (const QString& file : {chinese(), english()}) {
            const auto messages = messagesOf(file);
            QVERIFY(messages.size() > 20);
            for (const TextInFile& message : messages) {
                const QString what = QFileInfo(file).fileName() + u": "_s + message.context + u": "_s + message.source;
                QVERIFY2(message.type.isEmpty(), qPrintable(what + u" is "_s + message.type));
                QVERIFY2(!message.translations.contains(QString()), qPrintable(what));
                const int forms = !message.numerus ? 1 : file == chinese() ? 1 : 2;
                QVERIFY2(message.translations.size() == forms, qPrintable(what));
            }
        }
    }

    void placeholdersAgree()
    {
        for (const QString& file : {chinese(), english()}) {
            for (const TextInFile& message : messagesOf(file)) {
                for (const QString& translation : message.translations) {
                    const QString what = message.source + u" / "_s + translation;
                    QVERIFY2(matches(message.source, u"%L?(\\d|n)"_s) == matches(translation, u"%L?(\\d|n)"_s),
                        qPrintable(what));
                    // Chinese has no letters for mnemonics, so menus and buttons must not look like `文件(F)`.
                    QVERIFY2(!translation.contains(u'&'), qPrintable(what));
                    QVERIFY2(message.source.endsWith(u'…') == translation.endsWith(u'…'), qPrintable(what));
                }
            }
        }
    }

    void numbersTakeTheirPluralInEnglish()
    {
        Language language;
        language.use(u"en"_s);
        QCOMPARE(doneWords(ActionKind::Retry, 1), u"1 task retried"_s);
        QCOMPARE(doneWords(ActionKind::Retry, 3), u"3 tasks retried"_s);
        QCOMPARE(verbWords(ActionKind::Delete, 1), u"Permanently delete 1 task"_s);
        for (const TextInFile& message : messagesOf(english())) {
            for (const QString& form : message.translations)
                QVERIFY2(!form.contains(u"(s)"_s), qPrintable(form));
        }
    }

    /// Strings whose plural form depends on a number must also format that number with thousands separators.
    void everyNumberPartsItsThousands()
    {
        QLocale::setDefault(QLocale(QLocale::English));
        Language language;
        language.use(u"en"_s);
        QCOMPARE(doneWords(ActionKind::Retry, 12'345), u"12,345 tasks retried"_s);
        QCOMPARE(verbWords(ActionKind::Discard, 1'000), u"Discard 1,000 tasks"_s);
        for (const QString& file : {chinese(), english()}) {
            for (const TextInFile& message : messagesOf(file))
                QVERIFY2(!message.source.contains(u"%n"_s), qPrintable(message.source));
        }
    }

    void noEnglishPluralIsLeftToChance()
    {
        // A text with (s) but no %n can't have plural forms.
        for (const TextInFile& message : messagesOf(chinese()))
            QVERIFY2(message.numerus || !message.source.contains(u"(s)"_s), qPrintable(message.source));
    }

    void statesHaveTheWordsOfTheGlossary()
    {
        Language language;
        language.use(u"zh_CN"_s);
        QStringList words;
        for (const TaskState state : allStates)
            words << Formatting::stateWord(state);
        QCOMPARE(words,
            (QStringList{u"待执行"_s, u"已到期"_s, u"等待重试"_s, u"执行中"_s, u"已失败"_s, u"已完成"_s, u"回收站"_s}));
    }

    void oneThingHasOneWord()
    {
        const auto textOf = [](const QString& path) {
            QFile file(path);
            return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
        };
        const QString readme = textOf(sourcePath(QStringLiteral("README.zh_CN.md")));
        const QStringList glossary
            = textOf(m_folder + u"/GLOSSARY.md"_s).split(u'\n').filter(QRegularExpression(u"^\\|"_s));
        QVERIFY(!readme.isEmpty() && glossary.size() > 2);
        const auto messages = messagesOf(chinese());
        const auto standsIn = [](const QString& text, const QStringList& words) {
            return std::any_of(
                words.begin(), words.end(), [&text](const QString& word) { return text.contains(word); });
        };
        QStringList complaints;
        for (const Term& term : terms()) {
            const QRegularExpression english(term.english, QRegularExpression::CaseInsensitiveOption);
            const QRegularExpression context(term.context);
            int met = 0;
            for (const TextInFile& message : messages) {
                const bool about
                    = QString(message.source).remove(u'&').contains(english) && message.context.contains(context);
                const QString words = message.translations.first();
                met += about;
                if ((about && !words.contains(term.chinese))
                    || ((about || term.where == Term::Anywhere) && standsIn(words, term.wrong)))
                    complaints << u"%1: %2 / %3: is it %4?"_s.arg(message.context, message.source, words, term.chinese);
            }
            QVERIFY2(met > 0, qPrintable(term.english));
            if (term.where == Term::Anywhere && standsIn(readme, term.wrong))
                complaints << u"README.zh_CN.md says %1 where it is %2"_s.arg(term.wrong.join(u" or "_s), term.chinese);
            QVERIFY2(std::any_of(glossary.begin(), glossary.end(),
                         [&](const QString& row) {
                             const QStringList cells = row.split(u'|');
                             return cells.size() == 5 && cells[2].contains(term.chinese)
                                 && std::all_of(term.wrong.begin(), term.wrong.end(),
                                     [&](const QString& word) { return cells[3].contains(word); });
                         }),
                qPrintable(u"not in the glossary: %1"_s.arg(term.chinese)));
        }
        QVERIFY2(complaints.isEmpty(), qPrintable(complaints.join(u'\n')));
    }

    void timesReadAsOneWritesThemInChinese()
    {
        Language language;
        language.use(u"zh_CN"_s);
        const Formatting formatting(QTimeZone::utc());
        const TimePoint noon = fromMs(1'795'348'798'000); // 2026-11-22 13:19:58
        QCOMPARE(Formatting::relative(noon - std::chrono::seconds(14), noon), u"14 秒前"_s);
        QCOMPARE(Formatting::relative(noon + std::chrono::minutes(137), noon), u"2 小时 17 分后"_s);
        QCOMPARE(formatting.day(noon), u"11 月 22 日 周日"_s);
        QCOMPARE(formatting.instant(noon - std::chrono::hours(24), noon), u"11 月 21 日 11:59:58"_s);
        QCOMPARE(Formatting::count(22619), u"22,619"_s);
    }

    void everyTextOnScreenIsChinese()
    {
        Missing missing;
        QCoreApplication::installTranslator(&missing);
        Language language;
        language.use(u"zh_CN"_s);
        QSet<QString> sources;
        for (const TextInFile& message : messagesOf(chinese()))
            sources.insert(message.source);
        {
            WindowPlace place;
            expectChinese(place.window(), u"welcome"_s);
            QVERIFY(place.fill());
            expectChinese(place.window(), u"window"_s);
            place.forEachPanel([&place](const QString& id) { expectChinese(place.window(), id); });
            place.forEachDialog([](QDialog& dialog, const QString& name) { expectChinese(dialog, name); });
            for (const ActionRow& row : actionTable()) {
                const QAction* action = place.window().actions()[row.id];
                for (const QString& text : {action->text(), action->toolTip()})
                    QVERIFY2(englishWordsIn(text).isEmpty(), qPrintable(QString::fromLatin1(row.id) + u' ' + text));
            }
        }
        // Collects strings that are looked up in the wrong context or missing from the file.
        QStringList lost;
        const QSet<QString> ofQtItself{u"QShortcut"_s, u"QPlatformTheme"_s, u"QTabBar"_s, u"QLineEdit"_s};
        for (const auto& [context, source] : missing.heard()) {
            if (context.startsWith(u"dueline"_s) || (sources.contains(source) && !ofQtItself.contains(context)))
                lost << context + u": "_s + source;
        }
        QVERIFY2(lost.isEmpty(), qPrintable(lost.join(u'\n')));
    }
};

QTEST_MAIN(TestTranslations)
#include "tst_translations.moc"
