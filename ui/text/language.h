// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QTranslator>

namespace dueline {

/// Translator for Qt's own strings. Network, process and parser errors from Qt stay in English, because core includes
/// them in task errors, which are stored as reported.
class QtWords : public QTranslator
{
public:
    QString translate(const char* context, const char* source, const char* disambiguation, int n) const override;
};

/// The window's language. It determines the window's own translations, Qt's, and the format of numbers and dates.
class Language
{
public:
    struct Choice
    {
        QString code; ///< code for use()
        QString name; ///< language's native name
    };

    Language() = default;
    ~Language();
    Language(const Language&) = delete;
    Language& operator=(const Language&) = delete;

    /// Switches to a language. `code`: `en`, `zh_CN`, or empty for the system's language; any other value selects
    /// English. When this returns, all existing widgets have been retranslated.
    void use(const QString& code);
    /// Returns the requested code; empty for the system's language.
    const QString& choice() const { return m_choice; }
    /// Returns the code of the current language: `en` or `zh_CN`.
    const QString& code() const { return m_code; }

    /// Returns the available languages, excluding the entry for the system's language.
    static QList<Choice> choices();
    /// Returns whether an installed font supports the characters of `code` (`en` or `zh_CN`).
    static bool canBeRead(const QString& code);

    /// Returns the language that `code` selects if the system locale is `system`.
    static QString resolve(const QString& code, const QLocale& system);

private:
    void clear();

    QString m_choice;
    QString m_code;
    QTranslator m_words;
    QtWords m_qtWords;
};

} // namespace dueline
