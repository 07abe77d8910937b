// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

namespace dueline {

/// Format for a file of exported tasks.
enum class TaskFormat : quint8 {
    Lines, ///< JSON Lines: one JSON object per line, lossless
    Csv, ///< spreadsheet format (RFC 4180), without results and with only the last attempt's error
};

/// Returns a task as one JSON object and a line feed. Values that aren't UTF-8 become a member NAME_base64. Unknown
/// values and the queue's defaults are omitted. A framework's task also has its native state, its facts, and the stored
/// form of a decoded payload. `masked`: whether the payload and errors are masked; the object then says so.
QByteArray taskLine(const TaskRecord& task, bool masked = false);

/// Parses the output of taskLine(). Ignores unknown members. A missing `id` is derived from the type and `seed`, so
/// that a repeated import produces the same id. A pending task without `due_ms`, or a finished one without `at_ms`,
/// gets the time `now`. Times are either NAME_ms, a number of milliseconds that instantOfNumber() accepts, or NAME, a
/// text that parseInstant() accepts. Errors: Usage. The message is a clause without a line number or period, such as
/// `"due_ms" is not a whole number`.
Result<TaskRecord> readTaskLine(const QByteArray& line, const QByteArray& seed, TimePoint now);

/// Returns a CSV file's header row, terminated by CR LF; csvRecord() returns a task's row. Cells that a spreadsheet
/// would evaluate as a formula are prefixed with an apostrophe: cells that begin with = + - or @, possibly after white
/// space or invisible marks, or with a tab or CR. `marked`: whether to start with a byte order mark, without which some
/// spreadsheets misread UTF-8.
QByteArray csvTitles(bool marked = false);
QByteArray csvRecord(const TaskRecord& task, bool masked = false);

/// Returns a cell for untrusted text, quoted if necessary, and prefixed with an apostrophe if a spreadsheet would
/// evaluate it as a formula.
QByteArray csvCell(const QByteArray& text);

/// Reader of a CSV file's records. Finds the columns by title, in any order, and ignores unknown columns.
class CsvTasks
{
public:
    /// Reads the title record. Returns false if the record just declares the separator, in which case the column titles
    /// are in the next one. The separator may be a comma, a semicolon, or a tab. Errors: Usage, as for readTaskLine():
    /// no column `id` or `type`, a repeated title, or an invalid quote.
    Result<bool> readTitles(const QByteArray& record);
    /// Reads a task's record. Errors: Usage, as for readTaskLine().
    Result<TaskRecord> read(const QByteArray& record, const QByteArray& seed, TimePoint now) const;

private:
    std::vector<QByteArray> m_titles;
    char m_separator = ',';
    bool m_isSeparatorSaid = false;
};

/// Completes a task read in either format by giving it a valid id and a time that fits its state. Errors: same as
/// readTaskLine().
Result<> completeTask(TaskRecord& task, const QByteArray& type, const QByteArray& seed, TimePoint now);

} // namespace dueline
