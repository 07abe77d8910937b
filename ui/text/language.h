// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QTranslator>

namespace dueline {

/// What Qt itself says, but for what core quotes of it: those sentences are English, and a task's error is kept as it
/// was told.
class QtWords : public QTranslator
{
public:
    QString translate(const char* context, const char* source, const char* disambiguation, int n) const override;
};

/// The language of the window: its words, Qt's own words, and how numbers and dates are written.
class Language
{
public:
    struct Choice
    {
        QString code; ///< as use() takes it
        QString name; ///< in its own language
    };

    Language() = default;
    ~Language();
    Language(const Language&) = delete;
    Language& operator=(const Language&) = delete;

    /// `code`: `en`, `zh_CN`, or empty for the system's. Any other falls back to English. Widgets that are there have
    /// their words in it when this returns.
    void use(const QString& code);
    /// As it was asked for: empty is the system's.
    const QString& choice() const { return m_choice; }
    /// The one in force: `en` or `zh_CN`.
    const QString& code() const { return m_code; }

    /// The languages there are, without the system's.
    static QList<Choice> choices();
    /// Whether a font of this machine has the characters of `code`: `en` or `zh_CN`.
    static bool canBeRead(const QString& code);

    /// What `code` comes to on a machine of this locale.
    static QString resolve(const QString& code, const QLocale& system);

private:
    void clear();

    QString m_choice;
    QString m_code;
    QTranslator m_words;
    QtWords m_qtWords;
};

} // namespace dueline
