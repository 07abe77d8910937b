// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/bull/jobforms.h"

#include "core/layouts/shared/bull/bulljobwords.h"

#include <QtGlobal>

namespace dueline {

AddingFacts jobFacts()
{
    AddingFacts facts;
    facts.lease = facts.unique = false;
    facts.idIsWord = true;
    facts.usualAttempts = 1;
    facts.form = AddingFacts::Form::Json;
    facts.typeWord = "name";
    facts.typeHint = bulljobwords::typeHint();
    facts.payloadWord = "data";
    return facts;
}

const std::set<QByteArray>& jobReading()
{
    static const std::set<QByteArray> reading{
        "CLIENT|LIST", "DBSIZE", "GET", "HEXISTS", "HGET", "LINDEX", "LPOS", "PTTL", "TYPE", "ZMSCORE", "ZSCORE"};
    return reading;
}

LayoutField jobPrefixField()
{
    LayoutField field;
    field.row = field.name = bulljobwords::prefixLabel();
    field.hint = bulljobwords::prefixHint();
    field.preset = "bull";
    field.usual = "bull";
    field.missing = {bulljobwords::prefixIsMissing()};
    return field;
}

} // namespace dueline
