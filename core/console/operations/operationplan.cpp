// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/operationplan.h"

#include "core/base/clock.h"
#include "core/base/text.h"

#include <QByteArrayList>

namespace dueline {

QByteArray OperationPlan::text() const
{
    QByteArrayList words;
    switch (action.time) {
    case Action::Time::None:
        words << (isUndo ? "undo" : "do");
        break;
    case Action::Time::At:
    case Action::Time::In:
        words << "at" << QByteArray::number(toMs(action.at));
        break;
    case Action::Time::Shift:
        words << "shift" << QByteArray::number(qint64(action.by.count()));
        break;
    case Action::Time::Spread:
        words << "spread" << QByteArray::number(toMs(action.at)) << QByteArray::number(toMs(action.until))
              << "gaps=" + QByteArray::number(gaps);
        break;
    }
    if (action.force)
        words << "force";
    if (action.idle)
        words << "idle=" + QByteArray::number(qint64(action.idle->count()));
    if (pace > 0)
        words << "pace=" + QByteArray::number(pace);
    if (duty < 100)
        words << "duty=" + QByteArray::number(duty);
    if (canary)
        words << "canary=" + QByteArray::number(canary->failuresPercent) + ':'
                + QByteArray::number(qint64(canary->wait.count()));
    return words.join(' ');
}

Result<OperationPlan> OperationPlan::read(const OperationRecord& record)
{
    const Error unknown{ErrorCode::Refused,
        QStringLiteral("This version cannot resume operation %1, because it does not recognize the plan \"%2\".")
            .arg(printable(record.id), printable(record.plan, 100))};
    OperationPlan plan;
    plan.isUndo = record.kind == "undo";
    const auto kind = actionFromName(record.kind);
    if (!kind && !plan.isUndo)
        return unknown;
    plan.action.kind = kind.value_or(ActionKind());
    const QByteArrayList words = record.plan.split(' ');
    qsizetype next = 1;
    bool fine = true;
    const auto take = [&] { return words.value(next++).toLongLong(&fine); };
    if (words[0] == "at") {
        plan.action.time = Action::Time::At;
        plan.action.at = fromMs(take());
    } else if (words[0] == "shift") {
        plan.action.time = Action::Time::Shift;
        plan.action.by = Millis(take());
    } else if (words[0] == "spread") {
        plan.action.time = Action::Time::Spread;
        plan.action.at = fromMs(take());
        if (fine)
            plan.action.until = fromMs(take());
    } else if (words[0] != (plan.isUndo ? "undo" : "do")) {
        return unknown;
    }
    for (; fine && next < words.size(); ++next) {
        const QByteArray name = words[next].left(words[next].indexOf('='));
        const QByteArray value = words[next].mid(name.size() + 1);
        if (words[next] == "force") {
            plan.action.force = true;
        } else if (name == "idle") {
            plan.action.idle = Millis(value.toLongLong(&fine));
        } else if (name == "gaps") {
            plan.gaps = value.toLongLong(&fine);
        } else if (name == "pace") {
            plan.pace = value.toLongLong(&fine);
        } else if (name == "duty") {
            plan.duty = int(std::clamp<qint64>(value.toLongLong(&fine), 1, 100));
        } else if (name == "canary") {
            const QByteArrayList parts = value.split(':');
            Canary canary;
            canary.failuresPercent = parts[0].toInt(&fine);
            canary.wait = Millis(parts.value(1).toLongLong());
            plan.canary = canary;
        } else {
            return unknown;
        }
    }
    if (!fine)
        return unknown;
    return plan;
}

} // namespace dueline
