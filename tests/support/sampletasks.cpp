// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sampletasks.h"

#include <algorithm>
#include <array>

namespace dueline::sample {

namespace {

constexpr std::array types{"mail.send", "mail.bounce", "webhook.deliver", "invoice.render", "invoice.remind",
    "report.build", "image.resize", "search.index", "trial.expire", "push.notify"};

/// Sentences without digits, so that a search for a number finds only the order with that number. They need no escaping
/// in JSON.
constexpr std::array sentences{"Please ring twice, the bell is broken. ", "The customer asked for a second invoice. ",
    "Leave the parcel with the neighbour if nobody is in. ", "Gift wrapping, and no prices on the slip. ",
    "Address confirmed by phone this morning. ", "Wait for the missing part and send everything at once. "};

/// Returns a note of `bytes` bytes, like one that a person might add to an order.
QByteArray noteOf(qint64 number, qsizetype bytes)
{
    QByteArray note;
    note.reserve(bytes + 64);
    for (auto next = std::size_t(number); note.size() < bytes; ++next)
        note += sentences[next % sentences.size()];
    note.truncate(bytes);
    return note;
}

} // namespace

QByteArray type(qint64 number) { return types[std::size_t(number) % types.size()]; }

QByteArray payload(qint64 number, int bytes)
{
    const QByteArray head = "{\"order\":" + QByteArray::number(number) + ",\"note\":\"";
    return head + noteOf(number, std::max<qsizetype>(0, bytes - head.size() - 2)) + "\"}";
}

QByteArray error(qint64 number)
{
    const QByteArray n = QByteArray::number(number);
    switch (number % 5) {
    case 0:
        return "connection to 10.0.3." + QByteArray::number(number % 200) + ":587 refused";
    case 1:
        return "timeout after " + QByteArray::number(number % 30) + " s";
    case 2:
        return "HTTP 503 from shop " + n;
    case 3:
        return "no such customer: " + n;
    default:
        return "out of memory";
    }
}

} // namespace dueline::sample
