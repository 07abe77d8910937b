// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativelayout.h"

#include "core/layouts/native/nativeacl.h"
#include "core/layouts/native/nativebackend.h"
#include "core/layouts/native/nativescripts.h"
#include "core/layouts/native/nativewords.h"

namespace dueline {

namespace {

class NativeLayout : public LayoutType
{
public:
    QByteArray name() const override { return "native"; }

    Result<std::unique_ptr<Backend>> open(const LayoutParametersPtr&, const LayoutOpening& opening) const override
    {
        NativeOptions options;
        options.prefix = opening.prefix;
        options.session = opening.session;
        options.access = opening.access;
        auto opened = NativeBackend::open(options, opening.lane);
        if (!opened)
            return opened.error();
        return std::unique_ptr<Backend>(std::move(opened).value());
    }

    std::vector<LayoutUsage> usage() const override { return {{"native", nativewords::usage()}}; }

    std::vector<LayoutForm> forms() const override
    {
        LayoutForm form;
        form.title = nativewords::formTitle();
        form.explanation = nativewords::formExplanation();
        return {form};
    }

    std::vector<const ScriptLibrary*> scripts() const override { return {&NativeScripts::library()}; }

    std::optional<AclRights> rights(AclRole role, const LayoutParameters*, const QByteArray& prefix) const override
    {
        return nativeRights(role, prefix);
    }
};

} // namespace

const LayoutType& nativeLayout()
{
    static const NativeLayout layout;
    return layout;
}

} // namespace dueline
