// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/openrecordings.h"

#include "core/base/interruption.h"

#include <QFileInfo>

#include <algorithm>
#include <condition_variable>
#include <list>
#include <map>
#include <mutex>

namespace dueline {

namespace {

/// Call to read() that is waiting for the thread that has the file open.
struct PendingRead
{
    enum class State : quint8 { Waiting, Running, Done, Dropped };

    const OpenRecordings::Read& read;
    State state = State::Waiting;
};

struct OpenRecording
{
    OpenRecordings::Contents contents;
    std::list<PendingRead*> reads;
};

std::mutex recordingsMutex;
std::condition_variable recordingsChanged;

std::map<QString, OpenRecording>& openRecordings()
{
    static std::map<QString, OpenRecording> recordings;
    return recordings;
}

/// Returns the registered recording at `path`, even if it was registered under a different spelling; null if there is
/// none.
OpenRecording* findRecording(const QString& path)
{
    // The file's canonical path; empty if the file doesn't exist.
    const QString canonical = QFileInfo(path).canonicalFilePath();
    for (auto& [known, recording] : openRecordings()) {
        if (known == path || (!canonical.isEmpty() && QFileInfo(known).canonicalFilePath() == canonical))
            return &recording;
    }
    return nullptr;
}

} // namespace

bool OpenRecordings::claim(const QString& path)
{
    const std::lock_guard lock(recordingsMutex);
    return !findRecording(path) && openRecordings().try_emplace(path).second;
}

void OpenRecordings::release(const QString& path)
{
    const std::lock_guard lock(recordingsMutex);
    if (const auto found = openRecordings().find(path); found != openRecordings().end()) {
        for (PendingRead* pending : found->second.reads)
            pending->state = PendingRead::State::Dropped;
        openRecordings().erase(found);
    }
    recordingsChanged.notify_all();
}

void OpenRecordings::set(const QString& path, const Contents& contents)
{
    const std::lock_guard lock(recordingsMutex);
    openRecordings()[path].contents = contents;
}

OpenRecordings::Contents OpenRecordings::contentsOf(const QString& path)
{
    const std::lock_guard lock(recordingsMutex);
    const OpenRecording* found = findRecording(path);
    return found ? found->contents : Contents();
}

Result<> OpenRecordings::read(const QString& path, const Read& read, const std::function<bool()>& goesOn)
{
    while (!claim(path)) {
        std::unique_lock lock(recordingsMutex);
        OpenRecording* other = findRecording(path);
        if (!other)
            continue;
        PendingRead pending{read};
        other->reads.push_back(&pending);
        while (pending.state == PendingRead::State::Waiting || pending.state == PendingRead::State::Running) {
            recordingsChanged.wait_for(lock, Interruption::step);
            if (pending.state == PendingRead::State::Waiting && !goesOn()) {
                if (OpenRecording* still = findRecording(path))
                    still->reads.remove(&pending);
                return Error{ErrorCode::Cancelled, {}};
            }
        }
        if (pending.state == PendingRead::State::Done)
            return {};
    }
    Result<> done;
    {
        const auto file = RecordFile::read(path);
        if (file)
            read(**file);
        else
            done = file.error();
    }
    release(path);
    return done;
}

void OpenRecordings::serve(const QString& path, RecordFile& file)
{
    std::unique_lock lock(recordingsMutex);
    const auto found = openRecordings().find(path);
    while (found != openRecordings().end() && !found->second.reads.empty()) {
        PendingRead& pending = *found->second.reads.front();
        found->second.reads.pop_front();
        pending.state = PendingRead::State::Running;
        lock.unlock();
        pending.read(file);
        lock.lock();
        pending.state = PendingRead::State::Done;
        recordingsChanged.notify_all();
    }
}

} // namespace dueline
