// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/duration.h"
#include "core/base/text.h"
#include "core/console/transfer/tasklines.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

const std::vector<QByteArray>& csvColumns()
{
    static const std::vector<QByteArray> columns{"id", "type", "state", "at", "due", "added", "attempt", "max_attempts",
        "backoff", "lease", "expires", "keep_result", "worker", "error", "size", "masked", "encoding", "payload"};
    return columns;
}

constexpr QByteArrayView utf8Mark = "\xEF\xBB\xBF";

/// Returns whether a spreadsheet may evaluate the cell as a formula, because it starts with one of = + - @ (including
/// full-width forms), possibly after blanks and marks that spreadsheets ignore.
bool looksLikeFormula(QByteArrayView cell)
{
    // First characters of formulas, and characters that spreadsheets ignore before them.
    static const std::vector<QByteArrayView> signs{
        "=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\u2212"};
    static const std::vector<QByteArrayView> passedOver{" ", "\t", "\r", "\n", "\v", "\f", "'", "\u00a0", "\u00ad",
        "\u1680", "\u2000", "\u2001", "\u2002", "\u2003", "\u2004", "\u2005", "\u2006", "\u2007", "\u2008", "\u2009",
        "\u200a", "\u200b", "\u200c", "\u200d", "\u200e", "\u200f", "\u2028", "\u2029", "\u202f", "\u205f", "\u2060",
        "\u3000", "\ufeff"};
    const auto begins = [](QByteArrayView text, const std::vector<QByteArrayView>& all) {
        const auto found
            = std::find_if(all.begin(), all.end(), [&](QByteArrayView one) { return text.startsWith(one); });
        return found == all.end() ? qsizetype(0) : found->size();
    };
    if (cell.startsWith('\t') || cell.startsWith('\r'))
        return true;
    for (qsizetype size = begins(cell, passedOver); size > 0; size = begins(cell, passedOver))
        cell = cell.sliced(size);
    return begins(cell, signs) > 0;
}

Error unfitCell(const QString& why) { return {ErrorCode::Usage, why}; }

bool isText(QByteArrayView bytes) { return QUtf8StringView(bytes.data(), bytes.size()).isValidUtf8(); }

QByteArray withoutApostrophe(const QByteArray& cell)
{
    if (!cell.startsWith('\''))
        return cell;
    const QByteArrayView rest = QByteArrayView(cell).sliced(1);
    return looksLikeFormula(rest) || rest.startsWith('\'') ? rest.toByteArray() : cell;
}

/// Splits a record into cells. Errors: Usage (a misplaced quote).
Result<std::vector<QByteArray>> csvCells(QByteArrayView record, char separator)
{
    if (record.endsWith('\n'))
        record.chop(1);
    if (record.endsWith('\r'))
        record.chop(1);
    std::vector<QByteArray> cells(1);
    for (qsizetype i = 0; i < record.size(); ++i) {
        if (record[i] == separator) {
            cells.emplace_back();
        } else if (record[i] != '"') {
            cells.back() += record[i];
        } else {
            if (!cells.back().isEmpty())
                return unfitCell(u"cell %1 has a quote in the middle"_s.arg(cells.size()));
            for (++i;; ++i) {
                if (i >= record.size())
                    return unfitCell(u"the quote in cell %1 is not closed"_s.arg(cells.size()));
                if (record[i] != '"')
                    cells.back() += record[i];
                else if (i + 1 < record.size() && record[i + 1] == '"')
                    cells.back() += record[++i];
                else
                    break;
            }
            if (i + 1 < record.size() && record[i + 1] != separator)
                return unfitCell(u"cell %1 has text after its closing quote"_s.arg(cells.size()));
        }
    }
    for (QByteArray& cell : cells)
        cell = withoutApostrophe(cell);
    return cells;
}

QByteArray instantCell(const std::optional<TimePoint>& at) { return at ? formatInstant(*at).toUtf8() : QByteArray(); }

} // namespace

/// Returns a cell for the file. A leading apostrophe keeps spreadsheets from evaluating text that looks like a formula.
/// Text that already starts with an apostrophe gets a second one, so that the reader can tell the two cases apart.
/// Cells that contain any spreadsheet's separator are quoted.
QByteArray csvCell(const QByteArray& text)
{
    QByteArray cell = text;
    if (looksLikeFormula(cell) || cell.startsWith('\''))
        cell.prepend('\'');
    constexpr QByteArrayView parting = "\",;\t\n\r";
    if (std::none_of(cell.begin(), cell.end(), [&](char c) { return parting.contains(c); }))
        return cell;
    return '"' + cell.replace('"', "\"\"") + '"';
}

QByteArray csvTitles(bool marked)
{
    QByteArray line = marked ? utf8Mark.toByteArray() : QByteArray();
    for (const QByteArray& title : csvColumns())
        line += title + ',';
    line.chop(1);
    return line + "\r\n";
}

QByteArray csvRecord(const TaskRecord& whole, bool masked)
{
    const Task& task = whole.detail.task;
    const TaskOptions& options = whole.detail.options;
    const bool readable = isText(whole.payload) && !whole.payload.contains(char(0));
    const auto textOf = [](const QByteArray& bytes) { return isText(bytes) ? bytes : printable(bytes, 4096).toUtf8(); };
    const bool readableId = isText(task.id) && !task.id.contains(char(0)) && !task.id.startsWith("base64:");
    const std::vector<QByteArray> cells{readableId ? task.id : "base64:" + task.id.toBase64(),
        textOf(typeOf(task).toByteArray()), stateName(task.state).toByteArray(),
        isRecorded(task) ? instantCell(task.at) : QByteArray(), instantCell(task.dueAt), instantCell(task.addedAt),
        QByteArray::number(task.attempt), options.maxAttempts ? QByteArray::number(*options.maxAttempts) : QByteArray(),
        options.backoff ? formatBackoff(*options.backoff).toUtf8() : QByteArray(),
        options.leaseFor ? formatDuration(*options.leaseFor).toUtf8() : QByteArray(), instantCell(options.expiresAt),
        options.keepResult ? "true" : "", textOf(task.worker), textOf(task.error),
        QByteArray::number(whole.payload.size()), masked ? "true" : "", readable ? "" : "base64",
        readable ? whole.payload : whole.payload.toBase64()};
    QByteArray line;
    for (const QByteArray& cell : cells)
        line += csvCell(cell) + ',';
    line.chop(1);
    return line + "\r\n";
}

Result<bool> CsvTasks::readTitles(const QByteArray& record)
{
    const QByteArray text = record.startsWith(utf8Mark) ? record.mid(utf8Mark.size()) : record;
    if (text.startsWith("\xFF\xFE") || text.startsWith("\xFE\xFF") || text.contains('\0'))
        return unfitCell(u"the file is UTF-16; save it as CSV UTF-8, or convert it with iconv -f UTF-16 -t UTF-8"_s);
    // The first line may just declare the separator, as some spreadsheets do.
    if (const QByteArray line = text.trimmed(); line.size() == 5 && line.startsWith("sep=")) {
        m_separator = line[4];
        m_isSeparatorSaid = true;
        return false;
    }
    static const auto names = [](const std::vector<QByteArray>& titles) {
        return std::any_of(
            titles.begin(), titles.end(), [](const QByteArray& title) { return title == "id" || title == "type"; });
    };
    Result<std::vector<QByteArray>> cells = csvCells(text, m_separator);
    // Spreadsheets write semicolons if the decimal separator is a comma, and tabs when cells are copied.
    for (const char separator : {';', '\t'}) {
        if (m_isSeparatorSaid || (cells && names(*cells)))
            break;
        if (const auto others = csvCells(text, separator); others && names(*others)) {
            cells = others;
            m_separator = separator;
        }
    }
    if (!cells)
        return cells.error();
    m_titles = *cells;
    const auto has = [&](const QByteArray& title) { return std::count(m_titles.begin(), m_titles.end(), title); };
    if (has("id") == 0 && has("type") == 0)
        return unfitCell(u"no column is named \"id\" or \"type\""_s);
    for (const QByteArray& column : csvColumns()) {
        if (has(column) + has(column + "_ms") > 1)
            return unfitCell(u"two columns are named \"%1\""_s.arg(printable(column, 40)));
    }
    return true;
}

Result<TaskRecord> CsvTasks::read(const QByteArray& record, const QByteArray& seed, TimePoint now) const
{
    const auto cells = csvCells(record, m_separator);
    if (!cells)
        return cells.error();
    if (cells->size() != m_titles.size())
        return unfitCell(u"it has %1 cells, but the header has %2"_s.arg(cells->size()).arg(m_titles.size()));
    const auto cell = [&](const char* title) {
        const auto found = std::find(m_titles.begin(), m_titles.end(), title);
        return found == m_titles.end() ? QByteArray() : (*cells)[std::size_t(found - m_titles.begin())];
    };
    QString why;
    const auto wrong = [&](const char* title) {
        if (why.isEmpty())
            why = u"\"%1\" does not match its column: %2"_s.arg(QString::fromLatin1(title), printable(cell(title), 40));
    };
    const auto instant = [&](const char* title) -> std::optional<TimePoint> {
        QByteArray text = cell(title);
        if (text.isEmpty()) // in JSON Lines, time names end in _ms
            text = cell((QByteArray(title) + "_ms").constData());
        if (text.isEmpty())
            return std::nullopt;
        const auto read = parseInstant(QString::fromUtf8(text));
        if (!read && why.isEmpty())
            why = u"\"%1\": %2"_s.arg(QString::fromLatin1(title), read.error().message.chopped(1));
        return read ? std::optional(*read) : std::nullopt;
    };
    const auto number = [&](const char* title, int least) -> std::optional<int> {
        const QByteArray text = cell(title);
        bool whole = false;
        const int value = text.toInt(&whole);
        if (text.isEmpty())
            return std::nullopt;
        if (!whole || value < least)
            wrong(title);
        return value;
    };
    const auto decoded = [&](const char* title, const QByteArray& text) {
        const auto bytes = QByteArray::fromBase64Encoding(
            text, QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
        if (!bytes)
            wrong(title);
        return bytes.decoded;
    };
    TaskRecord whole;
    Task& task = whole.detail.task;
    TaskOptions& options = whole.detail.options;
    const QByteArray id = cell("id");
    const bool encodedId = id.startsWith("base64:");
    task.id = encodedId ? decoded("id", id.mid(7)) : id;
    if (const QByteArray state = cell("state"); !state.isEmpty()) {
        if (const auto known = stateFromName(state))
            task.state = *known;
        else
            wrong("state");
    }
    task.at = instant("at").value_or(TimePoint());
    task.dueAt = instant("due");
    task.addedAt = instant("added");
    task.attempt = number("attempt", 0).value_or(0);
    options.maxAttempts = number("max_attempts", 1);
    if (const QByteArray text = cell("backoff"); !text.isEmpty()) {
        if (const auto backoff = parseBackoff(QString::fromUtf8(text)))
            options.backoff = *backoff;
        else
            wrong("backoff");
    }
    if (const QByteArray text = cell("lease"); !text.isEmpty()) {
        if (const auto lease = parseDuration(QString::fromUtf8(text)))
            options.leaseFor = *lease;
        else
            wrong("lease");
    }
    options.expiresAt = instant("expires");
    options.keepResult = cell("keep_result") == "true";
    if (cell("masked") == "true")
        return unfitCell(u"its payload is masked, so the task cannot be added"_s);
    const QByteArray encoding = cell("encoding");
    whole.payload = encoding == "base64" ? decoded("payload", cell("payload")) : cell("payload");
    if (!encoding.isEmpty() && encoding != "base64")
        wrong("encoding");
    task.size = whole.payload.size();
    if (!why.isEmpty())
        return unfitCell(why);
    if (const auto complete = completeTask(whole, encodedId ? QByteArray() : cell("type"), seed, now); !complete)
        return complete.error();
    return whole;
}

} // namespace dueline
