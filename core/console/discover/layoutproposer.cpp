// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/discover/layoutproposer.h"

namespace dueline {

namespace {

constexpr int triedPerState = 5; ///< maximum number of tasks to read per queue and state

/// Validates a layout file, and reads tasks through it.
TriedLayout tryOn(const ConnectionSpec& connection, const QByteArray& file)
{
    TriedLayout tried;
    tried.file = file;
    const auto description = Description::parse(file, {}, builtInLayoutNames());
    if (!description) {
        tried.problem = description.error().message;
        return tried;
    }
    tried.isValid = true;
    tried.name = description->name;
    const auto client = openForReading(connection);
    auto check = client ? sampleTasks(**client, connection, *description, triedPerState) : client.error();
    tried.isRead = check.ok();
    if (check)
        tried.check = *std::move(check);
    else
        tried.problem = check.error().message;
    return tried;
}

} // namespace

void LayoutProposer::search()
{
    m_trial.leave();
    m_watch.leave();
    m_search.start(QStringLiteral("layout search"),
        [this, connection = m_connection](BackgroundTask::Run& run) -> BackgroundTask::Word {
            const auto client = openForReading(connection);
            auto keys = client ? UnknownKeys::read(**client, connection, {}, &run.cancelled()) : client.error();
            if (!keys)
                return [this, error = keys.error()] { emit searchFailed(error); };
            auto found = std::make_shared<const UnknownKeys>(*std::move(keys));
            return [this, found, guesses = found->guesses()] {
                m_keys = found;
                emit searched(*found, guesses);
            };
        });
}

void LayoutProposer::propose(const std::vector<QByteArray>& keys, const KeyFacts& facts)
{
    if (!m_keys)
        return;
    m_trial.start(QStringLiteral("layout proposal"),
        [this, connection = m_connection, known = m_keys, keys, facts](BackgroundTask::Run&) -> BackgroundTask::Word {
            auto guess = known->guessOf(keys, facts);
            TriedLayout tried = guess ? tryOn(connection, guess->file) : TriedLayout();
            tried.guess = std::move(guess);
            return [this, tried = std::move(tried)] { emit this->tried(tried); };
        });
}

void LayoutProposer::tryFile(const QByteArray& file)
{
    m_trial.start(QStringLiteral("layout trial"),
        [this, connection = m_connection, file](BackgroundTask::Run&) -> BackgroundTask::Word {
            return [this, tried = tryOn(connection, file)] { emit this->tried(tried); };
        });
}

void LayoutProposer::watch(const std::vector<QByteArray>& lists, Millis time)
{
    m_watch.start(QStringLiteral("list watch"),
        [this, connection = m_connection, lists, time](BackgroundTask::Run& run) -> BackgroundTask::Word {
            const auto client = openForReading(connection);
            const auto goesOn = [this, &run](Millis left) {
                run.progress([this, left] { emit watching(left); });
                return run.goesOn();
            };
            auto ends = client ? watchLists(**client, lists, time, goesOn) : client.error();
            if (!ends)
                return [this, error = ends.error()] { emit watchFailed(error); };
            return [this, ends = *std::move(ends)] { emit watched(ends); };
        });
}

void LayoutProposer::save(const QString& path, const QByteArray& file)
{
    m_save.start(QStringLiteral("layout file"), [this, path, file](BackgroundTask::Run&) -> BackgroundTask::Word {
        const auto layout = saveLayoutFile(path, file);
        if (!layout)
            return [this, error = layout.error()] { emit saveFailed(error); };
        return [this, layout = *layout] { emit saved(layout); };
    });
}

} // namespace dueline
