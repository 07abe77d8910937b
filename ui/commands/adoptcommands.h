// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/actions/actions.h"
#include "ui/text/formatting.h"

namespace dueline {

class Connection;
class LayoutSpec;
class Adoptions;
class ViewedPlace;
class WindowEvents;

/// Commands for migrating from a custom layout. One opens a dialog that moves the tasks; another opens a connection
/// that shows them afterward.
class AdoptCommands : public QObject
{
    Q_OBJECT

public:
    AdoptCommands(const Theme& theme, const Formatting& formatting, ViewedPlace& view, WindowEvents& events,
        Adoptions& adoptions, Actions& actions, QWidget* window);

    /// Opens the current server with another layout, or shows an existing connection with that layout. `layout`: value
    /// for `--layout`.
    void openWith(const QString& layout);

private:
    void adopt();
    void openWith(const Connection& from, const LayoutSpec& layout);

    const Theme& m_theme;
    const Formatting& m_formatting;
    ViewedPlace& m_view;
    WindowEvents& m_events;
    Adoptions& m_adoptions;
    QWidget* m_window;
};

} // namespace dueline
