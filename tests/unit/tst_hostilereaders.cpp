// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/asynq/asynqmessage.h"
#include "core/layouts/celery/celerymessage.h"
#include "core/layouts/laravel/laraveljob.h"
#include "core/layouts/rq/rqjob.h"
#include "core/payload/phptext.h"
#include "core/payload/pickletext.h"
#include "tests/support/hostilestrings.h"
#include "tests/support/sourcepath.h"
#include "tests/unit/hostileinputs.h"

#include <QDir>
#include <QFile>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace dueline;
using namespace dueline::test;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 mostMemory = 64 * 1024 * 1024; ///< memory limit for reading one string, in bytes
constexpr qint64 ofTheAllocator = 1024 * 1024; ///< extra bytes allocated by malloc and zlib
constexpr unsigned secondsUntilItHangs = 240; ///< time limit for all of the several thousand inputs

/// Returns a value from /proc/self/status, in bytes.
qint64 statusBytes(const QByteArray& name)
{
    QFile file(u"/proc/self/status"_s);
    if (!file.open(QIODevice::ReadOnly))
        return -1;
    for (const QByteArray& line : file.readAll().split('\n')) {
        if (line.startsWith(name + ':'))
            return line.mid(name.size() + 1).simplified().split(' ').front().toLongLong() * 1024;
    }
    return -1;
}

/// Returns the peak increase in this process's resident memory while `work` runs, or -1 if the system doesn't report
/// it.
template <typename Work> qint64 peakOf(Work work)
{
    malloc_trim(0); // Return free memory to the system, so that `work` can't reuse memory freed earlier.
    QFile file(u"/proc/self/clear_refs"_s);
    if (!file.open(QIODevice::WriteOnly | QIODevice::Unbuffered) || file.write("5") != 1)
        return -1;
    file.close();
    const qint64 before = statusBytes("VmRSS");
    work();
    return statusBytes("VmHWM") - before;
}

/// Passes the bytes to every reader, because each must handle any input.
void readAll(const QByteArray& bytes)
{
    (void)PhpText::read(bytes);
    const LaravelJob job = LaravelJob::read(bytes);
    const TaskSource list{"q", TaskSource::Kind::List, TaskSource::Score::None, TaskState::Due, {}, "queued"};
    (void)job.task(list, {0, TaskState::Due, bytes, 0, fromMs(5)}, fromMs(5));
    (void)job.facts(bytes);
    (void)PickleText::read(bytes);
    (void)rqPayload(bytes, RqJob::mostInflated);
    (void)rqValue(bytes);
    (void)rqErrorText(bytes);
    if (const auto message = AsynqMessage::read(bytes))
        (void)message->task(list, {0, TaskState::Due, bytes, 0, fromMs(5)});
    for (const CeleryMessage& message : {CeleryMessage::read(bytes), CeleryMessage::readTaken(bytes)}) {
        (void)message.task(list, {0, TaskState::Due, bytes, 0, fromMs(5)}, fromMs(5));
        (void)message.facts(bytes);
    }
}

} // namespace

/// Tests the readers of the four stored formats (PHP's serialize, pickle, Protocol Buffers, kombu's JSON) with all
/// hostile strings and all fuzz corpora. No reader may run anything, open a connection, hang, or use more than 64 MiB.
class TestHostileReaders : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QTcpServer m_bait;
    QString file() const { return m_folder.filePath(u"bait"_s); }
    QByteArray url() const { return "http://127.0.0.1:" + QByteArray::number(m_bait.serverPort()); }

    void readsWithin(const QByteArray& bytes, const QByteArray& what)
    {
#if defined(__SANITIZE_ADDRESS__)
        Q_UNUSED(what)
        readAll(bytes); // The sanitizer keeps freed memory, so the peak would mean nothing.
#else
        const qint64 peak = peakOf([&bytes] { readAll(bytes); });
        if (peak < 0)
            QSKIP("this system does not tell the peak of the memory");
        m_most = std::max(m_most, peak);
        QVERIFY2(peak <= mostMemory + ofTheAllocator,
            what + ": " + QByteArray::number(double(peak) / 1024 / 1024, 'f', 1) + " MiB");
#endif
    }
    qint64 m_most = 0;

private Q_SLOTS:
    void initTestCase()
    {
        ::alarm(secondsUntilItHangs); // kills the program if it hangs
        QVERIFY(m_bait.listen(QHostAddress::LocalHost));
    }
    void cleanupTestCase()
    {
        ::alarm(0);
        qInfo("the most that one reading took: %.1f MiB", double(m_most) / 1024 / 1024);
        // No program was started, and no connection was opened.
        rusage children{};
        QCOMPARE(::getrusage(RUSAGE_CHILDREN, &children), 0);
        QCOMPARE(children.ru_maxrss, 0L);
        QVERIFY(!QFile::exists(file()));
        QVERIFY(!m_bait.waitForNewConnection(0));
    }

    void everyHostileString()
    {
        int inputs = 0;
        for (const HostileString& hostile : hostileStrings(file().toUtf8(), url())) {
            const auto all = dressed(hostile.bytes);
            for (std::size_t i = 0; i < all.size(); ++i, ++inputs)
                readsWithin(all[i], QByteArray(hostile.what) + ", dress " + QByteArray::number(int(i)));
        }
        QVERIFY(inputs >= 500);
    }

    /// Every reader gets the inputs of all fuzz targets, because an attacker can choose where to store them.
    void everyFuzzCorpus()
    {
        const QDir corpus(sourcePath(u"tests/fuzz/corpus"_s));
        int inputs = 0;
        for (const QString& target : corpus.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
            const QDir folder(corpus.filePath(target));
            for (const QString& name : folder.entryList(QDir::Files, QDir::Name)) {
                QFile input(folder.filePath(name));
                QVERIFY(input.open(QIODevice::ReadOnly));
                for (const QByteArray& bytes : dressed(input.readAll())) {
                    readsWithin(bytes, (target + u'/' + name).toUtf8());
                    ++inputs;
                }
            }
        }
        QVERIFY(inputs >= 1'000);
    }

    void whatWouldRunWhereItIsUnpacked()
    {
        for (const QByteArray& bytes : commands(file().toUtf8())) {
            for (const QByteArray& each : dressed(bytes))
                readsWithin(each, bytes.left(40));
        }
    }

    void whatIsSmallAndWouldBeLarge()
    {
        for (const auto& [what, bytes] : bombs())
            readsWithin(bytes, what);
    }
};

QTEST_GUILESS_MAIN(TestHostileReaders)
#include "tst_hostilereaders.moc"
