// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engineconfig.h"

#include <QCoreApplication>
#include <QRandomGenerator>
#include <QSysInfo>

namespace dueline {

QByteArray makeSession()
{
    QByteArray host = QSysInfo::machineHostName().toUtf8().left(40);
    for (char& c : host) {
        const bool plain
            = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' || c == '_';
        if (!plain)
            c = '_';
    }
    const QByteArray random = QByteArray::number(QRandomGenerator::system()->generate64(), 36).right(8);
    return host + '_' + QByteArray::number(QCoreApplication::applicationPid()) + '_' + random;
}

} // namespace dueline
