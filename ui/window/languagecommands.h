// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace dueline {

class Language;
class MainWindow;

/// Command that changes the language of an open window. It only retranslates widgets. Connections, the worker and the
/// selection don't change.
class LanguageCommands : public QObject
{
    Q_OBJECT

public:
    LanguageCommands(Language& language, MainWindow& window, QObject* parent);

    /// Switches to a language. `code`: see Language::use(). If no installed font supports its characters, keeps the
    /// current language, shows how to install a font, and returns false.
    bool use(const QString& code);
    /// Returns the last code passed to use(); empty for the system's language.
    QString choice() const;
    /// If no installed font supports the current language, switches to English and shows why. The selected language is
    /// still saved for the next start.
    void checkFont();

Q_SIGNALS:
    /// Emitted when the user has selected a language in the window and the window has switched to it.
    void chosen(const QString& code);

private:
    void showChoice();
    void tellOfFonts();

    Language& m_language;
    MainWindow& m_window;
};

} // namespace dueline
