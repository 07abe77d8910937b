// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/certificates.h"

#include <QProcess>

namespace dueline {

Certificates::Certificates()
{
    QProcess maker;
    maker.setProcessChannelMode(QProcess::MergedChannels);
    maker.start(QStringLiteral(DUELINE_MAKE_CERTIFICATES), {m_folder.path()});
    if (!maker.waitForFinished(20'000) || maker.exitCode() != 0)
        qFatal("no certificates (is openssl installed?): %s", maker.readAll().right(800).constData());
}

} // namespace dueline
