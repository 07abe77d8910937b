// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/taskoptions.h"

#include "core/base/standardstreams.h"
#include "core/base/text.h"

#include <QFile>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

constexpr qint64 maxPayload = 512LL * 1024 * 1024; // maximum size of a Redis string in bytes

Error tooLarge()
{
    return {ErrorCode::Refused,
        u"The payload exceeds 512 MB, the maximum size of a Redis value. Store the payload elsewhere, and put its "
        u"address in the task."_s};
}

Result<QByteArray> readFile(const QByteArray& path)
{
    QFile file;
    const bool standardInput = path == "-";
    if (standardStreamWasClosed(standardInput ? STDIN_FILENO : standardStreamNamed(path.constData())))
        return Error{ErrorCode::Io, u"Cannot read the payload: standard input is closed."_s};
    if (!standardInput)
        file.setFileName(QFile::decodeName(path));
    const bool opened = standardInput ? file.open(stdin, QIODevice::ReadOnly) : file.open(QIODevice::ReadOnly);
    if (!opened)
        return Error{ErrorCode::Io, u"Cannot read the payload file %1: %2."_s.arg(printable(path), file.errorString())};
    if (!standardInput && file.size() > maxPayload)
        return tooLarge();
    QByteArray payload;
    while (payload.size() <= maxPayload) {
        const QByteArray piece = file.read(1024 * 1024);
        if (piece.isEmpty())
            break;
        payload += piece;
    }
    if (file.error() != QFileDevice::NoError)
        return Error{ErrorCode::Io,
            u"Cannot read the payload %1: %2."_s.arg(
                standardInput ? u"from standard input"_s : printable(path), file.errorString())};
    if (payload.size() > maxPayload)
        return tooLarge();
    return payload;
}

} // namespace

Result<TaskOptions> readTaskOptions(const CommandLine& line)
{
    TaskOptions options;
    const auto attempts = line.number("max-attempts", 1, 1'000'000);
    if (!attempts)
        return attempts.error();
    if (*attempts)
        options.maxAttempts = int(**attempts);
    if (line.has("backoff")) {
        const auto backoff = parseBackoff(QString::fromUtf8(line.value("backoff")));
        if (!backoff)
            return usage(u"--backoff: "_s + backoff.error().message);
        options.backoff = *backoff;
    }
    const auto lease = line.lease("lease");
    if (!lease)
        return lease.error();
    options.leaseFor = *lease;
    options.keepResult = line.has("keep-result");
    return options;
}

Result<QByteArray> readPayload(const CommandLine& line)
{
    if (line.has("payload") && line.has("payload-file"))
        return usage(u"--payload and --payload-file cannot be used together."_s);
    if (line.has("payload-file"))
        return readFile(line.value("payload-file"));
    QByteArray payload = line.value("payload");
    if (payload.size() > maxPayload)
        return tooLarge();
    return payload;
}

} // namespace dueline::duectl
