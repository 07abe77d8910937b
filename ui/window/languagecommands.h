// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace dueline {

class Language;
class MainWindow;

/// The language of a window that is open: its actions choose one, and everything says it at once. Nothing below the
/// widgets is made anew, so connections, the worker and what is chosen stay as they are.
class LanguageCommands : public QObject
{
    Q_OBJECT

public:
    LanguageCommands(Language& language, MainWindow& window, QObject* parent);

    /// `code`: as Language::use() takes it. False: no font here has its characters, so the window stays as it is and
    /// says how to go on.
    bool use(const QString& code);
    /// As use() took it last; empty: the system's.
    QString choice() const;
    /// Goes on in English, and says why, when no font here has the characters of the language in force. What was chosen
    /// stays chosen for the next start.
    void checkFont();

Q_SIGNALS:
    /// Somebody has chosen it in the window; it is in force.
    void chosen(const QString& code);

private:
    void showChoice();
    void tellOfFonts();

    Language& m_language;
    MainWindow& m_window;
};

} // namespace dueline
