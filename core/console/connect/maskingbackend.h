// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/payload/readerbook.h"
#include "core/queue/forwardingbackend.h"

namespace dueline {

/// A backend whose inspector masks payloads, results and errors before anybody sees them. A payload that is packed and
/// holds something hidden is handed out as the masked text it reads as (MaskedPayload); its size stays the stored one.
/// Editor, broker, schedules and events are those of the backend inside: what runs tasks needs them whole, and no list
/// shows the payloads of schedules.
class MaskingBackend : public ForwardingBackend
{
public:
    /// `readers`: what payloads are read with; null: what their bytes say. `masksFilters`: a search compares what is
    /// shown, and so reads every task that its other terms match; without it filters find what is hidden.
    MaskingBackend(std::unique_ptr<Backend> inner, const QStringList& fields, std::shared_ptr<ReaderBook> readers = {},
        bool masksFilters = false);
    ~MaskingBackend() override;

    QueueInspector& inspector() override;

private:
    class Inspector;

    std::unique_ptr<Inspector> m_inspector;
};

} // namespace dueline
