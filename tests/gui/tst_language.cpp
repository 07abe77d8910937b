// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/windowplace.h"
#include "tests/gui/wordsonscreen.h"
#include "ui/text/language.h"
#include "ui/theme/theme.h"

#include <QDialogButtonBox>
#include <QLibraryInfo>
#include <QMessageBox>
#include <QPushButton>

using namespace dueline;

/// Another language in a window that is open: its words change with it.
class TestLanguage : public QObject
{
    Q_OBJECT

    std::vector<Message> m_messages = messagesOf(QStringLiteral(DUELINE_SOURCE_DIR "/resources/translations/dueline_zh_CN.ts"));

    static QString bare(QString text) { return text.remove(u'&').remove(u'…'); }

    /// Texts that are English where there is Chinese for them, or that hold English words.
    QStringList englishOn(const QWidget& root) const
    {
        // The rows of lists hold what tasks and commands say; there only whole texts of ours are looked for.
        static const QSet<QString> data{u"Redis"_s, u"Dueline"_s, u"UTC"_s, u"English"_s, u"Hex"_s, u"ID"_s};
        QSet<QString> sources;
        for (const Message& message : m_messages) {
            if (!message.numerus && message.translations.first() != message.source && !data.contains(bare(message.source)))
                sources.insert(bare(message.source));
        }
        QStringList found;
        for (const auto& [where, text] : textsOn(root, Words::OfShown)) {
            const bool cell = where.endsWith(u" cell");
            const QString word = cell && text.toLower() == text ? QString() : bare(text); // `failed` may be data
            if (sources.contains(word) || (!cell && !englishWordsIn(text).isEmpty()))
                found << where + u": "_s + text;
        }
        found.removeDuplicates();
        return found;
    }

    static QStringList chineseOn(const QWidget& root)
    {
        static const QRegularExpression han(u"\\p{Han}"_s);
        QStringList found;
        for (const auto& [where, text] : textsOn(root, Words::OfShown)) {
            if (text.contains(han) && !text.contains(u"简体中文"))
                found << where + u": "_s + text;
        }
        found.removeDuplicates();
        return found;
    }

private Q_SLOTS:
    void cleanup() { QLocale::setDefault(QLocale::c()); }

    void aWindowWithoutAConnectionChangesToo()
    {
        Language language;
        language.use(u"en"_s);
        WindowPlace place;
        const QString english = place.window().actions()["connection.new"]->text();
        language.use(u"zh_CN"_s);
        QVERIFY(place.window().actions()["connection.new"]->text() != english);
        QCOMPARE(englishOn(place.window()).join(u'\n'), QString());
        language.use(u"en"_s);
        QCOMPARE(chineseOn(place.window()).join(u'\n'), QString());
        QCOMPARE(place.window().actions()["connection.new"]->text(), english);
    }

    void aFilterOfOnesOwnKeepsItsName()
    {
        Language language;
        language.use(u"en"_s);
        WindowPlace place;
        SavedFilters& filters = place.bench().filters();
        QVERIFY(filters.find(u"Overdue by 5 min"_s));
        language.use(u"zh_CN"_s);
        QVERIFY(!filters.find(u"Overdue by 5 min"_s));
        language.use(u"en"_s);
        QVERIFY(filters.save(u"Mine"_s, u"state:failed"_s).ok());
        language.use(u"zh_CN"_s);
        QVERIFY(filters.find(u"Mine"_s) && filters.find(u"Overdue by 5 min"_s));
    }

    void whatQtItselfSaysIsChineseToo()
    {
        if (!QFile::exists(QLibraryInfo::path(QLibraryInfo::TranslationsPath) + u"/qtbase_zh_CN.qm"_s))
            QSKIP("qtbase_zh_CN.qm is not installed (Debian: qt6-translations-l10n).");
        Language language;
        language.use(u"en"_s);
        Theme theme(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        QMessageBox box(QMessageBox::NoIcon, u"t"_s, u"t"_s, QMessageBox::Cancel | QMessageBox::Ok);
        QDialogButtonBox buttons(QDialogButtonBox::Cancel | QDialogButtonBox::Save);
        QLineEdit line;
        line.setText(u"1"_s);
        QCOMPARE(bare(box.button(QMessageBox::Cancel)->text()), u"Cancel"_s);
        language.use(u"zh_CN"_s);
        QCOMPARE(box.button(QMessageBox::Cancel)->text(), u"取消"_s);
        QCOMPARE(buttons.button(QDialogButtonBox::Cancel)->text(), u"取消"_s);
        QCOMPARE(QMessageBox(QMessageBox::NoIcon, {}, {}, QMessageBox::Cancel).button(QMessageBox::Cancel)->text(), u"取消"_s);
        const std::unique_ptr<QMenu> menu(line.createStandardContextMenu());
        QVERIFY(menu->actions().size() > 5);
        for (const QAction* action : menu->actions()) {
            const QString words = QString(action->text()).section(u'\t', 0, 0);
            QVERIFY2(englishWordsIn(words).isEmpty(), qPrintable(words));
        }
        language.use(u"en"_s);
        QCOMPARE(bare(box.button(QMessageBox::Cancel)->text()), u"Cancel"_s);
    }
};

QTEST_MAIN(TestLanguage)
#include "tst_language.moc"
