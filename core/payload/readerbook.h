// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/payload/payloadreader.h"

#include <mutex>

namespace dueline {

/// Payload reader choices for one connection, shared by all code that reads the connection's payloads. Thread-safe.
class ReaderBook
{
public:
    explicit ReaderBook(ReaderChoices choices = {})
        : m_choices(std::move(choices))
    { }

    ReaderChoices choices() const;
    /// Sets the reader of a type. Auto removes the type's choice, or is stored if it must override a choice for `*`.
    void choose(QByteArrayView queue, QByteArrayView type, const ReaderChoice& choice);
    /// Returns the reader for a type, from a cache. Errors: same as PayloadReader::make.
    Result<PayloadReader> readerOf(QByteArrayView queue, QByteArrayView type);

private:
    mutable std::mutex m_mutex;
    ReaderChoices m_choices;
    std::map<QString, PayloadReader> m_made; ///< readers by choice
};

} // namespace dueline
