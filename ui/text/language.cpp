// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/language.h"

#include <QApplication>
#include <QFontDatabase>
#include <QLibraryInfo>
#include <QWidget>
#include <QWindow>

namespace dueline {

QString QtWords::translate(const char* context, const char* source, const char* disambiguation, int n) const
{
    // Contexts to leave untranslated. File errors are translated, because the window includes them in its own
    // sentences.
    for (const char* quoted : {"QAbstractSocket", "QHostInfo", "QHttp", "QJsonParseError", "QLocalSocket",
             "QNativeSocketEngine", "QNetworkReply", "QProcess", "QSslSocket"}) {
        if (QByteArrayView(context).startsWith(quoted))
            return {};
    }
    return QTranslator::translate(context, source, disambiguation, n);
}

Language::~Language() { clear(); }

void Language::clear()
{
    QCoreApplication::removeTranslator(&m_words);
    QCoreApplication::removeTranslator(&m_qtWords);
}

bool Language::canBeRead(const QString& code)
{
    return code != QStringLiteral("zh_CN") || !QFontDatabase::families(QFontDatabase::SimplifiedChinese).isEmpty();
}

QList<Language::Choice> Language::choices()
{
    return {{QStringLiteral("en"), QStringLiteral("English")}, {QStringLiteral("zh_CN"), QStringLiteral("简体中文")}};
}

QString Language::resolve(const QString& code, const QLocale& system)
{
    const QString wanted = code.isEmpty() ? system.name() : code;
    // The translation is in Simplified Chinese, which is more useful than English to readers of Traditional Chinese.
    return QLocale(wanted).language() == QLocale::Chinese ? QStringLiteral("zh_CN") : QStringLiteral("en");
}

void Language::use(const QString& code)
{
    m_choice = code;
    const QLocale system = QLocale::system();
    const QString wanted = resolve(code, system);
    if (wanted == m_code)
        return;
    clear();
    m_code = wanted;
    // Dates and numbers use the text's language, so that English sentences don't contain, say, German month names.
    const QLocale language(m_code);
    QLocale::setDefault(system.language() == language.language() ? system : language);
    if (m_words.load(QStringLiteral(":/translations/dueline_%1.qm").arg(m_code)))
        QCoreApplication::installTranslator(&m_words);
    // Translate Qt's own buttons and file dialogs, which are in English by default.
    if (m_code != QStringLiteral("en")
        && m_qtWords.load(QStringLiteral("qtbase_%1").arg(m_code), QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&m_qtWords);
    // Deliver all pending events now, so that no partly translated window is painted.
    if (!qobject_cast<QApplication*>(QCoreApplication::instance()))
        return;
    // Visible windows receive the language change through their QWindow.
    for (QWindow* window : QGuiApplication::topLevelWindows())
        QCoreApplication::sendPostedEvents(window, QEvent::LanguageChange);
    for (QWidget* window : QApplication::topLevelWidgets())
        QCoreApplication::sendPostedEvents(window, QEvent::LanguageChange);
}

} // namespace dueline
