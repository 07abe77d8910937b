// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"
#include "core/queue/taskfilter.h"

#include <QObject>

#include <optional>
#include <vector>

namespace dueline {

/// Filter saved under a name.
struct SavedFilter
{
    QString name;
    QString text; ///< filter as typed by the user

    bool operator==(const SavedFilter&) const = default;
};

/// Named filters, shared by all connections. They aren't saved until rememberIn() has been called.
class SavedFilters : public QObject
{
    Q_OBJECT

public:
    /// Creates the three default filters.
    explicit SavedFilters(QObject* parent = nullptr);

    /// Loads the filters from this file, if it exists. Later changes are saved to it.
    void rememberIn(const QString& path);
    /// Retranslates the names of unedited default filters.
    void reword();

    const std::vector<SavedFilter>& all() const { return m_filters; }
    const SavedFilter* find(const QString& name) const;
    /// Adds a filter, or replaces the text of the existing filter with this name. Errors: Usage (empty name or invalid
    /// text), Io.
    Result<> save(const QString& name, const QString& text);
    /// Renames a filter. Errors: NotFound, Usage (name empty or in use), Io.
    Result<> rename(const QString& name, const QString& other);
    /// Removes a filter. Errors: NotFound, Io.
    Result<> remove(const QString& name);

    /// Returns the number of matches in the queue if the state counts are enough to tell; nullopt if a search is
    /// needed.
    static std::optional<qint64> countIn(const QueueInfo& queue, const QString& text);

Q_SIGNALS:
    void changed();

private:
    Result<> write();

    static std::vector<SavedFilter> first();

    std::vector<SavedFilter> m_filters;
    bool m_own = false; ///< true if the filters were loaded from a file or edited
    QString m_path;
};

} // namespace dueline
