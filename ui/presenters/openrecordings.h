// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/forecast.h"
#include "core/console/witness/recordedevents.h"

#include <functional>
#include <memory>

namespace dueline {

/// Recordings that this process has open. A process must not open a recording twice: closing the second handle would
/// release SQLite's locks on the file. All functions can be called from any thread.
class OpenRecordings
{
public:
    using Read = std::function<void(RecordFile& file)>;

    /// Registers a file before it is opened. Returns false if it is already registered.
    static bool claim(const QString& path);
    /// Unregisters a file that has been closed.
    static void release(const QString& path);
    /// Contents of a recording, as last read.
    struct Contents
    {
        RecordedEvents events;
        /// Forecasts from the recording; null if there is no reading yet.
        std::shared_ptr<const Forecasts> forecasts;
    };
    static void set(const QString& path, const Contents& contents);
    /// Returns a registered file's contents.
    static Contents contentsOf(const QString& path);

    /// Calls `read` with a recording and returns when the call is complete. If another thread has the file open, that
    /// thread makes the call. `goesOn`: returns false to stop waiting for that thread. Errors: same as
    /// RecordFile::read(), and Cancelled.
    static Result<> read(const QString& path, const Read& read, const std::function<bool()>& goesOn);
    /// Makes the calls that other threads have requested. The thread that has the file open calls this regularly.
    static void serve(const QString& path, RecordFile& file);
};

} // namespace dueline
