// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline::test {

/// Fonts for the tests of the window, the same on every machine: a fontconfig file in the build folder is set in the
/// environment before main(). DUELINE_TEST_FONT selects another family, or the machine's fonts with `machine`. An
/// existing FONTCONFIG_FILE is not changed.
struct TestFont
{
    /// Returns the font of the running test.
    static TestFont chosen();

    QString family; ///< empty: any font of the machine
    QString package; ///< Debian package that contains it
    bool usual = true; ///< true for the font that all tests use

    /// Returns why tests cannot use the font, as text for a skip; empty if they can. Needs a QGuiApplication.
    QString missing() const;
};

} // namespace dueline::test
