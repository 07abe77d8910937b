// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/payload/readerbook.h"
#include "core/queue/forwardingbackend.h"

namespace dueline {

/// Backend whose inspector masks payloads, results and errors. A packed payload with a hidden field is returned as its
/// masked text (MaskedPayload), with its stored size. The inner backend's editor, broker, schedules and events are used
/// unchanged: workers need complete payloads, and no list shows the payloads of schedules.
class MaskingBackend : public ForwardingBackend
{
public:
    /// Creates a backend. `readers`: readers for payloads; null: formats are detected. `masksFilters`: true if searches
    /// match against masked payloads; a search must then read every task that its other terms match. If false, filters
    /// can match hidden values.
    MaskingBackend(std::unique_ptr<Backend> inner, const QStringList& fields, std::shared_ptr<ReaderBook> readers = {},
        bool masksFilters = false);
    ~MaskingBackend() override;

    QueueInspector& inspector() override;

private:
    class Inspector;

    std::unique_ptr<Inspector> m_inspector;
};

} // namespace dueline
