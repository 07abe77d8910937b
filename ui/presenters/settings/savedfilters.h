// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"
#include "core/queue/taskfilter.h"

#include <QObject>

#include <optional>
#include <vector>

namespace dueline {

/// A filter under a name.
struct SavedFilter
{
    QString name;
    QString text; ///< as it is typed

    bool operator==(const SavedFilter&) const = default;
};

/// Filters that are kept under names, the same for every connection. In memory alone until rememberIn().
class SavedFilters : public QObject
{
    Q_OBJECT

public:
    /// Three to begin with.
    explicit SavedFilters(QObject* parent = nullptr);

    /// Reads what is saved in this file, if anything, and saves every change there from now on.
    void rememberIn(const QString& path);
    /// The language has changed: as long as they are nobody's own, they are named in it.
    void reword();

    const std::vector<SavedFilter>& all() const { return m_filters; }
    const SavedFilter* find(const QString& name) const;
    /// Adds it, or gives the one of its name another text. Errors: Usage (no name, a text that does not parse), Io.
    Result<> save(const QString& name, const QString& text);
    /// Errors: NotFound, Usage (no name, or one that another has), Io.
    Result<> rename(const QString& name, const QString& other);
    /// Errors: NotFound, Io.
    Result<> remove(const QString& name);

    /// How many tasks of the queue match, where the counts per state tell; nullopt: it would have to be searched.
    static std::optional<qint64> countIn(const QueueInfo& queue, const QString& text);

Q_SIGNALS:
    void changed();

private:
    Result<> write();

    static std::vector<SavedFilter> first();

    std::vector<SavedFilter> m_filters;
    bool m_own = false; ///< read from a file, or edited
    QString m_path;
};

} // namespace dueline
