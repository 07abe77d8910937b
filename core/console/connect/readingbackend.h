// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/payload/readerbook.h"
#include "core/queue/forwardingbackend.h"

namespace dueline {

/// A backend whose searches look through what payloads read as, for the types that a reader was chosen for. All else is the
/// backend inside: what runs tasks gets their bytes.
class ReadingBackend : public ForwardingBackend
{
public:
    ReadingBackend(std::unique_ptr<Backend> inner, std::shared_ptr<ReaderBook> readers);
    ~ReadingBackend() override;

    QueueInspector& inspector() override;

private:
    class Inspector;

    std::unique_ptr<Inspector> m_inspector;
};

} // namespace dueline
