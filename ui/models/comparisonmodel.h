// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/compare/taskdiff.h"
#include "ui/text/formatting.h"

#include <QAbstractTableModel>

namespace dueline {

/// Table model of the differences between two tasks or attempts, A and B, grouped by part. Each row is a field, a path,
/// a line or sixteen bytes. It shows the kind of change as a symbol and a word, followed by both sides. The model is a
/// snapshot and never changes.
class ComparisonModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Sign, Where, A, B, Columns };

    ComparisonModel(const Formatting& formatting, const Comparison& comparison, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : int(m_shown.size()); }
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : Columns; }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// Shows or hides the fields that are the same on both sides.
    void showAll(bool all);
    /// Returns the widest text in the Sign or Where column; empty for all other columns.
    QString widest(Column column) const;
    /// Returns a summary: the number of differences, and any parts that weren't compared and why.
    QString summary() const;
    /// Returns the full text of one side of a row. Invisible characters are escaped.
    QString whole(int row, Column side) const;
    /// Returns these rows, or all displayed rows if `rows` is empty, as tab-separated text.
    QString text(const std::vector<int>& rows = {}) const;

private:
    struct Row
    {
        bool isHead = false; ///< true if the row is the header of a part
        bool isContent = false; ///< true if the row belongs to a payload, result or error
        Change change = Change::Same;
        QString where;
        QString a;
        QString b;
        QString wholeA;
        QString wholeB;
    };

    void addFields();
    void addContent(const Comparison::Section& section);
    QString valueWords(const char* field, const FieldValue& value) const;
    static QString limitWords(const ContentDiff& content);
    static QString signWords(Change change);
    static QString fieldWords(const char* name);
    static QString partWords(const char* name);

    const Formatting& m_formatting;
    Comparison m_comparison;
    std::vector<Row> m_rows;
    std::vector<std::size_t> m_shown; ///< indexes into m_rows
};

} // namespace dueline
