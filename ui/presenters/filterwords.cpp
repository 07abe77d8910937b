// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/filterwords.h"

#include "core/base/text.h"
#include "core/queue/errorpattern.h"
#include "core/queue/taskfilter.h"
#include "ui/models/tasktablemodel.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr qsizetype listedAtMost = 12;

/// Only what can be typed as it is: a filter is text.
void addWord(QSet<QString>& words, QByteArrayView bytes)
{
    const QString text = QString::fromUtf8(bytes);
    if (!text.isEmpty() && words.size() < FilterWords::most && printable(bytes, bytes.size()) == text)
        words.insert(text);
}

bool needsQuotes(const QString& word)
{
    return word.startsWith(u'"') || std::any_of(word.begin(), word.end(), [](QChar c) { return c.isSpace(); });
}

} // namespace

FilterWords::FilterWords(const TaskTableModel& tasks, QObject* parent)
    : QObject(parent)
{
    connect(&tasks, &QAbstractItemModel::dataChanged, this,
        [this, &tasks](const QModelIndex& from, const QModelIndex& to, const QList<int>& roles) {
            if (!roles.isEmpty() || to.row() - from.row() >= TaskTableModel::pageSize)
                return; // no page
            for (int row = from.row(); row <= to.row(); ++row) {
                const Task* task = tasks.taskAt(row);
                if (!task)
                    continue;
                addType(typeOf(*task));
                addWorker(task->worker);
                if (!task->error.isEmpty())
                    addError(errorPattern(task->error));
            }
        });
}

void FilterWords::forget()
{
    m_counts.reset();
    m_types.clear();
    m_errors.clear();
    m_workers.clear();
}

std::optional<qint64> FilterWords::countOf(const QString& word) const
{
    const QString before = QStringLiteral("state:");
    if (!m_counts || !word.startsWith(before))
        return {};
    const QString state = word.mid(before.size());
    if (state == u"pending")
        return m_counts->pending();
    for (const TaskState one : allStates) {
        if (state == QString::fromLatin1(stateName(one)))
            return (*m_counts)[one];
    }
    return {};
}

void FilterWords::addType(QByteArrayView type) { addWord(m_types, type); }

void FilterWords::addError(const QByteArray& pattern) { addWord(m_errors, pattern); }

void FilterWords::addWorker(const QByteArray& worker) { addWord(m_workers, worker); }

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
    } else if (field == u"error") {
        all = m_errors.values();
    }
    all.sort();
    QStringList words;
    for (const QString& candidate : std::as_const(all)) {
        const bool begins = field == u"error" ? candidate.contains(typed, Qt::CaseInsensitive)
                                              : candidate.startsWith(typed, Qt::CaseInsensitive);
        if (!begins || words.size() == listedAtMost)
            continue;
        const QString whole = minus + field + (field == u"error" ? u'~' : u':')
            + (field == u"error" || needsQuotes(candidate) ? quotedForFilter(candidate) : candidate);
        if (whole != minus + word)
            words << whole;
    }
    return words;
}

} // namespace dueline
