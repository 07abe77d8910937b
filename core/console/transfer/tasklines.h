// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

namespace dueline {

/// Format of a file with exported tasks.
enum class TaskFormat : quint8 {
    Lines, ///< JSON Lines: one JSON object per line, lossless
    Csv, ///< spreadsheet format (RFC 4180), without results and with only the last attempt's error
};

/// Returns a task as one JSON object and a line feed. A value that is not UTF-8 becomes a member NAME_base64. Unknown
/// values and the queue's defaults are omitted. For a framework's task, the object also contains its native state, its
/// facts, and the stored form of a decoded payload. `masked`: whether the payload and errors are masked, which the
/// object then states.
QByteArray taskLine(const TaskRecord& task, bool masked = false);

/// Parses the output of taskLine(). Ignores unknown members. A missing `id` is derived from the type and `seed`, so
/// that a repeated import produces the same id. If a pending task has no `due_ms`, or a finished one no `at_ms`, its
/// time is `now`. A time is either NAME_ms, a number of milliseconds that instantOfNumber() accepts, or NAME, a text
/// that parseInstant() accepts. Errors: Usage. The message is a clause without a line number or period, such as
/// `"due_ms" is not a whole number`.
Result<TaskRecord> readTaskLine(const QByteArray& line, const QByteArray& seed, TimePoint now);

/// Returns the header row of a CSV file, terminated by CR LF; csvRecord() returns the row of a task. A cell that a
/// spreadsheet would evaluate as a formula is prefixed with an apostrophe: a cell that begins with = + - or @, possibly
/// after white space or invisible marks, or with a tab or CR. `marked`: whether to start with a byte order mark,
/// without which some spreadsheets misread UTF-8.
QByteArray csvTitles(bool marked = false);
QByteArray csvRecord(const TaskRecord& task, bool masked = false);

/// Returns a cell for untrusted text. It is quoted if necessary, and prefixed with an apostrophe if a spreadsheet would
/// evaluate it as a formula.
QByteArray csvCell(const QByteArray& text);

/// Reader of a CSV file's records. It finds the columns by their titles, in any order, and ignores unknown columns.
class CsvTasks
{
public:
    /// Reads the title record. Returns false if the record only declares the separator, so that the titles follow in
    /// the next one. The separator may be a comma, a semicolon or a tab. Errors: Usage, as for readTaskLine(): no
    /// column `id` or `type`, a repeated title, or an invalid quote.
    Result<bool> readTitles(const QByteArray& record);
    /// Reads the record of a task. Errors: Usage, as for readTaskLine().
    Result<TaskRecord> read(const QByteArray& record, const QByteArray& seed, TimePoint now) const;

private:
    std::vector<QByteArray> m_titles;
    char m_separator = ',';
    bool m_isSeparatorSaid = false;
};

/// Completes a task that was read in either format: gives it a valid id, and a time that fits its state. Errors: those
/// of readTaskLine().
Result<> completeTask(TaskRecord& task, const QByteArray& type, const QByteArray& seed, TimePoint now);

} // namespace dueline
