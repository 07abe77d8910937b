// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

namespace dueline {

/// How tasks stand in a file.
enum class TaskFormat : quint8 {
    Lines, ///< one JSON object per line, without loss
    Csv, ///< for spreadsheets: RFC 4180; attempts but the last error, and results, are left out
};

/// A task as one JSON object and a line feed. Bytes that are UTF-8 stand as text, others in a member NAME_base64; what
/// is not known, or is the queue's default, has no member. Of a framework's task also its own word for the state, what
/// it stores where the payload is a reading of that, and the facts it keeps. `masked`: says that payload and errors are
/// not the real ones.
QByteArray taskLine(const TaskRecord& task, bool masked = false);

/// Reads what taskLine() writes; members we do not know are passed over. Without `id` one is made of the type and
/// `seed`, the same each time. A pending state without `due_ms`, and an ended one without `at_ms`, has the instant
/// `now`. An instant is NAME_ms, milliseconds as instantOfNumber() takes them, or NAME, a time as parseInstant() reads
/// it. Errors: Usage; a clause such as `"due_ms" is not a whole number`, without a line number or full stop.
Result<TaskRecord> readTaskLine(const QByteArray& line, const QByteArray& seed, TimePoint now);

/// The first record of a CSV file, and one record per task, with CR LF. A cell that a spreadsheet would take for a
/// formula (it begins with = + - @, also behind blanks and marks, or with a tab or CR) has an apostrophe in front.
/// `marked`: a byte order mark stands before the titles, without which some spreadsheets read UTF-8 as something else.
QByteArray csvTitles(bool marked = false);
QByteArray csvRecord(const TaskRecord& task, bool masked = false);

/// A cell of untrusted text as it stands in such a file: guarded from spreadsheets, quoted where it has to be.
QByteArray csvCell(const QByteArray& text);

/// Reads CSV records by the titles of their columns, in any order; a column we do not know is passed over.
class CsvTasks
{
public:
    /// Errors: Usage, as readTaskLine(): no column `id` or `type`, a title twice, a damaged quote.
    /// False: it said by what cells are parted; the titles follow. Cells may be parted by , or ; or a tab.
    Result<bool> readTitles(const QByteArray& record);
    /// Errors: Usage, as readTaskLine().
    Result<TaskRecord> read(const QByteArray& record, const QByteArray& seed, TimePoint now) const;

private:
    std::vector<QByteArray> m_titles;
    char m_separator = ',';
    bool m_isSeparatorSaid = false;
};

/// What both forms share: an id that fits, an instant for the state. Errors: as readTaskLine().
Result<> completeTask(TaskRecord& task, const QByteArray& type, const QByteArray& seed, TimePoint now);

} // namespace dueline
