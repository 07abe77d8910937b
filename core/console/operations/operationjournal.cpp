// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/operationjournal.h"

#include "core/base/plainfile.h"
#include "core/base/text.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dueline {

namespace {

/// Converts a name to text. Names that aren't valid UTF-8 are read as Latin-1.
QString text(const QByteArray& bytes)
{
    const QString utf8 = QString::fromUtf8(bytes);
    return utf8.toUtf8() == bytes ? utf8 : QString::fromLatin1(bytes);
}

QByteArray lineOf(const OperationRecord& record, const QString& server)
{
    QJsonObject line{{QStringLiteral("at_ms"), toMs(record.at)}, {QStringLiteral("id"), text(record.id)},
        {QStringLiteral("kind"), text(record.kind)}, {QStringLiteral("server"), server},
        {QStringLiteral("queue"), text(record.queue)}, {QStringLiteral("by"), text(record.by)},
        {QStringLiteral("total"), record.total}, {QStringLiteral("done"), record.done},
        {QStringLiteral("skipped"), record.skipped}, {QStringLiteral("finished"), record.finished},
        {QStringLiteral("undoable"), record.undoable}};
    if (!record.filter.isEmpty())
        line.insert(QStringLiteral("filter"), text(record.filter));
    if (!record.reason.isEmpty())
        line.insert(QStringLiteral("reason"), text(record.reason));
    if (!record.undoes.isEmpty())
        line.insert(QStringLiteral("undoes"), text(record.undoes));
    return QJsonDocument(line).toJson(QJsonDocument::Compact) + '\n';
}

Error unwritable(const QString& path, const QString& reason)
{
    return {ErrorCode::Io,
        QStringLiteral("Cannot write the journal %1: %2.").arg(printable(path.toUtf8()), printable(reason.toUtf8()))};
}

Error systemError(const QString& path) { return unwritable(path, qt_error_string(errno)); }

/// File descriptor that is closed on destruction.
class Descriptor
{
public:
    explicit Descriptor(int fd)
        : m_fd(fd)
    { }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor()
    {
        if (m_fd >= 0)
            ::close(m_fd);
    }
    int fd() const { return m_fd; }

private:
    int m_fd;
};

} // namespace

OperationJournal::OperationJournal(QString folder)
    : m_path((folder.isEmpty() ? stateFolder() : std::move(folder)) + QStringLiteral("/operations.jsonl"))
{ }

Result<> OperationJournal::append(const OperationRecord& record, const QString& server)
{
    const QString folder = QFileInfo(m_path).path();
    if (!makePrivateFolder(folder))
        return systemError(m_path);
    if (const QString problem = notOwnFolder(folder); !problem.isEmpty())
        return unwritable(m_path, problem);
    const QByteArray path = QFile::encodeName(m_path);
    const QByteArray line = lineOf(record, server);
    struct stat found
    { };
    // Only rename a regular file. Anything else wasn't written by this class, and is reported when the file is opened
    // below.
    if (::lstat(path.constData(), &found) == 0 && S_ISREG(found.st_mode) && found.st_size + line.size() > rotateAt
        && ::rename(path.constData(), (path + ".1").constData()) != 0)
        return systemError(m_path + QStringLiteral(".1"));
    int descriptor = -1;
    if (const QString problem = openPlain(descriptor, m_path, O_WRONLY | O_CREAT | O_APPEND, Links::Refused);
        !problem.isEmpty())
        return unwritable(m_path, problem);
    const Descriptor file(descriptor);
    if (::fchmod(file.fd(), 0600) != 0)
        return systemError(m_path);
    // Write the line in one call, so that two programs' lines don't mix.
    if (::write(file.fd(), line.constData(), std::size_t(line.size())) != line.size())
        return systemError(m_path);
    return {};
}

} // namespace dueline
