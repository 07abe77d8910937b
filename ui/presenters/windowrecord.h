// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/backgroundtask.h"
#include "core/console/witness/forecast.h"
#include "core/console/witness/recordedevents.h"
#include "ui/presenters/drainpromises.h"

#include <QSemaphore>

namespace dueline {

class Connection;
class Interruption;

/// The window's own recording of a server. It covers 7 days, takes up at most 32 MB, and contains counts and events,
/// plus waiting tasks if enabled in the profile (RecordedTasks). A separate thread reads the server and writes the
/// file. If another window is already recording this server, this window just reads that window's file.
class WindowRecord : public QObject
{
    Q_OBJECT

public:
    static constexpr Millis usualInterval{10'000};
    static constexpr Millis keep{7 * dayMs};
    /// Maximum size of a recording's file in bytes. It leaves room for SQLite's journal.
    static constexpr qint64 mostBytes = 28 * 1024 * 1024;

    /// Starts recording as soon as the connection's queues have been read. `every`: interval between readings.
    WindowRecord(Connection& connection, Millis every);
    ~WindowRecord() override;

    /// Requests the end of the recording without waiting for it. To end several recordings, call this on all of them
    /// before destroying the first.
    void leave();
    /// Returns the recording's events and gaps.
    const RecordedEvents& events() const { return m_events; }
    /// Returns the recording's forecasts; null if there are none or they are outdated.
    const Forecasts* forecasts() const;
    /// Returns the estimates shown to the user before operations, along with the actual times.
    DrainPromises& promises() { return m_promises; }
    const DrainPromises& promises() const { return m_promises; }
    QString path() const { return m_path; }

    /// Returns the folder that contains all of the window's recordings.
    static QString folder();
    /// Deletes the profile's recordings that contain ids or payloads, unless a program is writing to them.
    static void removeOf(const QString& profile);
    /// Returns the total size of all recordings in bytes.
    static qint64 usedBytes();
    /// Deletes all recordings. Stop all recorders first. Errors: Io.
    static Result<> removeAll();

Q_SIGNALS:
    /// Emitted when events() have changed.
    void changed();
    /// Emitted after each reading.
    void forecastsChanged();
    /// Emitted once if the recording can't be written.
    void failed(const dueline::Error& error);

private:
    class Work;

    void start();

    Connection& m_connection;
    Millis m_every;
    QString m_path;
    RecordedEvents m_events;
    /// Forecasts from the last reading; null until the first reading.
    std::shared_ptr<const Forecasts> m_forecasts;
    DrainPromises m_promises;
    std::shared_ptr<Interruption> m_interruption;
    std::shared_ptr<QSemaphore> m_ended;
    BackgroundTask m_task{*this};
};

} // namespace dueline
