// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogframe.h"
#include "ui/presenters/settings/preferences.h"

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPushButton;

namespace dueline {

/// Dialog that edits the window's settings: language, theme, size, row height, refresh interval, editor, desktop
/// notifications and recordings.
class SettingsDialog : public DialogFrame
{
    Q_OBJECT

public:
    /// Creates the dialog. `recordedBytes`: size of the window's recordings.
    SettingsDialog(const Theme& theme, const Preferences& preferences, QWidget* parent, qint64 recordedBytes = 0);

    /// Returns the selected settings.
    Preferences preferences() const;
    /// Shows the size of the window's recordings. Disables the delete button if the size is 0.
    void setRecordedBytes(qint64 bytes);

Q_SIGNALS:
    /// Emitted when the user asks to delete the window's recordings.
    void recordingsDeletionRequested();

private:
    static QComboBox* makeChoice(const QString& name);
    QComboBox* addChoice(const QString& label);
    void addNotifications(const NotificationRules& rules);
    void addRecording(bool recorded);

    const Preferences m_before;
    QComboBox* m_language;
    QComboBox* m_theme;
    QComboBox* m_rows;
    QComboBox* m_scale;
    QComboBox* m_refresh;
    QComboBox* m_zone = nullptr;
    QLineEdit* m_editor = nullptr;
    QComboBox* m_failed = nullptr;
    QComboBox* m_overdue = nullptr;
    QCheckBox* m_lost = nullptr;
    QCheckBox* m_silent = nullptr;
    QCheckBox* m_done = nullptr;
    QCheckBox* m_recorded = nullptr;
    QPushButton* m_delete = nullptr;
};

} // namespace dueline
