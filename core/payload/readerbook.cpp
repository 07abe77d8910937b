// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/payload/readerbook.h"

namespace dueline {

ReaderChoices ReaderBook::choices() const
{
    const std::lock_guard lock(m_mutex);
    return m_choices;
}

void ReaderBook::choose(QByteArrayView queue, QByteArrayView type, const ReaderChoice& choice)
{
    const std::lock_guard lock(m_mutex);
    const QString name = QString::fromUtf8(queue);
    auto& types = m_choices[name];
    const QString others = QStringLiteral("*");
    if (choice.kind == ReaderChoice::Kind::Auto && (type == others.toUtf8() || !types.contains(others)))
        types.erase(QString::fromUtf8(type));
    else
        types.insert_or_assign(QString::fromUtf8(type), choice.text());
    if (types.empty())
        m_choices.erase(name);
    m_made.erase(choice.text()); // reread the schema: the user may have corrected the file
}

Result<PayloadReader> ReaderBook::readerOf(QByteArrayView queue, QByteArrayView type)
{
    const std::lock_guard lock(m_mutex);
    const ReaderChoice choice = choiceOf(m_choices, queue, type);
    const QString text = choice.text();
    if (const auto made = m_made.find(text); made != m_made.end())
        return made->second;
    auto reader = PayloadReader::make(choice);
    if (reader)
        m_made.emplace(text, *reader);
    return reader;
}

} // namespace dueline
