// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how fast encoded payloads are read, including payloads that expand far beyond the limit.
#include "core/base/standardstreams.h"
#include "core/payload/payloadreader.h"

#include <QElapsedTimer>

#include <cstdio>
#include <cstring>
#include <ctime>

#include <zlib.h>

using namespace dueline;

namespace {

constexpr qsizetype mebibyte = 1024 * 1024;

/// Returns `times` copies of `piece` as one gzip member.
QByteArray gzipped(const QByteArray& piece, int times)
{
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
    QByteArray out(piece.size() * times / 2 + mebibyte, Qt::Uninitialized);
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = uInt(out.size());
    for (int i = 0; i < times; ++i) {
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.constData()));
        stream.avail_in = uInt(piece.size());
        deflate(&stream, i + 1 == times ? Z_FINISH : Z_NO_FLUSH);
    }
    out.truncate(qsizetype(stream.total_out));
    deflateEnd(&stream);
    return out;
}

/// Returns this thread's CPU time. The thread does all the reading, so other load on the machine doesn't count.
double processorMs()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
}

void measure(const char* name, const QByteArray& payload, const char* choice)
{
    const auto parsed = ReaderChoice::parse(QString::fromLatin1(choice));
    const auto reader = parsed ? PayloadReader::make(*parsed) : Result<PayloadReader>(parsed.error());
    if (!reader)
        return;
    QElapsedTimer timer;
    timer.start();
    const double before = processorMs();
    const PayloadReading reading = reader->read(payload);
    const double processor = processorMs() - before;
    const double took = double(timer.nsecsElapsed()) / 1e6;
    std::printf("%-22s %12lld %12lld %10.1f %10.1f  %s\n", name, static_cast<long long>(payload.size()),
        static_cast<long long>(reading.text.size()), processor, took, qPrintable(reading.layerTexts()));
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    fillStandardStreams();
    if (argc > 1 && std::strcmp(argv[1], "--help") == 0) {
        std::puts("bench_readers: how long packed payloads take to be read; nothing is asserted.");
        return 0;
    }
    std::printf("%-22s %12s %12s %10s %10s\n", "payload", "bytes", "come out", "CPU ms", "ms");
    const QByteArray zeros = gzipped(QByteArray(mebibyte, '\0'), 1024);
    measure("30 GB of zeros, gzip", zeros.repeated(30), "auto");
    measure("1 GB of zeros, base64", zeros.toBase64(), "base64,gzip");
    QByteArray json = "[";
    for (int i = 0; json.size() < 16 * mebibyte; ++i)
        json += (i ? "," : "") + QByteArray(R"({"id":)") + QByteArray::number(i * 7919) + R"(,"to":"customer )"
            + QByteArray::number(i) + "\"}";
    json += ']';
    measure("16 MiB of JSON, gzip", gzipped(json, 1), "auto");
    measure("16 MiB of JSON, base64", json.toBase64(), "base64");
    QByteArray packed("\xdd\x00\x0f\x00\x00", 5);
    packed += QByteArray("\x07").repeated(0x0f0000);
    measure("983,040 numbers", packed, "msgpack");
    return 0;
}
