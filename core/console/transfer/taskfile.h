// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QFile>

#include <functional>

namespace dueline {

/// Output of an export. A regular file appears only when complete; until then it is called NAME.part and is readable
/// by its owner only. A pipe, terminal or device is written directly.
class TaskFile
{
public:
    /// Writes a file with that name, and replaces an existing file in finish(). Anything but a regular file is written
    /// directly.
    explicit TaskFile(const QString& name);
    /// Writes to standard output.
    TaskFile();
    /// Removes an unfinished part.
    ~TaskFile();

    /// Sets a function that is called while the reader of a pipe blocks; it returns false to give up. Without it the
    /// wait is unlimited.
    void waitWhile(std::function<bool()> goesOn) { m_goesOn = std::move(goesOn); }

    /// Writes bytes. Errors: Io; Cancelled after waitWhile() gave up.
    Result<> write(const QByteArray& bytes);
    /// Flushes everything to disk and renames the file. Errors: Io.
    Result<> finish();
    /// Returns whether the reader of a pipe has closed it. This is not an error, and nothing more is written.
    bool isClosed() const { return m_closed; }

private:
    Result<> open();
    /// Waits until it can be written; false if given up.
    bool waitUntilTaken() const;
    Error givenUp() const;
    Error failure(const QString& what, int code) const;
    static Error failure(const QString& name, const QString& what, const QString& why);

    QString m_name;
    QString m_part; ///< name of the temporary file; empty: the target is written directly
    std::function<bool()> m_goesOn;
    int m_fd = -1;
    bool m_regular = false; ///< True if writing never blocks.
    bool m_own = false; ///< opened by this object
    bool m_closed = false;
    bool m_finished = false;
};

} // namespace dueline
