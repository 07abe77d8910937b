// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

namespace dueline {

/// File format of exported tasks.
enum class TaskFormat : quint8 {
    Lines, ///< JSON Lines: one JSON object per line, lossless
    Csv, ///< spreadsheet format, RFC 4180; contains only the last attempt's error, and no results
};

/// Returns a task as one JSON object and a line feed. UTF-8 is written as text, any other content as a member
/// NAME_base64. Unknown values and the queue's defaults are omitted. For a framework's task, the object also contains
/// its native state, its facts, and the stored form of a decoded payload. `masked`: mark payload and errors as masked.
QByteArray taskLine(const TaskRecord& task, bool masked = false);

/// Reads the format of taskLine(). Unknown members are ignored. If there is no `id`, it is derived from the type and
/// `seed`, so that a repeated import produces the same id. If a pending task has no `due_ms`, or a finished one no
/// `at_ms`, its instant is `now`. An instant is either NAME_ms, a number of milliseconds accepted by instantOfNumber(),
/// or NAME, a time accepted by parseInstant(). Errors: Usage, with a clause such as `"due_ms" is not a whole number`,
/// without a line number or period.
Result<TaskRecord> readTaskLine(const QByteArray& line, const QByteArray& seed, TimePoint now);

/// Returns the first record of a CSV file, with CR LF. csvRecord() returns the record of a task. A cell that a
/// spreadsheet would read as a formula is prefixed with an apostrophe. Such a cell begins with = + - or @, possibly
/// after blanks or marks, or with a tab or CR. `marked`: write a byte order mark before the titles, because some
/// spreadsheets misread UTF-8 without it.
QByteArray csvTitles(bool marked = false);
QByteArray csvRecord(const TaskRecord& task, bool masked = false);

/// Returns a cell with untrusted text. The text is protected from evaluation as a formula, and quoted if necessary.
QByteArray csvCell(const QByteArray& text);

/// Reader of CSV records by their column titles, which may be in any order. Unknown columns are
/// ignored.
class CsvTasks
{
public:
    /// Reads the titles. Returns false if the record only declares the separator, and the titles are in the next
    /// record. Cells may be separated by a comma, a semicolon or a tab. Errors: Usage, as for readTaskLine(): no column
    /// `id` or `type`, a repeated title, or an invalid quote.
    Result<bool> readTitles(const QByteArray& record);
    /// Reads one task. Errors: Usage, as for readTaskLine().
    Result<TaskRecord> read(const QByteArray& record, const QByteArray& seed, TimePoint now) const;

private:
    std::vector<QByteArray> m_titles;
    char m_separator = ',';
    bool m_isSeparatorSaid = false;
};

/// Completes a task read from either format, so that it has a valid id and an instant for its state. Errors: those of
/// readTaskLine().
Result<> completeTask(TaskRecord& task, const QByteArray& type, const QByteArray& seed, TimePoint now);

} // namespace dueline
