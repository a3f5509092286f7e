import { Outlet } from 'react-router'
import { screens } from '#contract/screens.ts'
import { PublicBar } from '#web/shell/bars/public-bar.tsx'
import { PublicLinks } from '#web/shell/bars/public-links.tsx'

/** A public screen below the bar that leads to the landing page and into the product. */
export function PublicLayout() {
  return (
    <>
      <PublicBar>
        <PublicLinks landing={screens.landing} />
      </PublicBar>
      <Outlet />
    </>
  )
}
