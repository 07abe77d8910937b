// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"
#include "core/queue/taskfilter.h"

#include <QObject>

#include <optional>
#include <vector>

namespace dueline {

/// Filter with a name.
struct SavedFilter
{
    QString name;
    QString text; ///< filter as typed

    bool operator==(const SavedFilter&) const = default;
};

/// Named filters, shared by all connections. They are not saved until rememberIn() is called.
class SavedFilters : public QObject
{
    Q_OBJECT

public:
    /// Creates three default filters.
    explicit SavedFilters(QObject* parent = nullptr);

    /// Loads the filters from this file, if it exists, and saves all later changes to it.
    void rememberIn(const QString& path);
    /// Updates the names of unedited default filters after a change of language.
    void reword();

    const std::vector<SavedFilter>& all() const { return m_filters; }
    const SavedFilter* find(const QString& name) const;
    /// Adds a filter, or replaces the text of the filter with this name. Errors: Usage (the name is empty, or the text
    /// cannot be parsed), Io.
    Result<> save(const QString& name, const QString& text);
    /// Renames a filter. Errors: NotFound, Usage (the name is empty or already used), Io.
    Result<> rename(const QString& name, const QString& other);
    /// Removes a filter. Errors: NotFound, Io.
    Result<> remove(const QString& name);

    /// Returns the number of matches in the queue if the counts per state determine it; nullopt if a search is
    /// required.
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
