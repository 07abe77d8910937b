// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/languagetools.h"

#include "ui/actions/actions.h"
#include "ui/mainwindow.h"
#include "ui/text/language.h"
#include "ui/widgets/messagebar.h"

#include <array>
#include <cstdio>
#include <utility>

namespace dueline {

namespace {

constexpr std::array languageActions{std::pair{"view.languageSystem", ""}, std::pair{"view.languageEnglish", "en"},
    std::pair{"view.languageChinese", "zh_CN"}};

} // namespace

LanguageTools::LanguageTools(Language& language, MainWindow& window, QObject* parent)
    : QObject(parent)
    , m_language(language)
    , m_window(window)
{
    connect(&window.actions(), &Actions::triggered, this, [this](const QByteArray& id) {
        for (const auto& [action, code] : languageActions) {
            if (id != action)
                continue;
            use(QString::fromLatin1(code));
            Q_EMIT chosen(QString::fromLatin1(code));
        }
    });
    showChoice();
}

void LanguageTools::use(const QString& code)
{
    const QString before = m_language.code();
    m_language.use(code);
    showChoice();
    if (m_language.code() != before)
        checkFont();
}

void LanguageTools::checkFont()
{
    if (m_language.canBeRead())
        return;
    const QString what = QStringLiteral("No font on this machine has Chinese characters.");
    const QString wayOut
        = QStringLiteral("Install fonts-noto-cjk or fonts-wqy-microhei, or choose English in the settings (Ctrl+,).");
    std::fprintf(stderr, "dueline: %s %s\n", qPrintable(what), qPrintable(wayOut));
    m_window.messages().show({Notice::Kind::Warning, QStringLiteral("warning"), what, wayOut, {}});
}

void LanguageTools::showChoice()
{
    for (const auto& [action, code] : languageActions)
        m_window.actions()[action]->setChecked(m_language.choice() == QLatin1String(code));
}

} // namespace dueline
