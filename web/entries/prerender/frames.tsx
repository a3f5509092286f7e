import type { ReactNode } from 'react'
import type { RouteObject } from 'react-router'
import { useTranslations } from 'use-intl'
import { screens } from '#contract/screens.ts'
import { LibraryFrame } from '#web/screens/library/library-frame.tsx'
import { ProfileSkeleton } from '#web/screens/profile/profile-skeleton.tsx'
import { ScreenFrame } from '#web/shell/layouts/screen-frame.tsx'

const frames: Record<string, () => ReactNode> = {
  [screens.library]: LibraryFrame,
  [screens.profile]: function ProfileFrame() {
    const t = useTranslations('accounts')
    return (
      <ScreenFrame title={t('profile.title')}>
        <ProfileSkeleton />
      </ScreenFrame>
    )
  },
  [screens.trash]: function TrashFrame() {
    return <ScreenFrame title={useTranslations('history.trash')('title')} />
  },
  [screens.plans]: function PlansFrame() {
    return <ScreenFrame title={useTranslations('plans')('title')} />
  },
}

/** Returns the route of a screen's frame. */
export function frameOf(address: string): RouteObject {
  const Frame = frames[address]
  if (!Frame) throw new Error(`${address} has no frame.`)
  return { path: address, Component: Frame }
}
