// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIODevice>

#include <algorithm>
#include <cstring>

namespace dueline {

/// Payload that can be read only once. If a connection ends without a response, Qt normally repeats the request. It
/// can't with this payload, so each attempt sends at most one request.
class PayloadOnce : public QIODevice
{
public:
    explicit PayloadOnce(const QByteArray& payload)
        : m_payload(payload)
    {
        open(ReadOnly | Unbuffered);
    }
    bool isSequential() const override { return true; }
    bool atEnd() const override { return m_at >= m_payload.size(); }
    qint64 bytesAvailable() const override { return m_payload.size() - m_at; }
    bool seek(qint64) override { return false; }

protected:
    qint64 readData(char* to, qint64 most) override
    {
        const qint64 size = std::min<qint64>(most, m_payload.size() - m_at);
        if (size <= 0)
            return -1;
        std::memcpy(to, m_payload.constData() + m_at, std::size_t(size));
        m_at += size;
        return size;
    }
    qint64 writeData(const char*, qint64) override { return -1; }

private:
    const QByteArray m_payload;
    qint64 m_at = 0;
};

} // namespace dueline
