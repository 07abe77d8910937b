// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/chaos/journal.h"

#include <QFile>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace dueline::chaos {

namespace {
// Marks the end of a complete line. A line without it was cut off.
constexpr char endMark[] = "\t.\n";
}

Journal::Journal(const QString& path)
    : m_file(::open(QFile::encodeName(path).constData(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600))
{
    if (m_file < 0)
        qFatal("Cannot open the journal %s: %s", qPrintable(path), std::strerror(errno));
}

Journal::~Journal() { ::close(m_file); }

void Journal::append(QByteArray& batch, Event event, const QByteArray& queue, std::initializer_list<QByteArray> fields)
{
    batch += '\n'; // ends the incomplete line of a killed process
    batch += QByteArray::number(toMs(SystemClock().now()));
    batch += '\t';
    batch += char(event);
    batch += '\t';
    batch += queue;
    for (const QByteArray& field : fields) {
        batch += '\t';
        batch += field;
    }
    batch += endMark;
}

void Journal::write(const QByteArray& batch) const
{
    if (batch.isEmpty())
        return;
    if (::write(m_file, batch.constData(), std::size_t(batch.size())) != batch.size())
        qFatal("Cannot write the journal: %s", std::strerror(errno));
}

void Journal::write(Event event, const QByteArray& queue, std::initializer_list<QByteArray> fields) const
{
    QByteArray batch;
    append(batch, event, queue, fields);
    write(batch);
}

qint64 Journal::read(const QString& path, const std::function<void(const Entry&)>& visit)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("Cannot read the journal %s", qPrintable(path));
    qint64 cut = 0;
    while (!file.atEnd()) {
        QByteArray line = file.readLine();
        if (line == "\n")
            continue;
        if (!line.endsWith(endMark)) {
            ++cut;
            continue;
        }
        line.chop(qsizetype(sizeof(endMark)) - 1);
        const QList<QByteArray> parts = line.split('\t');
        if (parts.size() < 3 || parts[1].size() != 1) {
            ++cut;
            continue;
        }
        visit({fromMs(parts[0].toLongLong()), Event(parts[1][0]), parts[2], {parts.begin() + 3, parts.end()}});
    }
    return cut;
}

} // namespace dueline::chaos
