// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/windowplace.h"
#include "tests/gui/wordsonscreen.h"
#include "ui/text/language.h"
#include "ui/widgets/toasts.h"
#include "ui/window/languagecommands.h"

#include <QFontDatabase>
#include <QRegularExpression>
#include <QSignalSpy>

using namespace dueline;

/// Tests the window on a machine without Chinese fonts: it must never show boxes instead of characters.
class TestChineseFonts : public QObject
{
    Q_OBJECT

    /// Returns the Chinese text on screen, except for the language's name in the menu.
    static QStringList chineseOn(const QWidget& root)
    {
        QStringList found;
        for (const auto& [where, text] : textsOn(root, Words::OfShown)) {
            if (text.contains(chineseCharacter()) && !text.contains(u"简体中文"_s))
                found << where + u": "_s + text;
        }
        return found;
    }
    static void expectWarning(MainWindow& window)
    {
        const Toasts& messages = window.messages();
        QVERIFY(messages.isVisible());
        QCOMPARE(messages.notice().kind, Notice::Kind::Warning);
        QVERIFY2(messages.notice().text.contains(u"No font"_s), qPrintable(messages.notice().text));
        QVERIFY2(messages.notice().detail.contains(u"fonts-noto-cjk"_s), qPrintable(messages.notice().detail));
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (QFontDatabase::families().isEmpty())
            QSKIP("DejaVu is not installed (Debian: fonts-dejavu-core).");
        QVERIFY(QFontDatabase::families(QFontDatabase::SimplifiedChinese).isEmpty());
        QVERIFY(Language::canBeRead(u"en"_s) && !Language::canBeRead(u"zh_CN"_s));
    }
    void cleanup() { QLocale::setDefault(QLocale::c()); }

    void aLanguageThatCannotBeReadIsNotSwitchedTo()
    {
        Language language;
        language.use(u"en"_s);
        WindowPlace place;
        MainWindow& window = place.window();
        LanguageCommands tools(language, window, nullptr);
        QSignalSpy chosen(&tools, &LanguageCommands::chosen);
        const QString word = window.actions()["connection.new"]->text();
        window.actions()["view.languageChinese"]->trigger();
        QCOMPARE(language.code(), u"en"_s);
        QCOMPARE(chosen.size(), 0); // No choice is saved: it would take effect at the next start.
        QCOMPARE(window.actions()["connection.new"]->text(), word);
        QVERIFY(window.actions()["view.languageEnglish"]->isChecked()
            && !window.actions()["view.languageChinese"]->isChecked());
        QCOMPARE(chineseOn(window).join(u'\n'), QString());
        expectWarning(window);
        QVERIFY(!tools.use(u"zh_TW"_s)); // The zh_TW locale needs these fonts too.
        QVERIFY(tools.use(u"en"_s));
        window.actions()["view.languageEnglish"]->trigger();
        QCOMPARE(chosen.size(), 1);
    }

    void aWindowThatStartsInItGoesOnInEnglish()
    {
        Language language;
        language.use(u"zh_CN"_s);
        WindowPlace place;
        QVERIFY(!chineseOn(place.window()).isEmpty());
        LanguageCommands tools(language, place.window(), nullptr);
        QSignalSpy chosen(&tools, &LanguageCommands::chosen);
        tools.checkFont();
        QCOMPARE(language.code(), u"en"_s);
        // No choice is saved, so the program starts in Chinese again once the fonts are installed.
        QCOMPARE(chosen.size(), 0);
        QCOMPARE(chineseOn(place.window()).join(u'\n'), QString());
        expectWarning(place.window());
    }
};

/// Sets up the fonts before the application starts, because fontconfig reads them only once.
int main(int argc, char** argv)
{
    const QTemporaryDir folder;
    for (const char* name : {"DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSansMono.ttf"})
        QFile::copy(u"/usr/share/fonts/truetype/dejavu/"_s + QString::fromLatin1(name),
            folder.filePath(QString::fromLatin1(name)));
    QFile file(folder.filePath(u"fonts.conf"_s));
    if (!file.open(QIODevice::WriteOnly))
        return 1;
    const QByteArray path = folder.path().toUtf8();
    file.write("<fontconfig><dir>" + path + "</dir><cachedir>" + path + "/cache</cachedir></fontconfig>");
    file.close();
    qputenv("FONTCONFIG_FILE", QFile::encodeName(file.fileName()));
    QApplication application(argc, argv);
    TestChineseFonts test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_chinesefonts.moc"
