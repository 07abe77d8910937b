// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline::test {

/// Tests of the window look with the same fonts on every machine: those of a fontconfig file in the build folder, which
/// is named in the environment before main(). DUELINE_TEST_FONT chooses another family for words, `machine` what the
/// machine has; a FONTCONFIG_FILE that is set already is left alone.
struct TestFont
{
    /// Of the test that runs.
    static TestFont chosen();

    QString family; ///< empty: whatever the machine has
    QString package; ///< of Debian, that brings it
    bool usual = true; ///< the one that everything is looked at with

    /// Why tests cannot look with it: the sentence for a skip; empty: they can. Needs a QGuiApplication.
    QString missing() const;
};

} // namespace dueline::test
