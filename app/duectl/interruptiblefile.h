// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>

#include <functional>

namespace dueline::duectl {

/// File or pipe that can be read without waiting indefinitely for a writer: several times per second, the reader checks
/// whether to continue. If it gives up, the read fails, so that the data read so far is not mistaken for complete data.
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
