// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"
#include "ui/dialogs/dialogframe.h"

#include <vector>

class QCheckBox;
class QLineEdit;

namespace dueline {

/// What a queue does with tasks that say nothing themselves, and how long it keeps what is over.
class QueueSettingsDialog : public DialogFrame
{
    Q_OBJECT

public:
    /// `about`: the queue's name.
    QueueSettingsDialog(const Theme& theme, const QString& about, Environment environment,
        const QueueSettings& settings, QWidget* parent);

    /// As they are entered; the former ones where a field holds none.
    QueueSettings settings() const;

private:
    /// One that is typed.
    struct Field
    {
        QLineEdit* edit;
        QString name;
        bool (*read)(QueueSettings&, const QString&); ///< false: the text is no value of it
        QString wrong; ///< what is said then
    };

    void add(
        const QString& name, const QString& value, bool (*read)(QueueSettings&, const QString&), const QString& wrong);
    void check();

    QueueSettings m_before;
    std::vector<Field> m_fields;
    QCheckBox* m_results;
    QCheckBox* m_runs;
};

/// Asks before a queue is deleted with all that is in it; its number of tasks is typed.
class DeleteQueueDialog : public DialogFrame
{
    Q_OBJECT

public:
    DeleteQueueDialog(
        const Theme& theme, const QString& about, Environment environment, const StateCounts& counts, QWidget* parent);

    /// Also while workers hold tasks of it.
    bool isForced() const;

private:
    void check();

    QCheckBox* m_forced = nullptr; ///< null: nobody holds any
};

} // namespace dueline
