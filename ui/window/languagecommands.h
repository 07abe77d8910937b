// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace dueline {

class Language;
class MainWindow;

/// Selection of the language in an open window. Only widgets are retranslated; connections, the worker and the
/// selection are kept.
class LanguageCommands : public QObject
{
    Q_OBJECT

public:
    LanguageCommands(Language& language, MainWindow& window, QObject* parent);

    /// Switches to a language. `code`: as for Language::use(). Returns false if no installed font has its characters;
    /// then the language does not change, and the window shows how to install a font.
    bool use(const QString& code);
    /// Returns the last code passed to use(); empty: the system's language.
    QString choice() const;
    /// If no installed font has the characters of the current language, switches to English and shows why. The selected
    /// language is kept for the next start.
    void checkFont();

Q_SIGNALS:
    /// Emitted when the user has selected a language in the window and it has taken effect.
    void chosen(const QString& code);

private:
    void showChoice();
    void tellOfFonts();

    Language& m_language;
    MainWindow& m_window;
};

} // namespace dueline
