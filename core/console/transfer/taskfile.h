// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QFile>

#include <functional>

namespace dueline {

/// Where exported tasks go: a file that is not there before it is whole (until then it is called NAME.part, and only
/// its owner can read it), or something that is written as it comes: a pipe, a terminal, a device.
class TaskFile
{
public:
    /// A file of that name, which it replaces at the end; what is no plain file is written as it comes.
    explicit TaskFile(const QString& name);
    /// Standard output.
    TaskFile();
    /// Takes a part away that was not finished.
    ~TaskFile();

    /// Asked while nobody reads what is written as it comes: false gives up. Without it, it waits for ever.
    void waitWhile(std::function<bool()> goesOn) { m_goesOn = std::move(goesOn); }

    /// Errors: Io; Cancelled when waitWhile() gave up.
    Result<> write(const QByteArray& bytes);
    /// Brings everything to the disk and gives the file its name. Errors: Io.
    Result<> finish();
    /// Whoever read a pipe has gone; no error, and nothing more is written.
    bool isClosed() const { return m_closed; }

private:
    Result<> open();
    /// Until it takes something more; false: given up.
    bool waitUntilTaken() const;
    Error givenUp() const;
    Error failure(const QString& what, int code) const;
    static Error failure(const QString& name, const QString& what, const QString& why);

    QString m_name;
    QString m_part; ///< empty: written as it comes
    std::function<bool()> m_goesOn;
    int m_fd = -1;
    bool m_regular = false; ///< takes everything at once
    bool m_own = false; ///< we opened it
    bool m_closed = false;
    bool m_finished = false;
};

} // namespace dueline
