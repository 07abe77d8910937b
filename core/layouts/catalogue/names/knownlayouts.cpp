// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/names/knownlayouts.h"

#include "core/layouts/asynq/asynqlayout.h"
#include "core/layouts/bull/bulllayout.h"
#include "core/layouts/bullmq/bullmqlayout.h"
#include "core/layouts/celery/celerylayout.h"
#include "core/layouts/described/describedlayout.h"
#include "core/layouts/laravel/laravellayout.h"
#include "core/layouts/list/listlayout.h"
#include "core/layouts/native/nativelayout.h"
#include "core/layouts/pubsub/pubsublayout.h"
#include "core/layouts/rq/rqlayout.h"
#include "core/layouts/sidekiq/sidekiqlayout.h"
#include "core/layouts/streams/streamlayout.h"
#include "core/layouts/zset/zsetlayout.h"

namespace dueline {

const std::vector<const LayoutType*>& knownLayouts()
{
    static const std::vector<const LayoutType*> layouts = [] {
        std::vector<const LayoutType*> all{&nativeLayout(), &zsetLayout(), &cronLayout(), &listLayout(),
            &resendLayout(), &pubsubLayout(), &sidekiqLayout(), &rqLayout(), &asynqLayout(), &bullMqLayout(),
            &bullLayout(), &laravelLayout(), &celeryLayout(), &streamLayout(), &fileLayout()};
        all.insert(all.end(), shippedLayouts().begin(), shippedLayouts().end());
        return all;
    }();
    return layouts;
}

LayoutSpec defaultLayout() { return LayoutSpec(nativeLayout()); }

} // namespace dueline
