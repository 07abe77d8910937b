// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"
#include "ui/dialogs/dialogframe.h"

#include <vector>

class QCheckBox;
class QLineEdit;

namespace dueline {

/// A dialog that edits a queue's defaults for tasks and its retention of finished tasks.
class QueueSettingsDialog : public DialogFrame
{
    Q_OBJECT

public:
    /// Creates the dialog. `about`: the queue's name.
    QueueSettingsDialog(const Theme& theme, const QString& about, Environment environment,
        const QueueSettings& settings, QWidget* parent);

    /// Returns the entered settings; a field with an invalid value keeps the previous one.
    QueueSettings settings() const;

private:
    /// A typed setting.
    struct Field
    {
        QLineEdit* edit;
        QString name;
        bool (*read)(QueueSettings&, const QString&); ///< false: the text is not a valid value
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

/// A dialog that confirms deleting a queue with all its tasks, by a typed number of tasks.
class DeleteQueueDialog : public DialogFrame
{
    Q_OBJECT

public:
    DeleteQueueDialog(
        const Theme& theme, const QString& about, Environment environment, const StateCounts& counts, QWidget* parent);

    /// Returns whether to delete the queue even while workers hold its tasks.
    bool isForced() const;

private:
    void check();

    QCheckBox* m_forced = nullptr; ///< null: no task is held
};

} // namespace dueline
