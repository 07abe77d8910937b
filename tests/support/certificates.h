// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTemporaryDir>

namespace dueline {

/// Keys and certificates for one test program: `ca other-ca server elsewhere expired client stranger`, each as NAME.crt
/// and NAME.key. Aborts the test with qFatal if openssl is missing.
class Certificates
{
public:
    Certificates();

    QString certificate(const QString& name) const { return m_folder.filePath(name + QStringLiteral(".crt")); }
    QString key(const QString& name) const { return m_folder.filePath(name + QStringLiteral(".key")); }

private:
    QTemporaryDir m_folder;
};

} // namespace dueline
