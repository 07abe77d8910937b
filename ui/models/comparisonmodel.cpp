// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/comparisonmodel.h"

#include "core/base/text.h"
#include "ui/models/cell.h"
#include "ui/text/plaintexttooltip.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr qsizetype cellCharacters = 200;
constexpr qint64 sharedShown = 24; // number of identical bytes shown before a difference

/// Returns the text from just before the difference, so that the difference is visible in a narrow column.
QString cellText(const DiffRow& row, const DiffSide& side)
{
    const qint64 common = row.common - side.from;
    qint64 from = row.change == Change::Changed && common > 2 * sharedShown ? common - sharedShown : 0;
    while (from > 0 && (uchar(side.bytes[from]) & 0xc0) == 0x80) // don't start within a UTF-8 sequence
        --from;
    const QString text = printable(QByteArrayView(side.bytes).sliced(from), cellCharacters);
    return from + side.from > 0 ? u'…' + text : text;
}

/// Returns hex digits in groups of two bytes. Sixteen bytes fit in a cell even in the narrowest dialog.
QString hexText(const DiffSide& side)
{
    QString text;
    for (qsizetype at = 0; at < side.bytes.size(); at += 2)
        text += QString::fromLatin1(side.bytes.mid(at, 2).toHex()) + u' ';
    return text.trimmed();
}

} // namespace

ComparisonModel::ComparisonModel(const Formatting& formatting, const Comparison& comparison, QObject* parent)
    : QAbstractTableModel(parent)
    , m_formatting(formatting)
    , m_comparison(comparison)
{
    addFields();
    for (const Comparison::Section& section : m_comparison.contents)
        addContent(section);
    showAll(false);
}

QString ComparisonModel::signWords(Change change)
{
    switch (change) {
    case Change::Same:
        return tr("= same");
    case Change::Removed:
        return tr("− only in A");
    case Change::Added:
        return tr("+ only in B");
    case Change::Changed:
        break;
    }
    return tr("~ differs");
}

QString ComparisonModel::fieldWords(const char* name)
{
    static const std::pair<const char*, const char*> words[] = {{"type", QT_TR_NOOP("Type")},
        {"state", QT_TR_NOOP("State")}, {"at_ms", QT_TR_NOOP("State time")}, {"due_ms", QT_TR_NOOP("Due at")},
        {"added_ms", QT_TR_NOOP("Added")}, {"attempt", QT_TR_NOOP("Attempts made")},
        {"max_attempts", QT_TR_NOOP("Attempt limit")}, {"backoff", QT_TR_NOOP("Backoff")},
        {"lease_ms", QT_TR_NOOP("Task lease")}, {"expires_ms", QT_TR_NOOP("Expires")},
        {"keep_result", QT_TR_NOOP("Keep result")}, {"leases", QT_TR_NOOP("Leases")},
        {"expiries", QT_TR_NOOP("Expired leases")}, {"worker", QT_TR_NOOP("Worker")}, {"size", QT_TR_NOOP("Bytes")},
        {"operation", QT_TR_NOOP("Last action")}, {"number", QT_TR_NOOP("Attempt")}, {"outcome", QT_TR_NOOP("Outcome")},
        {"started_ms", QT_TR_NOOP("Started")}, {"ended_ms", QT_TR_NOOP("Ended")}, {"run_ms", QT_TR_NOOP("Took")}};
    for (const auto& [known, word] : words) {
        if (qstrcmp(known, name) == 0)
            return tr(word);
    }
    return QString::fromLatin1(name);
}

QString ComparisonModel::partWords(const char* name)
{
    if (qstrcmp(name, "payload") == 0)
        return tr("Payload");
    return qstrcmp(name, "result") == 0 ? tr("Result") : tr("Error");
}

QString ComparisonModel::valueWords(const char* field, const FieldValue& value) const
{
    if (const auto* outcome = std::get_if<QByteArray>(&value); outcome && qstrcmp(field, "outcome") == 0)
        return Formatting::outcomeWord(*outcome);
    struct Words
    {
        const Formatting& formatting;
        QString operator()(std::monostate) const { return ComparisonModel::tr("not set"); }
        QString operator()(const QByteArray& bytes) const { return printable(bytes, cellCharacters); }
        QString operator()(qint64 number) const { return Formatting::count(number); }
        QString operator()(bool flag) const { return flag ? ComparisonModel::tr("yes") : ComparisonModel::tr("no"); }
        // Use the exact form, because times may differ only in their milliseconds.
        QString operator()(TimePoint at) const { return formatting.exact(at); }
        QString operator()(Millis length) const { return Formatting::exactDuration(length); }
        QString operator()(TaskState state) const { return Formatting::stateWord(state); }
    };
    return std::visit(Words{m_formatting}, value);
}

void ComparisonModel::addFields()
{
    for (const FieldDiff& field : m_comparison.fields) {
        Row row;
        row.change = field.change();
        row.where = fieldWords(field.name);
        row.a = row.wholeA = valueWords(field.name, field.a);
        row.b = row.wholeB = valueWords(field.name, field.b);
        m_rows.push_back(std::move(row));
    }
}

QString ComparisonModel::limitWords(const ContentDiff& content)
{
    switch (content.limit) {
    case ContentDiff::Limit::None:
        break;
    case ContentDiff::Limit::ManyValues:
        return tr("JSON with more than 200,000 values or 200 levels is not compared by path.");
    case ContentDiff::Limit::ManyLines:
        return tr("More than %1 lines differ. They are shown as a single block.")
            .arg(Formatting::count(ContentDiff::maxEdits));
    case ContentDiff::Limit::Large:
        return tr("Payloads over %1 are compared byte by byte, up to %2.")
            .arg(formatBytes(ContentDiff::wholeUpTo), formatBytes(ContentDiff::lookedUpTo));
    case ContentDiff::Limit::Masked:
        return tr("Masked payloads over %1 are not compared.").arg(formatBytes(ContentDiff::wholeUpTo));
    }
    return {};
}

void ComparisonModel::addContent(const Comparison::Section& section)
{
    const ContentDiff& content = section.content;
    const bool bytes = content.mode == ContentDiff::Mode::Bytes;
    Row head;
    head.isHead = true;
    head.change = content.isSame() ? Change::Same
        : content.sizeA == 0       ? Change::Added
        : content.sizeB == 0       ? Change::Removed
                                   : Change::Changed;
    head.where = partWords(section.name);
    head.a = head.wholeA = formatBytes(content.sizeA);
    head.b = head.wholeB = head.change != Change::Changed
        ? formatBytes(content.sizeB)
        : tr("%1, differs starting at byte %2")
              .arg(formatBytes(content.sizeB), Formatting::count(*content.firstDifference));
    m_rows.push_back(std::move(head));
    for (const DiffRow& found : content.rows) {
        Row row;
        row.isContent = true;
        row.change = found.change;
        const qint64 at = found.atA < 0 ? found.atB : found.atA;
        row.where = content.mode == ContentDiff::Mode::Json ? printable(found.path.toUtf8(), cellCharacters)
            : bytes                                         ? tr("Byte %1").arg(Formatting::count(at))
            : found.atA >= 0 && found.atB >= 0 && found.atA != found.atB
            ? tr("Lines %1 and %2", "of A and of B").arg(Formatting::count(found.atA), Formatting::count(found.atB))
            : tr("Line %1").arg(Formatting::count(at));
        if (found.a) {
            row.a = bytes ? hexText(*found.a) : cellText(found, *found.a);
            row.wholeA = bytes ? row.a : printableText(found.a->bytes, ContentDiff::maxSide);
        }
        if (found.b) {
            row.b = bytes ? hexText(*found.b) : cellText(found, *found.b);
            row.wholeB = bytes ? row.b : printableText(found.b->bytes, ContentDiff::maxSide);
        }
        m_rows.push_back(std::move(row));
    }
}

void ComparisonModel::showAll(bool all)
{
    beginResetModel();
    m_shown.clear();
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (all || m_rows[i].isHead || m_rows[i].isContent || m_rows[i].change != Change::Same)
            m_shown.push_back(i);
    }
    endResetModel();
}

QString ComparisonModel::summary() const
{
    QStringList sentences;
    const qint64 differences = m_comparison.differences();
    if (m_comparison.isSame())
        sentences << tr("Nothing differs.");
    else if (differences > 0)
        sentences << tr("%Ln difference(s).", nullptr, Formatting::plural(differences));
    for (const Comparison::Section& section : m_comparison.contents) {
        const ContentDiff& content = section.content;
        const auto shown = std::count_if(
            content.rows.begin(), content.rows.end(), [](const DiffRow& row) { return row.change != Change::Same; });
        if (content.isOnlyWriting())
            sentences << tr("The JSON values are equal, but formatted differently.");
        if (content.hasMoreBytes())
            sentences << tr("Only %1 bytes are shown, starting at the first difference.").arg(ContentDiff::shownBytes);
        if (content.differences > shown)
            sentences << tr("Only the first %1 differences are shown.").arg(Formatting::count(shown));
        if (content.limit != ContentDiff::Limit::None)
            sentences << limitWords(content);
    }
    if (m_comparison.masked)
        sentences << tr("Masked fields are hidden here too, and their values were not compared.");
    return Formatting::sentences(sentences);
}

QVariant ComparisonModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Row& row = m_rows[m_shown[std::size_t(index.row())]];
    const int column = index.column();
    const QString cell = column == Sign ? signWords(row.change)
        : column == Where               ? row.where
        : column == A                   ? row.a
                                        : row.b;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return cell;
    case Qt::ToolTipRole:
        return plainTextToolTip(column == A ? row.wholeA.left(2000) : column == B ? row.wholeB.left(2000) : cell);
    case Cell::Look:
        if (column == Sign) {
            return QVariant::fromValue(row.change == Change::Same ? Cell::Tone::Faint
                    : row.change == Change::Removed               ? Cell::Tone::Failure
                    : row.change == Change::Added                 ? Cell::Tone::Good
                                                                  : Cell::Tone::Warning);
        }
        if (row.isHead)
            return QVariant::fromValue(column == Where ? Cell::Tone::Strong : Cell::Tone::Quiet);
        return QVariant::fromValue(row.change == Change::Same ? Cell::Tone::Quiet
                : row.isContent && column != Where            ? Cell::Tone::Mono
                                                              : Cell::Tone::Plain);
    default:
        return {};
    }
}

QVariant ComparisonModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::AccessibleTextRole))
        return {};
    if (section == Sign) // the column has no visible title
        return role == Qt::AccessibleTextRole ? tr("Difference") : QVariant();
    return section == Where ? tr("Where") : section == A ? tr("A") : tr("B");
}

QString ComparisonModel::widest(Column column) const
{
    QString widest;
    const auto take = [&widest](const QString& text) {
        if (Cell::isWider(text, widest))
            widest = text;
    };
    for (const Change change : {Change::Same, Change::Removed, Change::Added, Change::Changed}) {
        if (column == Sign)
            take(signWords(change));
    }
    for (const Row& row : m_rows) {
        if (column == Where)
            take(row.where.left(28)); // limit long paths to leave room for the values
    }
    return widest;
}

QString ComparisonModel::whole(int row, Column side) const
{
    if (row < 0 || row >= rowCount())
        return {};
    const Row& shown = m_rows[m_shown[std::size_t(row)]];
    return side == A ? shown.wholeA : shown.wholeB;
}

QString ComparisonModel::text(const std::vector<int>& rows) const
{
    QStringList lines;
    const auto add = [&](int row) {
        QStringList cells;
        for (int column = 0; column < Columns; ++column)
            cells << data(index(row, column), Qt::DisplayRole).toString();
        lines << cells.join(u'\t');
    };
    for (const int row : rows)
        add(row);
    for (int row = 0; rows.empty() && row < rowCount(); ++row)
        add(row);
    return lines.join(u'\n');
}

} // namespace dueline
