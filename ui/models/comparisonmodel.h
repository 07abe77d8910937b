// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/compare/taskdiff.h"
#include "ui/text/formatting.h"

#include <QAbstractTableModel>

namespace dueline {

/// What two tasks or attempts differ in, a row per field, path, line or sixteen bytes, under a row per part. A sign and
/// a word say what became of it, A and B stand side by side. Stands still: a picture of one moment.
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

    /// Fields that are the same in both, too.
    void showAll(bool all);
    /// The widest words of the first columns.
    QString widest(Column column) const;
    /// How much differs, and what was not compared and why; whole sentences.
    QString summary() const;
    /// All that is kept of one side of a row, invisible characters shown.
    QString whole(int row, Column side) const;
    /// These rows, their cells between tabs; all that are shown without any.
    QString text(const std::vector<int>& rows = {}) const;

private:
    struct Row
    {
        bool isHead = false; ///< of a part
        bool isContent = false; ///< of a payload, a result, an error
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
    std::vector<std::size_t> m_shown; ///< of m_rows
};

} // namespace dueline
