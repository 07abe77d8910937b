// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/payload/payloadreader.h"

#include <mutex>

namespace dueline {

/// Choices of readers for a connection's payloads, shared by everything that reads them. Thread-safe.
class ReaderBook
{
public:
    explicit ReaderBook(ReaderChoices choices = {})
        : m_choices(std::move(choices))
    { }

    ReaderChoices choices() const;
    /// Sets the reader of a type. Auto removes the choice for a type; while `*` has a choice, Auto is stored as the
    /// choice instead.
    void choose(QByteArrayView queue, QByteArrayView type, const ReaderChoice& choice);
    /// Returns the reader of a type, and caches it. Errors: as PayloadReader::make.
    Result<PayloadReader> readerOf(QByteArrayView queue, QByteArrayView type);

private:
    mutable std::mutex m_mutex;
    ReaderChoices m_choices;
    std::map<QString, PayloadReader> m_made; ///< readers by choice
};

} // namespace dueline
