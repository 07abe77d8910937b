// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline::test {

/// Fonts for the window tests, identical on every machine: an environment variable with the path of a fontconfig file
/// in the build folder is set before main(). DUELINE_TEST_FONT selects a different family, or, with `machine`, the
/// machine's fonts. An existing FONTCONFIG_FILE takes precedence.
struct TestFont
{
    /// Returns the font for this test run.
    static TestFont chosen();

    QString family; ///< empty: the machine's fonts
    QString package; ///< Debian package that provides the font
    bool usual = true; ///< true for the default font of the tests

    /// Returns the reason why the font cannot be used, for the message of a skipped test; empty if it can be used.
    /// Needs a QGuiApplication.
    QString missing() const;
};

} // namespace dueline::test
