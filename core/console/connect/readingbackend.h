// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/payload/readerbook.h"
#include "core/queue/forwardingbackend.h"

namespace dueline {

/// Backend whose searches also match decoded payloads. Payloads are decoded with the reader that the user selected for
/// the task's type, or else one that detects the format. All other calls are forwarded, so workers receive the stored
/// bytes.
class ReadingBackend : public ForwardingBackend
{
public:
    ReadingBackend(std::unique_ptr<Backend> inner, std::shared_ptr<ReaderBook> readers);
    ~ReadingBackend() override;

    QueueInspector& inspector() override;

    /// Returns the decoder for searches in a queue. It uses the readers selected at the time of the call. Errors: same
    /// as PayloadReader::make().
    static Result<std::shared_ptr<const PayloadTexts>> textsOf(ReaderBook& readers, const QueueName& queue);

private:
    class Inspector;

    std::unique_ptr<Inspector> m_inspector;
};

} // namespace dueline
