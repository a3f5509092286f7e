import { Outlet } from 'react-router'
import { screens } from '#contract/screens.ts'
import { hasPlans } from '#web/api/server-has.ts'
import { PublicBar } from '#web/shell/bars/public-bar.tsx'
import { PublicLinks } from '#web/shell/bars/public-links.tsx'

/** A public screen below the bar with links to the landing page and the product. */
export function PublicLayout() {
  return (
    <>
      <PublicBar>
        <PublicLinks landing={screens.landing} hasPricing={hasPlans()} />
      </PublicBar>
      <Outlet />
    </>
  )
}
