// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/payload/readerbook.h"
#include "core/queue/forwardingbackend.h"

namespace dueline {

/// Backend whose searches also match decoded payloads, using the reader chosen for their type or detecting the format.
/// Everything else is forwarded: workers receive the stored bytes.
class ReadingBackend : public ForwardingBackend
{
public:
    ReadingBackend(std::unique_ptr<Backend> inner, std::shared_ptr<ReaderBook> readers);
    ~ReadingBackend() override;

    QueueInspector& inspector() override;

    /// Returns the converter of payloads for searches in a queue, with the currently chosen readers. Errors: as
    /// PayloadReader::make.
    static Result<std::shared_ptr<const PayloadTexts>> textsOf(ReaderBook& readers, const QueueName& queue);

private:
    class Inspector;

    std::unique_ptr<Inspector> m_inspector;
};

} // namespace dueline
