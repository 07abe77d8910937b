// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/commands/palettestory.h"

#include <QDialog>
#include <QSet>

#include <functional>
#include <optional>
#include <vector>

class QLineEdit;
class QListWidget;
class QListWidgetItem;

namespace dueline {

class Actions;
class PlainLabel;
class Theme;

/// Dialog that finds actions, queues, failure groups and tasks by letters in their names. The words of a query may be
/// in any order. After `>`, a query finds only actions, and after `#`, only queues. Return chooses the selected entry.
/// The first Escape stops a running search, and the second one closes the dialog. In a wide window, a pane shows the
/// selected task and all found tasks in the order of their times.
class CommandPalette : public QDialog
{
    Q_OBJECT

public:
    enum class Group : quint8 { Failures, Recent, Queues, Actions };

    struct Entry
    {
        QString text;
        QString hint; ///< shortcut or location, shown on the right
        QString icon;
        bool enabled = true;
        std::function<void()> act;
        Group group = Group::Actions;
        QString tail = {}; ///< text after the name, in a gray monospaced font
        QString detail = {}; ///< second line, in a monospaced font
        /// Other text that is searched but not shown: an action's English name, the word `queue` before a queue's
        /// name, or a failure group's last error.
        QString hidden = {};
        std::optional<TaskState> state = {}; ///< state of a task, shown as a tile instead of the icon
        bool isRelated = false; ///< true if found tasks belong to the failure group, which is listed for any query
    };

    /// Matching tasks of one queue.
    struct Section
    {
        QString title;
        QString place; ///< server, shown after the title; empty if there is only one
        QString count; ///< shown on the right
        std::vector<Entry> entries;
    };

    /// Progress of the search for tasks.
    struct Progress
    {
        bool isRunning = false;
        double share = 0; ///< searched share of the queues, 0 to 1
        QString summary; ///< shown next to the query
        QString outcome; ///< sentence that is listed if the search ends without results
        QString gaps; ///< sentence that names the servers that were not searched; empty if there are none
    };

    /// Creates a palette. `looksForTasks`: true if the owner responds to queryChanged() by searching for tasks and
    /// calling setResults().
    CommandPalette(const Theme& theme, std::vector<Entry> entries, bool looksForTasks, QWidget* parent);

    /// Sets the results for the current query. Sections and their entries are only ever appended to those of the last
    /// call. Entries that would move a row that the user has selected are listed later.
    void setResults(std::vector<Section> sections, const Progress& progress);
    /// Sets the failure groups that are known so far, most important first. Groups that match the query are appended to
    /// the listed ones.
    void setFailures(std::vector<Entry> failures);
    /// Sets the tasks that the search has found so far, for the pane next to the list. `now`: server time.
    void setStory(std::vector<PaletteStory::Moment> moments, TimePoint now);

    /// Returns the function of the chosen entry. Call it after the dialog has closed, because it may open a dialog.
    const std::function<void()>& chosen() const { return m_chosen; }

    /// Sets the function that creates the last entry. This entry is shown if the query is not empty.
    void setLastRow(std::function<Entry(const QString& query)> make);

    /// Returns entries for all enabled actions, starting with those on the displayed tasks and queue.
    static std::vector<Entry> entriesOf(const Actions& actions);
    /// Returns a score for how well `query` matches `text`. -1 means no match; otherwise, a lower score is better. The
    /// letters of each word must occur in order.
    static int score(const QString& query, const QString& text);
    /// Minimum length of a query for which queryChanged() requests a search, in characters.
    static constexpr qsizetype shortestSearched = 3;

Q_SIGNALS:
    /// Requests a search for tasks, or ends the search if the query is empty.
    void queryChanged(const QString& query);
    /// Requests that the running search stop.
    void stopRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    /// Rows of a section that are listed.
    struct Listed
    {
        QListWidgetItem* head = nullptr;
        std::size_t entries = 0;
    };

    QString words() const;
    std::optional<Group> onlyGroup() const;
    bool searches() const;
    void list();
    void listNames();
    void listFailures();
    int scoreOf(const Entry& entry) const;
    void listScattered();
    void listResults();
    void tellProgress();
    void tellTask();
    bool mayInsert(int row) const;
    void insertHead(int row, const QString& title, const QString& place, const QString& count);
    void insertEntry(int row, const Entry& entry);
    void appendNote(QListWidgetItem*& item, const QString& text);
    void moveBy(int rows);
    void moveToGroup(int step);
    void select(int row);
    bool isChoice(int row) const;
    void selectFirst();
    void choose();

    const Theme& m_theme;
    std::vector<Entry> m_entries;
    std::vector<Entry> m_shown; ///< entries of the rows, by the number that each row stores
    std::vector<const Entry*> m_scattered; ///< entries that contain the query's letters only with gaps
    std::vector<Section> m_sections;
    std::vector<Listed> m_listed; ///< listed part of each section
    std::vector<Entry> m_failures;
    QListWidgetItem* m_failureHead = nullptr;
    QSet<QString> m_listedFailures;
    Progress m_progress;
    std::function<Entry(const QString&)> m_makeLast;
    std::function<void()> m_chosen;
    bool m_looksForTasks;
    bool m_isChosen = false; ///< true if the user has moved the selection since the query changed
    QListWidgetItem* m_status = nullptr; ///< row with the outcome of the search; results are inserted before it
    QListWidgetItem* m_gaps = nullptr;
    QListWidgetItem* m_last = nullptr; ///< row that searches all queues
    QLineEdit* m_query;
    PlainLabel* m_summary;
    PlainLabel* m_keys;
    QListWidget* m_list;
    PaletteStory* m_story;
    bool m_isWide; ///< true if there is room for the pane
};

} // namespace dueline
