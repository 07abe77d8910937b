// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/duration.h"
#include "core/base/text.h"
#include "core/console/tasklines.h"

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

const std::vector<QByteArray>& csvColumns()
{
    static const std::vector<QByteArray> columns{"id", "type", "state", "at", "due", "added", "attempt", "max_attempts",
        "backoff", "lease", "expires", "keep_result", "worker", "error", "size", "masked", "encoding", "payload"};
    return columns;
}

constexpr QByteArrayView formulaStarts = "=+-@\t\r";

Error unfitCell(const QString& why) { return {ErrorCode::Usage, why}; }

bool isText(QByteArrayView bytes) { return QUtf8StringView(bytes.data(), bytes.size()).isValidUtf8(); }

/// A cell as it stands in the file. An apostrophe that is there already, and could be taken for ours, gets one more.
QByteArray csvCell(const QByteArray& text)
{
    QByteArray cell = text;
    if (!cell.isEmpty() && (formulaStarts.contains(cell.front()) || cell.front() == '\''))
        cell.prepend('\'');
    if (std::none_of(cell.begin(), cell.end(), [](char c) { return c == '"' || c == ',' || c == '\n' || c == '\r'; }))
        return cell;
    return '"' + cell.replace('"', "\"\"") + '"';
}

QByteArray withoutApostrophe(const QByteArray& cell)
{
    const bool ours = cell.size() > 1 && cell[0] == '\'' && (formulaStarts.contains(cell[1]) || cell[1] == '\'');
    return ours ? cell.mid(1) : cell;
}

/// Errors: Usage, a quote in the wrong place.
Result<std::vector<QByteArray>> csvCells(QByteArrayView record)
{
    if (record.endsWith('\n'))
        record.chop(1);
    if (record.endsWith('\r'))
        record.chop(1);
    std::vector<QByteArray> cells(1);
    for (qsizetype i = 0; i < record.size(); ++i) {
        if (record[i] == ',') {
            cells.emplace_back();
        } else if (record[i] != '"') {
            cells.back() += record[i];
        } else {
            if (!cells.back().isEmpty())
                return unfitCell(u"a quote stands in the middle of cell %1"_s.arg(cells.size()));
            for (++i;; ++i) {
                if (i >= record.size())
                    return unfitCell(u"the quote of cell %1 has no end"_s.arg(cells.size()));
                if (record[i] != '"')
                    cells.back() += record[i];
                else if (i + 1 < record.size() && record[i + 1] == '"')
                    cells.back() += record[++i];
                else
                    break;
            }
            if (i + 1 < record.size() && record[i + 1] != ',')
                return unfitCell(u"something stands behind the quote of cell %1"_s.arg(cells.size()));
        }
    }
    for (QByteArray& cell : cells)
        cell = withoutApostrophe(cell);
    return cells;
}

QByteArray instantCell(const std::optional<TimePoint>& at) { return at ? formatInstant(*at).toUtf8() : QByteArray(); }

} // namespace

QByteArray csvTitles()
{
    QByteArray line;
    for (const QByteArray& title : csvColumns())
        line += title + ',';
    line.chop(1);
    return line + "\r\n";
}

QByteArray csvRecord(const WholeTask& whole, bool masked)
{
    const Task& task = whole.detail.task;
    const TaskOptions& options = whole.detail.options;
    const bool readable = isText(whole.payload) && !whole.payload.contains(char(0));
    const auto textOf = [](const QByteArray& bytes) { return isText(bytes) ? bytes : printable(bytes, 4096).toUtf8(); };
    const bool readableId = isText(task.id) && !task.id.contains(char(0)) && !task.id.startsWith("base64:");
    const std::vector<QByteArray> cells{readableId ? task.id : "base64:" + task.id.toBase64(),
        textOf(typeOf(task).toByteArray()), stateName(task.state).toByteArray(), instantCell(task.at),
        instantCell(task.dueAt), instantCell(task.addedAt), QByteArray::number(task.attempt),
        options.maxAttempts ? QByteArray::number(*options.maxAttempts) : QByteArray(),
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

Result<> CsvTasks::readTitles(const QByteArray& record)
{
    const auto cells = csvCells(record.startsWith("\xEF\xBB\xBF") ? record.mid(3) : record);
    if (!cells)
        return cells.error();
    m_titles = *cells;
    const auto has = [&](const char* title) { return std::count(m_titles.begin(), m_titles.end(), title); };
    if (has("id") == 0 && has("type") == 0)
        return unfitCell(u"no column is called \"id\" or \"type\""_s);
    for (const QByteArray& column : csvColumns()) {
        if (has(column.constData()) > 1)
            return unfitCell(u"two columns are called \"%1\""_s.arg(printable(column, 40)));
    }
    return {};
}

Result<WholeTask> CsvTasks::read(const QByteArray& record, const QByteArray& seed, TimePoint now) const
{
    const auto cells = csvCells(record);
    if (!cells)
        return cells.error();
    if (cells->size() != m_titles.size())
        return unfitCell(u"it has %1 cells, the titles are %2"_s.arg(cells->size()).arg(m_titles.size()));
    const auto cell = [&](const char* title) {
        const auto found = std::find(m_titles.begin(), m_titles.end(), title);
        return found == m_titles.end() ? QByteArray() : (*cells)[std::size_t(found - m_titles.begin())];
    };
    QString why;
    const auto wrong = [&](const char* title) {
        if (why.isEmpty())
            why = u"\"%1\" is not what its title says: %2"_s.arg(
                QString::fromLatin1(title), printable(cell(title), 40));
    };
    const auto instant = [&](const char* title) -> std::optional<TimePoint> {
        const QByteArray text = cell(title);
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
    WholeTask whole;
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
        return unfitCell(u"its payload was masked when it was exported, so it is not the real one"_s);
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
