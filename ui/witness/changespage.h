// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/text/formatting.h"
#include "ui/widgets/pane.h"
#include "ui/witness/changesfeed.h"
#include "ui/witness/changestable.h"

class QComboBox;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace dueline {

class EmptyState;
class PanelHeader;
class PanelTable;
class PlainLabel;
class Section;

/// Page about everything that has changed on a server, or in one of its queues, since an event: lost tasks, events, and
/// the queues' figures before and after. The data is from the window's own recording, or from a recording that the user
/// has opened. The recording is read only while the page is visible.
class ChangesPage : public Pane
{
    Q_OBJECT

public:
    ChangesPage(const Theme& theme, const Formatting& formatting, QWidget* parent = nullptr);
    ~ChangesPage() override;

    /// Shows the changes in this queue, or in all queues if `queue` is empty.
    void show(Connection* connection, const QueueName& queue, const ChangesStart& start);
    /// Shows a file that `duectl record` has written.
    void openFile(const QString& path) { m_feed.setFile(path); }
    /// Returns the report as plain text, as `duectl changed` prints it; empty if there is none.
    QString text() const;
    /// Returns the loss that the buttons act on; null if none of its tasks were recorded.
    const LostTasks* chosenLoss() const;
    /// Writes the tasks of chosenLoss() to a file.
    void exportTo(const QString& file);

    ChangesFeed& feed() { return m_feed; }
    PanelHeader& head() { return *m_head; }
    QComboBox& start() { return *m_start; }
    ChangesTable& losses() { return m_lossRows; }
    ChangesTable& events() { return m_eventRows; }
    ChangesTable& queues() { return m_queueRows; }

Q_SIGNALS:
    /// Requests that the page be closed and the previous page be shown.
    void closeRequested();
    /// Requests a list of a queue's tasks.
    void queueRequested(const dueline::QueueName& queue);
    void settingsRequested();
    /// Requests a dialog that puts lost tasks back.
    void putBackRequested(const dueline::VanishedTasks& tasks);
    /// Emitted when copying or exporting has succeeded or failed.
    void noticed(const QString& icon, const QString& text, bool isFailure);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void build();
    QWidget* buildSummary();
    QWidget* buildBody();
    void reword();
    void tell();
    void tellEmpty();
    void tellHead();
    void tellStarts(const ChangesReport& report);
    void tellSummary(const Changes& changes);
    void tellTables(const Changes& changes);
    void updateButtons();
    void chooseFile();
    void choosePutBack(const std::vector<VanishedTasks>& queues);
    void copyCommand();
    static QString serverText(const Changes& changes);
    QString periodText(const Changes& changes) const;

    const Formatting& m_formatting;
    ChangesFeed m_feed;
    ChangesTable m_lossRows;
    ChangesTable m_eventRows;
    ChangesTable m_queueRows;
    PanelHeader* m_head;
    QToolButton* m_copy;
    QToolButton* m_all; ///< button that shows all queues
    QToolButton* m_own; ///< button that shows the window's own recording again
    PlainLabel* m_startLabel;
    QComboBox* m_start;
    PlainLabel* m_period;
    PlainLabel* m_lost;
    PlainLabel* m_server;
    PlainLabel* m_unknown;
    PanelTable* m_lossTable;
    PanelTable* m_eventTable;
    PanelTable* m_queueTable;
    Section* m_lossSection = nullptr;
    Section* m_eventSection = nullptr;
    Section* m_queueSection = nullptr;
    QPushButton* m_putBack;
    QPushButton* m_copyIds;
    QPushButton* m_export;
    QPushButton* m_command;
    EmptyState* m_empty;
    QStackedWidget* m_stack;
    std::vector<ChangesStart> m_starts; ///< entries of `m_start`
};

} // namespace dueline
