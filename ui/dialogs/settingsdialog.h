// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogframe.h"
#include "ui/presenters/settings/preferences.h"

class QCheckBox;
class QComboBox;

namespace dueline {

/// Dialog that edits the window's settings: language, theme, row height, refresh interval and desktop notifications.
class SettingsDialog : public DialogFrame
{
    Q_OBJECT

public:
    SettingsDialog(const Theme& theme, const Preferences& preferences, QWidget* parent);

    /// Returns the selected settings.
    Preferences preferences() const;

private:
    QComboBox* addChoice(const QString& label);
    void addNotifications(const NotificationRules& rules);

    const Preferences m_before;
    QComboBox* m_language;
    QComboBox* m_theme;
    QComboBox* m_rows;
    QComboBox* m_refresh;
    QComboBox* m_zone = nullptr;
    QComboBox* m_failed = nullptr;
    QComboBox* m_overdue = nullptr;
    QCheckBox* m_lost = nullptr;
    QCheckBox* m_silent = nullptr;
    QCheckBox* m_done = nullptr;
};

} // namespace dueline
