// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/transfer/backgroundtransfer.h"
#include "ui/dialogs/operationdialog.h"

class QButtonGroup;
class QCheckBox;
class QComboBox;
class QLineEdit;

namespace dueline {

/// Displayed tasks that can be exported, moved or copied.
struct TransferScope
{
    enum Part { Selected, Listed, Whole }; ///< tasks to transfer

    QueueName queue;
    std::vector<TaskRef> selected;
    TaskFilter filter; ///< current filter; may be empty
    StateSet states = StateSet::all(); ///< states whose tasks are listed
    bool allSelected = false; ///< true if all listed tasks are selected, even if `selected` has only some of them
    bool stays = false; ///< true if the layout's tasks can only be copied, not moved

    TaskSelection selection() const; ///< returns the selected tasks
    TaskSelection listed() const; ///< returns the tasks in `states` that match the filter
    bool isNarrowed() const; ///< returns whether the list is limited by a filter or to certain states
    QString listedWords() const; ///< returns a description of the listed tasks
};

/// Dialog that exports tasks to a file as JSON Lines or CSV: the selection, the listed tasks, or the entire queue. A
/// canceled export leaves no file behind.
class ExportDialog : public OperationDialog
{
    Q_OBJECT

public:
    ExportDialog(
        const Theme& theme, ConnectionSpec connection, const Profile& profile, TransferScope scope, QWidget* parent);

    void setFile(const QString& file);
    QString file() const;
    /// Returns the outcome. Valid only if the dialog was accepted.
    const ExportProgress& progress() const { return m_progress; }
    /// Returns the equivalent duectl command, without the connection. Empty for a selection, which duectl can't export.
    QString command() const;

public Q_SLOTS:
    void accept() override;
    void reject() override;

private:
    void buildScope();
    void chooseFile();
    void followFormat();
    void followScope();
    void showProgress(const ExportProgress& progress);
    void fail(const Error& error);
    void updateVerb();
    void setRunning(bool running);
    TaskFormat format() const;

    ConnectionSpec m_connection;
    TransferScope m_scope;
    BackgroundTransfer m_background;
    ExportProgress m_progress;
    bool m_running = false;
    QButtonGroup* m_what;
    QWidget* m_choices;
    QComboBox* m_format;
    QCheckBox* m_mark; ///< check box for a CSV-only option
    QLineEdit* m_file;
    QPushButton* m_link = nullptr;
    PlainLabel* m_written;
    PlainLabel* m_note = nullptr;
};

} // namespace dueline
