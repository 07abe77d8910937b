// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/payload/payloadreader.h"

#include <mutex>

namespace dueline {

/// What a connection's payloads are read with, shared by all that reads them. Of use in several threads at once.
class ReaderBook
{
public:
    explicit ReaderBook(ReaderChoices choices = {})
        : m_choices(std::move(choices))
    { }

    ReaderChoices choices() const;
    /// From now on; Auto forgets the choice for a type, and is one where all others have one (`*`).
    void choose(QByteArrayView queue, QByteArrayView type, const ReaderChoice& choice);
    /// What reads the payloads of a type, kept once it was made. Errors: as PayloadReader::make.
    Result<PayloadReader> readerOf(QByteArrayView queue, QByteArrayView type);

private:
    mutable std::mutex m_mutex;
    ReaderChoices m_choices;
    std::map<QString, PayloadReader> m_made; ///< by what was chosen
};

} // namespace dueline
