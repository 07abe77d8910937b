// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/payload/readerbook.h"
#include "core/queue/forwardingbackend.h"

namespace dueline {

/// Backend whose inspector masks payloads, results, and errors. A packed payload with a hidden field is returned as
/// masked text (MaskedPayload), but Task::size remains the stored size. The inner backend's editor, broker, schedules,
/// and events are used unchanged: workers need complete payloads, and no list shows schedules' payloads.
class MaskingBackend : public ForwardingBackend
{
public:
    /// Creates a backend. `readers`: payload readers; if null, formats are detected. `masksFilters`: if true, searches
    /// match against masked payloads, and must read every task that matches the other terms. If false, searches can
    /// match hidden values.
    MaskingBackend(std::unique_ptr<Backend> inner, const QStringList& fields, std::shared_ptr<ReaderBook> readers = {},
        bool masksFilters = false);
    ~MaskingBackend() override;

    QueueInspector& inspector() override;

private:
    class Inspector;

    std::unique_ptr<Inspector> m_inspector;
};

} // namespace dueline
