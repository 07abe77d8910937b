// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/actions/actions.h"
#include "ui/text/formatting.h"

namespace dueline {

class Workbench;

/// The way out of a design that was written by hand: the dialog that moves its tasks, and the connection that shows
/// them afterwards.
class AdoptCommands : public QObject
{
    Q_OBJECT

public:
    AdoptCommands(
        const Theme& theme, const Formatting& formatting, Workbench& bench, Actions& actions, QWidget* window);

private:
    void adopt();
    void showNative(const QString& connection);

    const Theme& m_theme;
    const Formatting& m_formatting;
    Workbench& m_bench;
    QWidget* m_window;
};

} // namespace dueline
