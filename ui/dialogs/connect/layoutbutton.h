// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/text/formatting.h"

#include <QPushButton>

#include <functional>

namespace dueline {

class LayoutDialog;
class Theme;

/// Shows how the tasks of a connection are stored, and opens the dialog that changes it.
class LayoutButton : public QPushButton
{
    Q_OBJECT

public:
    /// `prepare`: tells a dialog that opens where it may look.
    LayoutButton(const Theme& theme, std::function<void(LayoutDialog&)> prepare);

    /// As profiles keep it; empty: native.
    void setChosen(const QString& layout);
    const QString& chosen() const { return m_layout; }

Q_SIGNALS:
    void changed();

private:
    void choose();

    const Theme& m_theme;
    const Formatting m_formatting;
    std::function<void(LayoutDialog&)> m_prepare;
    QString m_layout;
};

} // namespace dueline
