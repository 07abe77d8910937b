// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/payloadmask.h"
#include "core/queue/forwardingbackend.h"

namespace dueline {

/// A backend whose inspector masks payloads, results and errors before anybody sees them. Editor, broker, schedules and
/// events are those of the backend inside: what runs tasks needs them whole, and no list shows the payloads of
/// schedules.
class MaskingBackend : public ForwardingBackend
{
public:
    MaskingBackend(std::unique_ptr<Backend> inner, const QStringList& fields);
    ~MaskingBackend() override;

    QueueInspector& inspector() override;

private:
    class Inspector;

    std::unique_ptr<Inspector> m_inspector;
};

} // namespace dueline
