// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline::test {

/// Fonts of the window's tests, the same on every machine: a fontconfig file in the build folder is set in the
/// environment before main(). DUELINE_TEST_FONT selects another family, or with `machine` the fonts of the machine. An
/// existing FONTCONFIG_FILE is not changed.
struct TestFont
{
    /// Returns the font of the running test.
    static TestFont chosen();

    QString family; ///< empty: any font of the machine
    QString package; ///< Debian package that contains it
    bool usual = true; ///< the font that all tests use

    /// Returns why tests cannot use it, as text for a skip; empty if they can. Needs a QGuiApplication.
    QString missing() const;
};

} // namespace dueline::test
