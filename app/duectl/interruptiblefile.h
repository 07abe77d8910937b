// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>

#include <functional>

namespace dueline::duectl {

/// A file or pipe to read whose reader does not wait for ever for somebody to write: it asks a few times a second
/// whether to go on. Given up is an error of reading, so that what came so far is not taken for the whole.
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
