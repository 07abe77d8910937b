// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window/helper.h"

#include "core/console/connect/openbackend.h"
#include "tests/support/millionqueue.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QThread>

#include <csignal>
#include <cstring>

#include <sys/prctl.h>
#include <unistd.h>

namespace dueline {

Helper::Helper(const QStringList& arguments)
{
    m_process.setProcessChannelMode(QProcess::ForwardedChannels);
    m_process.setChildProcessModifier([] { prctl(PR_SET_PDEATHSIG, SIGKILL); });
    m_process.start(QCoreApplication::applicationFilePath(), arguments);
    if (!m_process.waitForStarted())
        qFatal("the helper did not start");
}

Helper::~Helper()
{
    m_process.kill();
    m_process.waitForFinished();
}

void Helper::finish()
{
    m_process.waitForFinished(-1);
    if (m_process.exitStatus() != QProcess::NormalExit || m_process.exitCode() != 0)
        qFatal("the helper failed");
}

int runHelper(int argc, char** argv)
{
    const bool fills = argc == 6 && std::strcmp(argv[1], "--fill") == 0;
    const bool changes = argc == 6 && std::strcmp(argv[1], "--change") == 0;
    if (!fills && !changes)
        return -1;
    const QCoreApplication application(argc, argv);
    Profile profile;
    profile.url = QString::fromLocal8Bit(argv[2]);
    const auto backend = must(backendFactory(must(connectionOf(profile)), "bench", Access::OperateAndWork)());
    const QByteArray name(argv[3]);
    MillionQueue queue(*backend, name, std::atoi(argv[5]));
    const qint64 number = std::atoll(argv[4]);
    if (fills) {
        queue.fill(number);
        queue.completeStates(int(number / 1000), int(number / 100));
        return 0;
    }
    // The loop runs twenty times per second, each time with a twentieth of the rate.
    for (QElapsedTimer timer;;) {
        timer.start();
        queue.change(int(number / 20));
        QThread::usleep(ulong(std::max<qint64>(0, 50'000 - timer.nsecsElapsed() / 1000)));
    }
}

} // namespace dueline
