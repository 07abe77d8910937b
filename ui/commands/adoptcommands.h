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

/// Migration from a custom layout: the dialog that moves its tasks, and the connection that shows them afterwards.
class AdoptCommands : public QObject
{
    Q_OBJECT

public:
    AdoptCommands(const Theme& theme, const Formatting& formatting, ViewedPlace& view, WindowEvents& events,
        Adoptions& adoptions, Actions& actions, QWidget* window);

    /// Opens the server in view with a different layout (as for `--layout`), or shows an existing connection with that
    /// layout.
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
