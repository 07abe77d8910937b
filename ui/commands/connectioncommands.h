// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/actions/actions.h"
#include "ui/text/formatting.h"

#include <QPointer>

namespace dueline {

class Connection;
class DoctorDialog;
class ViewedPlace;
class WindowEvents;
struct ServerChange;

/// Commands for a whole connection: the Doctor, the description of unknown keys, diagnostics, and notices about server
/// restarts and lost data.
class ConnectionCommands : public QObject
{
    Q_OBJECT

public:
    ConnectionCommands(const Theme& theme, const Formatting& formatting, ViewedPlace& view, WindowEvents& events,
        Actions& actions, QWidget* window);

    /// Asks whether the current connection's layout files may change tasks on its server.
    void allowFiles();

private:
    void showDoctor();
    void describe();
    void tellChange(const Connection* connection, const ServerChange& change);
    void copyDiagnostics() const;

    const Theme& m_theme;
    const Formatting& m_formatting;
    ViewedPlace& m_view;
    WindowEvents& m_events;
    QWidget* m_window;
    QPointer<DoctorDialog> m_doctor;
};

} // namespace dueline
