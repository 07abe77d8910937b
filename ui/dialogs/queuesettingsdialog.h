// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"
#include "ui/dialogs/dialogframe.h"

#include <vector>

class QCheckBox;
class QLineEdit;

namespace dueline {

/// Dialog that edits a queue's default task options and how long finished tasks are kept.
class QueueSettingsDialog : public DialogFrame
{
    Q_OBJECT

public:
    /// Creates the dialog. `about`: name of the queue.
    QueueSettingsDialog(const Theme& theme, const QString& about, Environment environment,
        const QueueSettings& settings, QWidget* parent);

    /// Returns the entered settings. Settings with an invalid value stay unchanged.
    QueueSettings settings() const;

private:
    /// Setting that the user enters as text.
    struct Field
    {
        QLineEdit* edit;
        QString name;
        bool (*read)(QueueSettings&, const QString&); ///< returns false if the text isn't valid
        QString wrong; ///< error message for an invalid value
    };

    void add(
        const QString& name, const QString& value, bool (*read)(QueueSettings&, const QString&), const QString& wrong);
    void check();

    QueueSettings m_before;
    std::vector<Field> m_fields;
    QCheckBox* m_results;
    QCheckBox* m_runs;
};

/// Dialog that asks for confirmation before deleting a queue and all its tasks. The user must type the number of tasks.
class DeleteQueueDialog : public DialogFrame
{
    Q_OBJECT

public:
    DeleteQueueDialog(
        const Theme& theme, const QString& about, Environment environment, const StateCounts& counts, QWidget* parent);

    /// Returns whether to delete the queue even if workers hold tasks.
    bool isForced() const;

private:
    void check();

    /// Option to delete the queue even if workers hold tasks; null if they hold none.
    QCheckBox* m_forced = nullptr;
};

} // namespace dueline
