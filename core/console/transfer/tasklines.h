// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

namespace dueline {

/// File format of tasks.
enum class TaskFormat : quint8 {
    Lines, ///< one JSON object per line, lossless
    Csv, ///< spreadsheet format, RFC 4180; only the last error of the attempts, and no results
};

/// Returns a task as one JSON object and a line feed. UTF-8 bytes are text, other bytes are in a member NAME_base64.
/// Unknown values and the queue's defaults have no member. A framework's task also has its native state, its facts, and
/// the stored data of a decoded payload. `masked`: marks payload and errors as masked.
QByteArray taskLine(const TaskRecord& task, bool masked = false);

/// Reads the format of taskLine(); ignores unknown members. Without `id`, the id is derived from the type and `seed`,
/// so that a repeated import gives the same id. A pending state without `due_ms`, and an ended one without `at_ms`, get
/// the instant `now`. An instant is NAME_ms, milliseconds as instantOfNumber() accepts them, or NAME, a time as
/// parseInstant() accepts it. Errors: Usage; a clause such as `"due_ms" is not a whole number`, without a line number
/// or full stop.
Result<TaskRecord> readTaskLine(const QByteArray& line, const QByteArray& seed, TimePoint now);

/// Returns the first record of a CSV file, or one record per task, with CR LF. A cell that a spreadsheet would read as
/// a formula is prefixed by an apostrophe. Such a cell begins with = + - or @, possibly after blanks or marks, or with
/// a tab or CR. `marked`: writes a byte order mark before the titles, without which some spreadsheets misread UTF-8.
QByteArray csvTitles(bool marked = false);
QByteArray csvRecord(const TaskRecord& task, bool masked = false);

/// Returns a cell of untrusted text: protected from formulas, and quoted if necessary.
QByteArray csvCell(const QByteArray& text);

/// Reader of CSV records by their column titles, in any order; ignores unknown columns.
class CsvTasks
{
public:
    /// Reads the titles. Returns false if the record only declares the separator, and the titles follow. Cells may be
    /// separated by , or ; or a tab. Errors: Usage, as readTaskLine(): no column `id` or `type`, a repeated title, a
    /// damaged quote.
    Result<bool> readTitles(const QByteArray& record);
    /// Reads one task. Errors: Usage, as readTaskLine().
    Result<TaskRecord> read(const QByteArray& record, const QByteArray& seed, TimePoint now) const;

private:
    std::vector<QByteArray> m_titles;
    char m_separator = ',';
    bool m_isSeparatorSaid = false;
};

/// Completes a task for both formats: a valid id, and an instant for the state. Errors: as readTaskLine().
Result<> completeTask(TaskRecord& task, const QByteArray& type, const QByteArray& seed, TimePoint now);

} // namespace dueline
