// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace dueline {

/// Password. It has no text form, so it cannot appear in a log or a message. Its bytes are overwritten when the last
/// copy is destroyed.
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
