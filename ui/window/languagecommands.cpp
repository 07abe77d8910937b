// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/languagecommands.h"

#include "ui/actions/actions.h"
#include "ui/text/language.h"
#include "ui/widgets/toasts.h"
#include "ui/window/mainwindow.h"

#include <array>
#include <cstdio>
#include <utility>

namespace dueline {

namespace {

constexpr std::array languageActions{std::pair{"view.languageSystem", ""}, std::pair{"view.languageEnglish", "en"},
    std::pair{"view.languageChinese", "zh_CN"}};

} // namespace

LanguageCommands::LanguageCommands(Language& language, MainWindow& window, QObject* parent)
    : QObject(parent)
    , m_language(language)
    , m_window(window)
{
    connect(&window, &MainWindow::languageRequested, this, [this](const QString& code) {
        if (use(code))
            Q_EMIT chosen(code);
    });
    showChoice();
}

bool LanguageCommands::use(const QString& code)
{
    // If the text were unreadable, the user couldn't find the language setting.
    const bool readable = Language::canBeRead(Language::resolve(code, QLocale::system()));
    if (readable)
        m_language.use(code);
    else
        tellOfFonts();
    showChoice();
    return readable;
}

QString LanguageCommands::choice() const { return m_language.choice(); }

void LanguageCommands::checkFont()
{
    if (Language::canBeRead(m_language.code()))
        return;
    m_language.use(QStringLiteral("en"));
    showChoice();
    tellOfFonts();
}

/// Explains in English that the selected language can't be displayed.
void LanguageCommands::tellOfFonts()
{
    const QString what = QStringLiteral("No font on this machine has Chinese characters.");
    const QString wayOut = QStringLiteral(
        "Install fonts-noto-cjk or fonts-wqy-microhei, then restart Dueline. Until then the window is in English.");
    std::fprintf(stderr, "dueline: %s %s\n", qPrintable(what), qPrintable(wayOut));
    m_window.messages().show({Notice::Kind::Warning, QStringLiteral("warning"), what, wayOut, {}});
}

void LanguageCommands::showChoice()
{
    for (const auto& [action, code] : languageActions)
        m_window.actions()[action]->setChecked(m_language.choice() == QLatin1String(code));
}

} // namespace dueline
