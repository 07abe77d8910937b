// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/payload/readerchoice.h"

#include <QByteArray>
#include <QStringList>

#include <memory>

namespace dueline {

class ProtoSchema;

/// What was read of a payload.
struct PayloadReading
{
    enum class End : quint8 {
        Whole, ///< all of it
        Cut, ///< more than PayloadReader::mostBytes come out: the rest is left out
        Early, ///< the bytes of `stoppedAt` end too early: what came until then
        Failed, ///< the bytes are not what `stoppedAt` reads: what the layers before it gave
    };

    std::vector<PayloadLayer>
        layers; ///< those that were taken off, from the outside in; Json last where what came out is JSON
    QByteArray text; ///< what came out; empty where nothing applied
    End end = End::Whole;
    PayloadLayer stoppedAt = PayloadLayer::Base64; ///< unless Whole

    bool applies() const { return !layers.empty(); }
    /// `base64 → zlib → JSON`.
    QString layerTexts() const;
    /// Why it is not all, as a sentence; empty: it is.
    QString problem() const;
};

/// Reads payloads for people, and never writes them: nothing is instantiated, looked up or run, whatever the bytes say.
/// Values that read it at once may share one.
class PayloadReader
{
public:
    static constexpr qsizetype mostBytes = 64 * 1024 * 1024; ///< out of any layer
    static constexpr qint64 mostUnasked = 1024 * 1024; ///< bytes of a payload that is read where nobody chose how
    static constexpr int mostFound = 4; ///< layers that are looked for by themselves

    /// Reads by what the bytes say.
    PayloadReader() = default;
    /// Errors: as ProtoSchema::load; NotFound: the schema has no such message.
    static Result<PayloadReader> make(const ReaderChoice& choice);

    PayloadReading read(QByteArrayView payload) const;

    /// Whether read() has anything to do, by a glance at the bytes. `isWhole`: false where they are only its first.
    bool mayRead(QByteArrayView payload, bool isWhole = true) const;

    const ReaderChoice& choice() const { return m_choice; }
    /// The same choice with the same schema.
    bool isSame(const PayloadReader& other) const { return m_choice == other.m_choice && m_schema == other.m_schema; }

private:
    ReaderChoice m_choice;
    std::shared_ptr<const ProtoSchema> m_schema;
};

} // namespace dueline
