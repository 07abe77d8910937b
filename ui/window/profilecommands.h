// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QObject>

class QMenu;

namespace dueline {

class MainWindow;
class Profiles;
class Theme;

/// Commands for saved connections in the File menu: open, import and export.
class ProfileCommands : public QObject
{
    Q_OBJECT

public:
    static constexpr qsizetype mostListed = 40; ///< maximum number of profiles in the menu; the sidebar lists all

    ProfileCommands(const Theme& theme, Profiles& profiles, MainWindow& window, QObject* parent);

    QMenu& menu() { return *m_menu; }
    /// Writes all saved connections, without passwords, to a file that only this user can read. Errors: Io.
    Result<> exportTo(const QString& path) const;

private:
    void fill();
    void importThem();
    void exportThem();

    const Theme& m_theme;
    Profiles& m_profiles;
    MainWindow& m_window;
    QMenu* m_menu;
};

} // namespace dueline
