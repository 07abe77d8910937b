// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/filterwords.h"

#include "core/base/text.h"
#include "core/queue/errors/errorpattern.h"
#include "core/queue/taskfilter.h"
#include "ui/models/tasktablemodel.h"

#include <QRegularExpression>

#include <algorithm>

namespace dueline {

namespace {

constexpr qsizetype listedAtMost = 12;

/// Adds a word if all of its characters can be typed in a filter.
void addWord(QSet<QString>& words, QByteArrayView bytes)
{
    const QString text = QString::fromUtf8(bytes);
    if (!text.isEmpty() && words.size() < FilterWords::most && printable(bytes, bytes.size()) == text)
        words.insert(text);
}

/// Reverses quotedForFilter(). Returns text without quotes unchanged.
QString unquoted(const QString& value)
{
    if (value.size() < 2 || !value.startsWith(u'"') || !value.endsWith(u'"'))
        return value;
    QString plain;
    for (qsizetype i = 1; i < value.size() - 1; ++i) {
        if (value[i] == u'\\' && i + 2 < value.size())
            ++i;
        plain += value[i];
    }
    return plain;
}

bool needsQuotes(const QString& word)
{
    return word.startsWith(u'"') || std::any_of(word.begin(), word.end(), [](QChar c) { return c.isSpace(); });
}

} // namespace

FilterWords::FilterWords(const TaskTableModel& tasks, QObject* parent)
    : QObject(parent)
    , m_tasks(tasks)
{
    const auto changed = [this] { m_rows.reset(); };
    connect(&tasks, &QAbstractItemModel::modelReset, this, changed);
    connect(&tasks, &QAbstractItemModel::rowsInserted, this, changed);
    connect(&tasks, &QAbstractItemModel::rowsRemoved, this, changed);
    connect(&tasks, &QAbstractItemModel::dataChanged, this,
        [this, &tasks](const QModelIndex& from, const QModelIndex& to, const QList<int>& roles) {
            if (roles.isEmpty())
                m_rows.reset();
            if (!roles.isEmpty() || to.row() - from.row() >= TaskTableModel::pageSize)
                return; // this isn't a newly loaded page
            for (int row = from.row(); row <= to.row(); ++row) {
                const Task* task = tasks.taskAt(row);
                if (!task)
                    continue;
                addType(typeOf(*task));
                addWorker(task->worker);
                addQueue(task->ownQueue);
                if (!task->error.isEmpty())
                    addError(errorPattern(task->error));
            }
        });
}

void FilterWords::forget()
{
    m_counts.reset();
    m_failures.clear();
    m_failedTypes.clear();
    m_types.clear();
    m_errors.clear();
    m_workers.clear();
    m_queues.clear();
}

void FilterWords::setCounts(const std::optional<StateCounts>& counts, bool isFiltered)
{
    m_counts = counts;
    m_isFiltered = isFiltered;
}

void FilterWords::setFailures(const std::vector<FailureCount>& groups)
{
    m_failures.clear();
    m_failedTypes.clear();
    for (const FailureCount& group : groups) {
        m_failures[QString::fromUtf8(group.error)] += group.count;
        m_failedTypes[QString::fromUtf8(group.type)] += group.count;
    }
}

std::optional<qint64> FilterWords::ofState(const QString& state) const
{
    if (!m_counts)
        return {};
    if (state == u"pending")
        return m_counts->pending();
    for (const TaskState one : allStates) {
        if (state == QString::fromLatin1(stateName(one)))
            return (*m_counts)[one];
    }
    return {};
}

/// Returns the row counts, which are cached until the model changes, so that typing doesn't recount the rows.
const FilterWords::Rows& FilterWords::rows() const
{
    if (m_rows)
        return *m_rows;
    m_rows.emplace();
    QHash<QByteArray, QString> patterns; // cached because many tasks fail with the same error
    m_tasks.visitLoaded([&](const Task& task) {
        ++m_rows->all;
        ++m_rows->types[QString::fromUtf8(typeOf(task))];
        if (task.state == TaskState::Leased)
            ++m_rows->workers[QString::fromUtf8(task.worker)];
        if (!task.ownQueue.isEmpty())
            ++m_rows->queues[QString::fromUtf8(task.ownQueue)];
        if (task.error.isEmpty())
            return;
        auto pattern = patterns.find(task.error);
        if (pattern == patterns.end())
            pattern = patterns.insert(task.error, QString::fromUtf8(errorPattern(task.error)));
        ++m_rows->errors[*pattern];
    });
    return *m_rows;
}

std::optional<FilterWords::Count> FilterWords::countOf(const QString& word) const
{
    static const QRegularExpression fieldEnd(QStringLiteral("[:~]"));
    const QString field = word.left(std::max<qsizetype>(word.indexOf(fieldEnd), 0));
    const QString value = unquoted(word.mid(field.size() + 1));
    if (field == u"state") {
        const auto known = ofState(value);
        return known ? std::optional(Count{*known, false}) : std::nullopt;
    }
    const Rows& rows = this->rows();
    Count count;
    if (field == u"type" && !value.contains(u'*')) {
        count.tasks = rows.types.value(value);
    } else if (field == u"queue" && !value.contains(u'*')) {
        count.tasks = rows.queues.value(value);
    } else if (field == u"error") {
        count.tasks = rows.errors.value(value);
    } else if (field == u"kind" && m_failures.contains(value)) {
        return Count{m_failures.value(value), false};
    } else if (field == u"worker" && !value.contains(u'*')) {
        for (auto worker = rows.workers.cbegin(); worker != rows.workers.cend(); ++worker)
            count.tasks += worker.key().startsWith(value) ? *worker : 0; // filters match workers by prefix
    } else {
        return {};
    }
    count.isLeast = m_isFiltered || rows.all == 0 || rows.all < m_tasks.rowCount();
    if (count.isLeast && field != u"worker")
        count.tasks = std::max(count.tasks, field == u"type" ? m_failedTypes.value(value) : 0);
    return count.isLeast && count.tasks == 0 ? std::nullopt : std::optional(count);
}

void FilterWords::addType(QByteArrayView type) { addWord(m_types, type); }

void FilterWords::addError(const QByteArray& pattern) { addWord(m_errors, pattern); }

void FilterWords::addWorker(const QByteArray& worker) { addWord(m_workers, worker); }

void FilterWords::addQueue(const QueueName& queue) { addWord(m_queues, queue); }

qsizetype FilterWords::wordAt(const QString& text)
{
    bool quoted = false;
    qsizetype begin = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] == u'\\' && quoted)
            ++i;
        else if (text[i] == u'"')
            quoted = !quoted;
        else if (text[i].isSpace() && !quoted)
            begin = i + 1;
    }
    return begin;
}

QStringList FilterWords::completions(const QString& text) const
{
    QString word = text.mid(wordAt(text));
    const QString minus = word.startsWith(u'-') ? QStringLiteral("-") : QString();
    word.remove(0, minus.size());
    const qsizetype colon = word.indexOf(u':');
    const bool same = word.startsWith(QStringLiteral("error~"));
    const QString field = same ? QStringLiteral("error") : word.left(std::max<qsizetype>(colon, 0));
    QString typed = word.mid(field.size() + 1);
    typed.remove(u'"');
    QStringList all;
    if (field == u"state") {
        all << QStringLiteral("pending");
        for (const TaskState state : allStates)
            all << QString::fromLatin1(stateName(state));
    } else if (field == u"type") {
        all = m_types.values();
    } else if (field == u"worker") {
        all = m_workers.values();
    } else if (field == u"queue") {
        all = m_queues.values();
    } else if (field == u"error") {
        all = m_errors.values();
    } else if (field == u"kind") {
        all = m_failures.keys();
    }
    all.sort();
    QStringList words;
    for (const QString& candidate : std::as_const(all)) {
        const bool inside = field == u"error" || field == u"kind";
        const bool begins = inside ? candidate.contains(typed, Qt::CaseInsensitive)
                                   : candidate.startsWith(typed, Qt::CaseInsensitive);
        if (!begins || words.size() == listedAtMost)
            continue;
        const QString whole = minus + field + (field == u"error" ? u'~' : u':')
            + (inside || needsQuotes(candidate) ? quotedForFilter(candidate) : candidate);
        if (whole != minus + word)
            words << whole;
    }
    return words;
}

} // namespace dueline
