// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline::test {

/// Fonts for the window tests, identical on every machine: before main(), FONTCONFIG_FILE is set to a fontconfig file
/// in the build folder, unless it is already set. DUELINE_TEST_FONT selects a different family, or, with `machine`, the
/// machine's fonts.
struct TestFont
{
    /// Returns the font for this test run.
    static TestFont chosen();

    QString family; ///< empty: the machine's fonts
    QString package; ///< Debian package that provides the font
    bool usual = true; ///< true for the default font of the tests

    /// Returns why the font can't be used, as the message of a skipped test, or an empty string if it can. Needs a
    /// QGuiApplication.
    QString missing() const;
};

} // namespace dueline::test
