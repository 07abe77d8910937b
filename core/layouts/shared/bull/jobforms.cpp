// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/bull/jobforms.h"

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
    facts.typeHint = QT_TRANSLATE_NOOP("LayoutWords", "the job's name, which its worker selects by: send-mail");
    facts.payloadWord = "data";
    return facts;
}

const std::set<QByteArray>& jobReading()
{
    static const std::set<QByteArray> reading{
        "CLIENT|LIST", "DBSIZE", "HEXISTS", "HGET", "LINDEX", "LPOS", "PTTL", "TYPE", "ZMSCORE", "ZSCORE"};
    return reading;
}

LayoutField jobPrefixField()
{
    LayoutField field;
    field.row = field.name = QT_TRANSLATE_NOOP("LayoutWords", "Prefix");
    field.hint = QT_TRANSLATE_NOOP("LayoutWords", "key prefix: bull, unless the program sets another: shop");
    field.preset = "bull";
    field.usual = "bull";
    field.missing
        = {QT_TRANSLATE_NOOP("LayoutWords", "Enter the key prefix; it is bull unless the program sets another.")};
    return field;
}

} // namespace dueline
