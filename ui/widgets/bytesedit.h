// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace dueline {

/// Field for the name of a key, which may contain any bytes. Bytes that are not plain text are shown escaped and are
/// preserved until the user types.
class BytesEdit : public QLineEdit
{
    Q_OBJECT

public:
    BytesEdit(const QString& name, const QString& placeholder);

    void setBytes(const QByteArray& bytes);
    QByteArray bytes() const;

private:
    QByteArray m_bytes; ///< bytes that the escaped text represents
    QString m_escaped; ///< empty if the bytes are shown as they are
};

} // namespace dueline
