// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace dueline {

/// Password. Can't be converted to text, so that it doesn't end up in a log or message by accident. Its bytes are
/// overwritten when the last copy is destroyed.
class Secret
{
public:
    Secret() = default;
    explicit Secret(QByteArray bytes)
        : m_bytes(std::move(bytes))
    { }
    Secret(const Secret&) = default;
    Secret& operator=(const Secret&) = default;
    ~Secret()
    {
        if (m_bytes.isDetached())
            m_bytes.fill('\0');
    }

    bool isEmpty() const { return m_bytes.isEmpty(); }
    const QByteArray& bytes() const { return m_bytes; }
    bool operator==(const Secret&) const = default;

private:
    QByteArray m_bytes;
};

} // namespace dueline
