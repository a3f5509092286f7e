import { useDeferredValue } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import type { Profile } from '#contract/accounts/profile.ts'
import { useCredits } from '#web/accounts/credits.ts'
import { appListQuery } from '#web/accounts/apps/connect-requests.ts'
import { EmailPart } from '#web/accounts/settings/email-part.tsx'
import { factorsQuery } from '#web/accounts/factors/list-factors.ts'
import { profileQuery } from '#web/accounts/get-profile.ts'
import { activityQuery } from '#web/accounts/settings/list-activity.ts'
import { sessionListQuery } from '#web/accounts/settings/list-sessions.ts'
import { hasUnsavedInput } from '#web/api/draft.ts'
import { hasFirstAnswer } from '#web/api/first-answers.ts'
import { apiPaths } from '#web/api/paths.ts'
import { queryClient } from '#web/shell/connection/query-client.ts'
import type { CommandState } from '#web/library/commands.ts'
import { isFree } from '#web/accounts/plans/plans.rules.ts'
import { hasCredits, hasPlans } from '#web/api/server-has.ts'
import { TopBar } from '#web/shell/layouts/top-bar.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { useLingering } from '#web/ui/overlays/linger.ts'
import { UnsavedQuestion, useUnsavedGuard } from '#web/api/unsaved-guard.tsx'
import { lazyCode, useLazyCode } from '#web/ui/lazy-code.ts'
import { loadMessages } from '#web/ui/messages/messages.ts'
import { waitAtMost } from '#web/ui/wait-at-most.ts'
import { tokenListQuery } from '#web/accounts/tokens/list-tokens.ts'
import { modelListQuery } from '#web/prompts/runs/list-models.ts'
import { myValuesQuery } from '#web/prompts/values/get-my-values.ts'
import { PlanPart } from './plan-part.tsx'
import styles from './profile-screen.module.css'
import { ProfileSkeleton } from './profile-skeleton.tsx'
import { Group, Section } from './section.tsx'
import { SectionList } from './section-list.tsx'
import { SignInGroup } from './sign-in-group.tsx'

const laterCode = lazyCode(async () => {
  const [{ LaterGroups }] = await Promise.all([
    import('./later-groups.tsx'),
    loadMessages('apps', 'history', 'palette', 'runs', 'values'),
  ])
  return { LaterGroups }
})

/** Time to wait for answers that should have come with the page, in milliseconds. */
const patience = 100

/**
 * Loads what came with the page, so that the screen is drawn once and in slices. React would draw what arrives after the
 * first frame in one piece.
 */
export async function preloadProfile(): Promise<void> {
  if (!hasFirstAnswer(apiPaths.getProfile)) return laterCode.prefetch()
  const loading = Promise.all([
    queryClient.prefetchQuery(profileQuery),
    queryClient.prefetchQuery(sessionListQuery),
    queryClient.prefetchQuery(activityQuery),
    queryClient.prefetchQuery(tokenListQuery),
    queryClient.prefetchQuery(appListQuery),
    queryClient.prefetchQuery(myValuesQuery),
    queryClient.prefetchQuery(factorsQuery),
    queryClient.prefetchQuery(modelListQuery),
  ])
  await waitAtMost(patience, loading)
  // In a separate task, before the screen is drawn.
  setTimeout(laterCode.prefetch)
}

/** The account: identity, plan and login methods, then the later groups. */
export function ProfileScreen() {
  const t = useTranslations('accounts')
  // The router supports one guard at a time, and these dialogs have their own until they are closed.
  const { state } = useLocation()
  const dialog = useLingering((state as CommandState)?.dialog)
  const isGuardedDialogOpen =
    dialog !== undefined && /^(?:create|update|view)-prompt$/.test(dialog.kind)
  const { data: profile, isPending, isFetching, refetch } = useQuery(profileQuery)
  const factors = useQuery(factorsQuery)
  const { code, failure, retry } = useLazyCode(laterCode)
  const lists = [
    useQuery(sessionListQuery),
    useQuery(activityQuery),
    useQuery(tokenListQuery),
    useQuery(appListQuery),
    useQuery(myValuesQuery),
    useQuery(modelListQuery),
  ]
  // Drawn at once, because a list that loaded later would shift the rest; and in slices.
  const later = useDeferredValue(lists.some((list) => list.isPending) ? undefined : code)

  return (
    <>
      <title>{`${t('profile.title')} · Promptshelf`}</title>
      <TopBar>
        <h1 className="text-15 bold indented">{t('profile.title')}</h1>
      </TopBar>
      {!isPending && !profile && (
        <Failure
          text={t('profile.loadFailed')}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {(isPending || (profile && factors.isPending)) && <ProfileSkeleton />}
      {profile && !factors.isPending && (
        <div className={styles.outer}>
          <div className={styles.screen}>
            <SectionList isComplete={later !== undefined} />
            <div className={styles.sections}>
              <Group id="account" title={t('profile.groups.account')}>
                <Section title={t('profile.account')}>
                  {hasPlans() && <PlanPart subDetails={profile.subDetails} />}
                  <Facts profile={profile} />
                </Section>
                <Section
                  id="email"
                  title={t('email')}
                  text={<span className="ink">{profile.profile.email}</span>}
                  state={t(profile.isEmailVerified ? 'profile.verified' : 'profile.unverified')}
                >
                  <EmailPart
                    isEmailVerified={profile.isEmailVerified}
                    pendingEmail={profile.pendingEmail}
                  />
                </Section>
              </Group>
              <SignInGroup profile={profile} />
              {later && <later.LaterGroups keepsRuns={profile.keepsRuns} />}
              {failure && <Failure text={t('profile.restFailed')} onRetry={retry} />}
            </div>
          </div>
        </div>
      )}
      {!isGuardedDialogOpen && <LeavingQuestion />}
    </>
  )
}

type FailureProps = { text: string; isFetching?: boolean; onRetry: () => void }

function Failure({ text, isFetching = false, onRetry }: FailureProps) {
  const t = useTranslations('accounts.profile')
  return (
    <div className={styles.failure}>
      <p role="alert">{text}</p>
      <Button busy={isFetching} onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  )
}

function Facts({ profile }: { profile: Profile }) {
  const t = useTranslations('accounts')
  const format = useFormatter()
  const { prompts, promptLimit, folders } = profile.usage
  const [{ credits, given }] = useCredits()
  const isOnFreePlan = profile.subDetails !== null && isFree(profile.subDetails)
  const givenText = !hasPlans() ? 'creditsMonthly' : isOnFreePlan ? 'creditsOnce' : 'creditsGiven'
  return (
    <dl className={styles.facts}>
      <dt>{t('profile.prompts')}</dt>
      <dd>
        {promptLimit === null
          ? format.number(prompts)
          : t('profile.ofLimit', { count: prompts, limit: promptLimit })}
      </dd>
      <dt>{t('profile.folders')}</dt>
      <dd>{format.number(folders)}</dd>
      {hasCredits() && (
        <>
          <dt>{t('profile.credits')}</dt>
          <dd>
            {t('profile.creditsAvailable', { current: credits })}{' '}
            {given > 0 && <small>{t(`profile.${givenText}`, { given })}</small>}
          </dd>
        </>
      )}
    </dl>
  )
}

/** Asks before the screen is left with unsaved input in one of its forms. */
function LeavingQuestion() {
  const { blocker } = useUnsavedGuard(hasUnsavedInput, true)
  return <UnsavedQuestion blocker={blocker} />
}
