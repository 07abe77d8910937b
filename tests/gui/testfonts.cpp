// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/testfonts.h"

#include <QFontDatabase>
#include <QStringList>

#include <cstdlib>
#include <string>
#include <string_view>

namespace dueline::test {

namespace {

struct Known
{
    const char* name; ///< value of DUELINE_TEST_FONT, and base name of the fontconfig file
    const char* family;
    const char* package;
};

constexpr Known knownFonts[]{
    {"open-sans", "Open Sans", "fonts-open-sans"},
    {"dejavu-sans", "DejaVu Sans", "fonts-dejavu-core"},
    {"noto-sans", "Noto Sans", "fonts-noto-core"},
    {"cantarell", "Cantarell", "fonts-cantarell"},
};

std::string_view chosenName()
{
    const char* name = std::getenv("DUELINE_TEST_FONT");
    return name && *name ? std::string_view(name) : std::string_view(knownFonts[0].name);
}

/// Runs before main(), because fontconfig reads its file only once. Programs started by a test inherit FONTCONFIG_FILE.
[[gnu::constructor]] void useTestFonts()
{
    if (std::getenv("FONTCONFIG_FILE") || chosenName() == "machine")
        return;
    const std::string file = std::string(DUELINE_TEST_FONTS "/").append(chosenName()) + ".conf";
    ::setenv("FONTCONFIG_FILE", file.c_str(), 1);
}

} // namespace

TestFont TestFont::chosen()
{
    for (const Known& known : knownFonts) {
        if (chosenName() == known.name)
            return {QString::fromLatin1(known.family), QString::fromLatin1(known.package),
                known.name == knownFonts[0].name};
    }
    return {};
}

QString TestFont::missing() const
{
    const QStringList families = QFontDatabase::families();
    const std::pair<QString, QString> needed[]{{family, package},
        {QStringLiteral("DejaVu Sans Mono"), QStringLiteral("fonts-dejavu-core")},
        {QStringLiteral("WenQuanYi Micro Hei"), QStringLiteral("fonts-wqy-microhei")}};
    for (const auto& [name, of] : needed) {
        if (!family.isEmpty() && !families.contains(name))
            return QStringLiteral("%1 is not installed (Debian: %2).").arg(name, of);
    }
    return {};
}

} // namespace dueline::test
