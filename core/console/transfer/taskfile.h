// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QFile>

#include <functional>

namespace dueline {

/// Output of an export. A regular file is first written as NAME.part, readable only by its owner, and renamed when it
/// is complete. Pipes, terminals and devices are written to directly.
class TaskFile
{
public:
    /// Creates an output to a file, which finish() replaces if it exists, or to a pipe or device.
    explicit TaskFile(const QString& name);
    /// Creates an output to standard output.
    TaskFile();
    /// Removes the temporary file, unless finish() has succeeded.
    ~TaskFile();

    /// Sets a function that is called several times per second while the output waits for the reader of a pipe. It
    /// returns false to give up. Without it, the output waits for an unlimited time.
    void waitWhile(std::function<bool()> goesOn) { m_goesOn = std::move(goesOn); }

    /// Writes bytes. Errors: Io; Cancelled if the function set with waitWhile() has returned false.
    Result<> write(const QByteArray& bytes);
    /// Flushes a regular file to disk and renames it. Errors: Io.
    Result<> finish();
    /// Returns whether the reader has closed the pipe. This is not an error; later writes are ignored.
    bool isClosed() const { return m_closed; }

private:
    Result<> open();
    /// Waits until the pipe accepts data. Returns false if the function set with waitWhile() has returned false.
    bool waitUntilTaken() const;
    Error givenUp() const;
    Error failure(const QString& what, int code) const;
    static Error failure(const QString& name, const QString& what, const QString& why);

    QString m_name;
    QString m_part; ///< path of the temporary file; empty: the output is written to directly
    std::function<bool()> m_goesOn;
    int m_fd = -1;
    bool m_regular = false; ///< true if the output is a regular file, to which writes do not block
    bool m_own = false; ///< true if this object opened, and must close, the descriptor
    bool m_closed = false;
    bool m_finished = false;
};

} // namespace dueline
