// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets.h"

#include "core/payload/inflate.h"
#include "core/payload/pickletext.h"

#include <QStringDecoder>

#include <algorithm>

namespace dueline::fuzz {

void pickle(const QByteArray& input)
{
    const auto text = PickleText::read(input);
    FUZZ_HOLDS(text == PickleText::read(input));
    if (text) {
        constexpr qsizetype cutSign = 3;
        FUZZ_HOLDS(!text->isEmpty() && text->size() <= PickleText::mostText + cutSign);
        QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
        const QString letters = decoder(*text);
        FUZZ_HOLDS(!decoder.hasError());
        FUZZ_HOLDS(std::none_of(
            letters.begin(), letters.end(), [](QChar letter) { return letter.category() == QChar::Other_Control; }));
        FUZZ_HOLDS(!PickleText::read(input + '.')); // nothing may follow the pickle
    }
    constexpr qsizetype most = 10'000;
    bool isCut = false;
    const auto plain = inflated(input, most, &isCut);
    FUZZ_HOLDS(!plain || plain->size() <= most);
    FUZZ_HOLDS(!isCut || (plain && plain->size() == most));
    FUZZ_HOLDS(input.isEmpty() || inflated(qCompress(input).mid(4), input.size()) == input);
}

} // namespace dueline::fuzz
