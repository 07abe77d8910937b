// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>

#include <functional>

namespace dueline::duectl {

/// File or pipe whose reads can be interrupted. A read that waits for data calls a function several times per second.
/// If the function returns false, the read fails, so that the data read so far isn't mistaken for the complete file.
class InterruptibleFile : public QFile
{
public:
    InterruptibleFile(const QString& name, std::function<bool()> goesOn)
        : QFile(name)
        , m_goesOn(std::move(goesOn))
    { }

protected:
    qint64 readData(char* data, qint64 most) override;

private:
    std::function<bool()> m_goesOn;
};

} // namespace dueline::duectl
