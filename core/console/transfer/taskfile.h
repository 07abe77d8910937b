// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QFile>

#include <functional>

namespace dueline {

/// Output of an export. A regular file gets its name only once it is complete. Until then, it is named NAME.part and is
/// readable only by its owner. Pipes, terminals and devices are written to directly.
class TaskFile
{
public:
    /// Creates an output to the file with this name. finish() replaces an existing file. Anything other than a regular
    /// file is written to directly.
    explicit TaskFile(const QString& name);
    /// Creates an output to standard output.
    TaskFile();
    /// Removes an unfinished file.
    ~TaskFile();

    /// Sets a function that is called while the reader of a pipe blocks, and returns false to give up. Without it, the
    /// wait is unlimited.
    void waitWhile(std::function<bool()> goesOn) { m_goesOn = std::move(goesOn); }

    /// Writes bytes. Errors: Io; Cancelled if the function passed to waitWhile() returned false.
    Result<> write(const QByteArray& bytes);
    /// Flushes everything to disk and renames the file. Errors: Io.
    Result<> finish();
    /// Returns whether the reader of a pipe has closed the pipe. This is not an error, but nothing more is written.
    bool isClosed() const { return m_closed; }

private:
    Result<> open();
    /// Waits until data can be written. Returns false if the function passed to waitWhile() did.
    bool waitUntilTaken() const;
    Error givenUp() const;
    Error failure(const QString& what, int code) const;
    static Error failure(const QString& name, const QString& what, const QString& why);

    QString m_name;
    QString m_part; ///< name of the temporary file; empty if the target is written to directly
    std::function<bool()> m_goesOn;
    int m_fd = -1;
    bool m_regular = false; ///< true if writing to the file never blocks
    bool m_own = false; ///< true if this object opened the descriptor
    bool m_closed = false;
    bool m_finished = false;
};

} // namespace dueline
