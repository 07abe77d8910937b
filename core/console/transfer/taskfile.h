// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QFile>

#include <functional>

namespace dueline {

/// Export output. A regular file is first written as NAME.part, readable only by its owner, and renamed when complete.
/// Pipes, terminals, and devices are written to directly.
class TaskFile
{
public:
    /// Creates an output to a file, which finish() replaces if it exists, or to a pipe or device.
    explicit TaskFile(const QString& name);
    /// Creates an output to standard output.
    TaskFile();
    /// Removes the temporary file unless finish() has succeeded.
    ~TaskFile();

    /// Sets a function to call several times per second while waiting for the reader of a pipe. The function returns
    /// false to give up. Without it, the output waits forever.
    void waitWhile(std::function<bool()> goesOn) { m_goesOn = std::move(goesOn); }

    /// Writes bytes. Errors: Io; Cancelled if the waitWhile() function has returned false.
    Result<> write(const QByteArray& bytes);
    /// Flushes a regular file to disk and renames it. Errors: Io.
    Result<> finish();
    /// Returns whether the reader has closed the pipe. This isn't an error; later writes are ignored.
    bool isClosed() const { return m_closed; }

private:
    Result<> open();
    /// Waits until the pipe accepts data. Returns false if the waitWhile() function has returned false.
    bool waitUntilTaken() const;
    Error givenUp() const;
    Error failure(const QString& what, int code) const;
    static Error failure(const QString& name, const QString& what, const QString& why);

    QString m_name;
    QString m_part; ///< temporary file's path; empty if the output is written to directly
    std::function<bool()> m_goesOn;
    int m_fd = -1;
    bool m_regular = false; ///< true if the output is a regular file, where writes don't block
    bool m_own = false; ///< true if this object opened the descriptor and must close it
    bool m_closed = false;
    bool m_finished = false;
};

} // namespace dueline
