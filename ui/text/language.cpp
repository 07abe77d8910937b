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
    // Error messages about files are excluded, because the window's own sentences also quote them.
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
    // The translation is in Simplified Chinese, which is more useful to readers of Traditional Chinese than English is.
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
    // Dates and numbers use the language of the text, so that no German month appears in an English sentence.
    const QLocale language(m_code);
    QLocale::setDefault(system.language() == language.language() ? system : language);
    if (m_words.load(QStringLiteral(":/translations/dueline_%1.qm").arg(m_code)))
        QCoreApplication::installTranslator(&m_words);
    // Translate Qt's own buttons and file dialogs. English needs no translation.
    if (m_code != QStringLiteral("en")
        && m_qtWords.load(QStringLiteral("qtbase_%1").arg(m_code), QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&m_qtWords);
    // Deliver the pending events together now, so that no half-translated window is painted.
    if (!qobject_cast<QApplication*>(QCoreApplication::instance()))
        return;
    // Visible windows receive the change through their QWindow.
    for (QWindow* window : QGuiApplication::topLevelWindows())
        QCoreApplication::sendPostedEvents(window, QEvent::LanguageChange);
    for (QWidget* window : QApplication::topLevelWidgets())
        QCoreApplication::sendPostedEvents(window, QEvent::LanguageChange);
}

} // namespace dueline
