// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/waiting.h"

#include <utility>

namespace dueline {

namespace {

thread_local WaitObserver* waitObserverOfThread = nullptr;

} // namespace

WaitObserver* WaitObserver::ofThisThread() noexcept { return waitObserverOfThread; }

WaitObserverScope::WaitObserverScope(WaitObserver* observer) noexcept
    : m_before(std::exchange(waitObserverOfThread, observer))
{ }

WaitObserverScope::~WaitObserverScope() { waitObserverOfThread = m_before; }

} // namespace dueline
