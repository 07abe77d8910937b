// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/console/listenedwork.h"

#include <QElapsedTimer>

#include <utility>

namespace dueline {

/// The work of a visit to a server: it can be stopped and tells then how far it came, and ends by one signal of the visit,
/// which lets go of it before. A Visit has `leave()` and the signal `failed(Error)`, and befriends this.
template <typename Visit> class VisitWork : public ListenedWork<Visit>
{
public:
    using ListenedWork<Visit>::ListenedWork;
    using Pointer = std::shared_ptr<VisitWork>;

    bool goesOn() const { return !this->cancelled() && !m_stopped; }
    /// Asks for an early end that is heard.
    void stop() { m_stopped = true; }

    /// Posts the last thing that is heard.
    static void finish(const Pointer& self, std::function<void(Visit&)> then)
    {
        VisitWork::post(self, [then = std::move(then)](Visit& visit) {
            visit.leave();
            then(visit);
        });
    }
    static void fail(const Pointer& self, const Error& error)
    {
        finish(self, [error](Visit& visit) { emit visit.failed(error); });
    }
    /// An observer that emits the signal a few times a second, and says whether to go on.
    template <typename Progress> static auto telling(const Pointer& self, void (Visit::*signal)(const Progress&))
    {
        return [self, signal, told = QElapsedTimer()](const Progress& progress) mutable {
            if (!told.isValid() || told.elapsed() >= tellEveryMs) {
                told.start();
                VisitWork::post(self, [progress, signal](Visit& visit) { emit(visit.*signal)(progress); });
            }
            return self->goesOn();
        };
    }

private:
    std::atomic<bool> m_stopped = false;
};

} // namespace dueline
