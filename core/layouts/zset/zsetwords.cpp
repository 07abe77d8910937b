// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/zset/zsetwords.h"

using namespace Qt::StringLiterals;

namespace dueline::zsetwords {

const char* setUsage()
{
    return "a sorted set of tasks, ordered by time; workers poll it and remove a task after success";
}

const char* unitUsage() { return "unit of the times: seconds or milliseconds since 1970 (s)"; }

const char* lockUsage() { return "name of a running task's lock key; %1 is the task's id"; }

const char* lockForUsage() { return "how long the design's workers hold a lock, 1s to 1d (60s)"; }

const char* unitName() { return QT_TRANSLATE_NOOP("LayoutWords", "Score unit"); }

const char* unitSeconds() { return QT_TRANSLATE_NOOP("LayoutWords", "in seconds"); }

const char* unitMilliseconds() { return QT_TRANSLATE_NOOP("LayoutWords", "in milliseconds"); }

const char* polledTitle() { return QT_TRANSLATE_NOOP("LayoutWords", "ZSET scored by time, polled"); }

const char* polledExplanation()
{
    return QT_TRANSLATE_NOOP("LayoutWords",
        "Members are tasks, and scores are due times; workers read due tasks and remove them after success.");
}

const char* polledByOthers()
{
    return QT_TRANSLATE_NOOP("LayoutWords",
        "Tasks run up to a second late. With two workers, every task runs twice; a task whose worker dies before "
        "removing it runs again.");
}

const char* lockLabel() { return QT_TRANSLATE_NOOP("LayoutWords", "Lock key"); }

const char* lockHint() { return QT_TRANSLATE_NOOP("LayoutWords", "lock_%1, where %1 is the task ID"); }

const char* lockIsMissing()
{
    return QT_TRANSLATE_NOOP("LayoutWords", "Enter the lock key with %1 in place of the task ID, such as lock_%1.");
}

const char* lockForLead() { return QT_TRANSLATE_NOOP("LayoutWords", "for"); }

const char* lockForName() { return QT_TRANSLATE_NOOP("LayoutWords", "Locked for"); }

const char* lockForHint()
{
    return QT_TRANSLATE_NOOP("LayoutWords", "How long the design's workers hold a lock: from 1 s to 1 d.");
}

const char* lockedTitle() { return QT_TRANSLATE_NOOP("LayoutWords", "ZSET scored by time, with a lock key per task"); }

const char* lockedExplanation()
{
    return QT_TRANSLATE_NOOP("LayoutWords",
        "Members are tasks, and scores are due times; a worker sets a lock key for each task that it "
        "runs.");
}

const char* lockedByOthers()
{
    return QT_TRANSLATE_NOOP("LayoutWords",
        "Up to 10 s late. As published, the design never runs a task: its Lua script returns 1, but its Python "
        "code expects True. A second loop drops due tasks without running them. After a crash, the task waits "
        "until its lock times out.");
}

const char* lockedByDueline()
{
    return QT_TRANSLATE_NOOP("LayoutWords",
        "Tasks run on time, using the design's lock keys. Dueline extends a lock while its task runs, and then "
        "lets the lock expire.");
}

const char* lockedByBoth()
{
    return QT_TRANSLATE_NOOP("LayoutWords",
        "No task runs twice unless a worker is killed, because only the holder of the lock runs a task. The design's "
        "own worker does not extend its lock, so a task that outlasts the lock may run twice.");
}

const char* cronUsage() { return "a sorted set of COMMAND_SECONDS members, ordered by time; the command is the type"; }

const char* cronTitle() { return QT_TRANSLATE_NOOP("LayoutWords", "Cron: ZSET with COMMAND_TIME members"); }

const char* cronExplanation()
{
    return QT_TRANSLATE_NOOP(
        "LayoutWords", "Each member is a command, an underscore and a Unix time; the score is the same time.");
}

const char* cronByOthers()
{
    return QT_TRANSLATE_NOOP("LayoutWords",
        "Tasks run up to a minute late. With two workers, every task runs twice; a task whose worker dies before "
        "removing it runs again.");
}

const char* leasedByDueline()
{
    return QT_TRANSLATE_NOOP("LayoutWords",
        "Tasks run on time. Each task is leased in one step, so nothing is lost if a worker dies: the task runs "
        "again when its lease expires.");
}

const char* unmarkedByBoth()
{
    return QT_TRANSLATE_NOOP("LayoutWords",
        "While the design's own worker runs a task, the task remains in the key, so Dueline's worker may also run "
        "it. Dueline's worker removes each task before running it, so the design's worker runs only tasks that it "
        "has already read.");
}

const char* payloadHint()
{
    return QT_TRANSLATE_NOOP(
        "LayoutWords", "The payload becomes the ZSET member. If the payload is empty, the ID is used.");
}

QString namesLost() { return u"Two tasks with the same name: a ZSET merges them; the native queue runs both."_s; }

const char* namesLostInWindow()
{
    return QT_TRANSLATE_NOOP("LayoutWords", "A ZSET merges two tasks with the same name; a native queue runs both.");
}

QString locksLost()
{
    return u"Locks: the native queue uses leases instead; locked tasks are left behind, so adopt them later."_s;
}

const char* locksLostInWindow()
{
    return QT_TRANSLATE_NOOP(
        "LayoutWords", "Lock keys: a native queue uses leases instead. Locked tasks are not moved; adopt them later.");
}

QString timesLost()
{
    return u"The time in a member's name is kept only in the payload; the score becomes the due time."_s;
}

const char* timesLostInWindow()
{
    return QT_TRANSLATE_NOOP("LayoutWords", "The time in the member name is kept only in the payload.");
}

QString cronHasNoPayload() { return u"Tasks in the cron layout have no payload: a task is a command and its time."_s; }

QString cronHasNoId()
{
    return u"Tasks in the cron layout are identified by their command and time, so they cannot have their own ids."_s;
}

QString payloadIsLong(const QString& id)
{
    return u"The payload of \"%1\" is larger than 64 KiB, the limit for a member of a sorted set."_s.arg(id);
}

QString membersAreTimed(int fitting, int looked)
{
    return u"%1 of %2 sampled members are NAME_<unix time> with that time as the score."_s.arg(fitting).arg(looked);
}

const char* membersAreTimedInWindow()
{
    return QT_TRANSLATE_NOOP("LayoutWords", "%1 of %2 sampled members end with their score");
}

QString scoresAreTimes(int fitting, int looked, bool milliseconds)
{
    return u"%1 of %2 sampled scores are times in %3"_s.arg(
        QString::number(fitting), QString::number(looked), milliseconds ? u"milliseconds"_s : u"seconds"_s);
}

QString locksAreSeen(qint64 locks, const QString& pattern)
{
    return u"; %1 of its members have a key %2."_s.arg(QString::number(locks), pattern);
}

const char* locksAreSeenInWindow()
{
    return QT_TRANSLATE_NOOP("LayoutWords", "%1 of %2 sampled scores are times; lock keys found: %3");
}

QString noLockIsSeen() { return u"; no member's lock was seen, which is inconclusive if no task was running."_s; }

const char* noLockIsSeenInWindow()
{
    return QT_TRANSLATE_NOOP("LayoutWords", "%1 of %2 sampled scores are times; no lock keys found");
}

QString locksAreElsewhere() { return u"its lock keys are in other slots"_s; }

QString unitIsWrong() { return u"needs unit=s or unit=ms."_s; }

QString lockIsUnwritable() { return u"cannot have a lock with a control character from 0x10 to 0x1F."_s; }

QString lockIsWrong() { return u"needs a lock with one %1 for the id, for example lock=lock_%1."_s; }

QString lockForIsWrong() { return u"needs a lockfor between 1s and 1d, for example lockfor=60s."_s; }

} // namespace dueline::zsetwords
