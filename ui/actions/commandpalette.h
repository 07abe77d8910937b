// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include <functional>
#include <optional>
#include <vector>

class QLineEdit;
class QListWidget;

namespace dueline {

class Actions;
class Theme;

/// Dialog that finds actions, queues and tasks by letters in their names. A query's words may be in any order. Return
/// runs the selected entry.
class CommandPalette : public QDialog
{
    Q_OBJECT

public:
    struct Entry
    {
        QString text;
        QString hint; ///< shortcut or location, shown on the right
        QString icon;
        bool enabled = true;
        std::function<void()> act;
    };

    /// Creates a palette. `looksForTasks`: true if the owner responds to queryChanged() by searching for tasks and
    /// calling setFound().
    CommandPalette(const Theme& theme, std::vector<Entry> entries, bool looksForTasks, QWidget* parent);

    /// Sets the results for the current query, listed after the matching actions. `complete`: true if there are no more
    /// results.
    void setFound(std::vector<Entry> found, bool complete);

    /// Sets the function that creates the last entry, shown if the query is not empty.
    void setLastRow(std::function<Entry(const QString& query)> make);

    /// Returns entries for all enabled actions.
    static std::vector<Entry> entriesOf(const Actions& actions);
    /// Returns how well `query` matches `text`: -1 means not at all; otherwise, lower is better. Each word's letters
    /// must occur in order.
    static int score(const QString& query, const QString& text);

Q_SIGNALS:
    void queryChanged(const QString& query);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void filter(const QString& query);
    void list();
    void addItem(const Entry& entry, std::size_t place);
    const Entry& entryAt(std::size_t place) const;
    void runCurrent();

    const Theme& m_theme;
    std::vector<Entry> m_entries;
    std::vector<Entry> m_found;
    std::function<Entry(const QString&)> m_makeLast;
    std::optional<Entry> m_last;
    bool m_looksForTasks;
    bool m_looking = false;
    QLineEdit* m_query;
    QListWidget* m_list;
};

} // namespace dueline
