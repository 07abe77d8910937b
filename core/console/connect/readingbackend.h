// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/payload/readerbook.h"
#include "core/queue/forwardingbackend.h"

namespace dueline {

/// A backend whose searches look through what payloads read as, too: by the reader that was chosen for their type, else
/// by what their bytes say themselves. All else is the backend inside: what runs tasks gets their bytes.
class ReadingBackend : public ForwardingBackend
{
public:
    ReadingBackend(std::unique_ptr<Backend> inner, std::shared_ptr<ReaderBook> readers);
    ~ReadingBackend() override;

    QueueInspector& inspector() override;

    /// What searches of a queue read payloads with, as it was chosen until now. Errors: as PayloadReader::make.
    static Result<std::shared_ptr<const PayloadTexts>> textsOf(ReaderBook& readers, const QueueName& queue);

private:
    class Inspector;

    std::unique_ptr<Inspector> m_inspector;
};

} // namespace dueline
