// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/recordedkeys.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>

namespace dueline {

namespace {

const QString recordedFolder = QStringLiteral(DUELINE_RECORDED_KEYS);

/// Returns the next word of a line and moves `at` past it.
QByteArray nextRecordedWord(const QByteArray& line, qsizetype& at, bool& isBare)
{
    while (at < line.size() && line[at] == ' ')
        ++at;
    isBare = line[at] != '\'' && line[at] != '"';
    if (isBare) {
        const qsizetype from = at;
        while (at < line.size() && line[at] != ' ')
            ++at;
        return line.mid(from, at - from);
    }
    const char quote = line[at++];
    QByteArray word;
    for (; at < line.size() && line[at] != quote; ++at) {
        if (quote == '\'' || line[at] != '\\') {
            word += line[at];
        } else if (line.mid(at, 2) == "\\x") {
            word += QByteArray::fromHex(line.mid(at + 2, 2));
            at += 3;
        } else {
            word += line[++at];
        }
    }
    if (at >= line.size())
        qFatal("a quote is not closed: %s", line.constData());
    ++at;
    return word;
}

/// Returns the instant specified by `[-]@SECONDS[s|ms][*4096][+N]` relative to `nowMs`, or any other word unchanged.
QByteArray instantIn(const QByteArray& word, qint64 nowMs)
{
    static const QRegularExpression form(
        QStringLiteral("^(-?)@(-?[0-9]+(?:\\.[0-9]{1,3})?)(s|ms|)(\\*4096)?(?:\\+([0-9]+))?$"));
    const auto match = form.match(QString::fromLatin1(word));
    if (!match.hasMatch())
        return word;
    const QString unit = match.captured(3);
    const double given = match.captured(2).toDouble();
    const qint64 ms = nowMs + (unit == QLatin1String("ms") ? qint64(given) : qRound64(given * 1000));
    QByteArray number;
    if (unit == QLatin1String("ms"))
        number = QByteArray::number(match.captured(4).isEmpty() ? ms : ms * 4096 + match.captured(5).toLongLong());
    else if (unit == QLatin1String("s"))
        number = QByteArray::number(ms / 1000);
    else
        number = QByteArray::number(ms / 1000) + ".25";
    return match.captured(1).toLatin1() + number;
}

} // namespace

RecordedKeys::RecordedKeys(const QByteArray& name)
    : m_name(name)
{
    QFile file(recordedFolder + u'/' + QString::fromUtf8(name) + QStringLiteral(".redis"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s cannot be read", qUtf8Printable(file.fileName()));
    m_lines = file.readAll().split('\n');
}

QByteArrayList RecordedKeys::told(const QByteArray& name) const
{
    QByteArrayList told;
    const QByteArray begin = "# " + name + ": ";
    for (const QByteArray& line : m_lines) {
        if (line.startsWith(begin))
            told.append(line.mid(begin.size()).trimmed());
    }
    return told;
}

void RecordedKeys::load(RedisServer& server) const
{
    const Reply time = server.call({"TIME"});
    const qint64 nowMs = time.items.at(0).bytes.toLongLong() * 1000 + time.items.at(1).bytes.toLongLong() / 1000;
    for (const QByteArray& given : m_lines) {
        const QByteArray line = given.trimmed();
        if (line.isEmpty() || line.startsWith('#'))
            continue;
        Command command;
        for (qsizetype at = 0; at < line.size();) {
            bool isBare = false;
            const QByteArray word = nextRecordedWord(line, at, isBare);
            command.push_back(isBare ? instantIn(word, nowMs) : word);
        }
        if (const Reply reply = server.call(command); reply.isError())
            qFatal("%s: %s: %s", m_name.constData(), line.constData(), reply.bytes.constData());
    }
}

QByteArrayList RecordedKeys::all()
{
    QByteArrayList names;
    const QStringList files = QDir(recordedFolder).entryList({QStringLiteral("*.redis")}, QDir::Files, QDir::Name);
    for (const QString& file : files)
        names.append(file.chopped(6).toUtf8());
    return names;
}

} // namespace dueline
