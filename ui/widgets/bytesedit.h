// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace dueline {

/// Field for a key's name, which can contain any bytes. Bytes that aren't plain text are shown as escape sequences and
/// preserved until the user types.
class BytesEdit : public QLineEdit
{
    Q_OBJECT

public:
    BytesEdit(const QString& name, const QString& placeholder);

    void setBytes(const QByteArray& bytes);
    QByteArray bytes() const;

private:
    QByteArray m_bytes; ///< bytes that the escaped text stands for
    QString m_escaped; ///< escaped text; empty if no bytes are escaped
};

} // namespace dueline
