import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import type { Profile } from '#contract/accounts/profile.ts'
import { limits } from '#contract/core/limits.ts'
import { useCredits } from '#web/accounts/credits.ts'
import { AiTools, CommandLine, Extension } from '#web/accounts/apps/ai-tools.tsx'
import { AppList, kindOfApp, type AppKind } from '#web/accounts/apps/app-list.tsx'
import { appListQuery } from '#web/accounts/apps/connect-requests.ts'
import { ActivityList } from '#web/accounts/settings/activity-list.tsx'
import { CopyOnDevice } from '#web/accounts/settings/copy-on-device.tsx'
import { DataDownload } from '#web/accounts/settings/data-download.tsx'
import { DeleteAccountDialog } from '#web/accounts/settings/delete-account-dialog.tsx'
import { EmailPart } from '#web/accounts/settings/email-part.tsx'
import { factorsQuery } from '#web/accounts/factors/list-factors.ts'
import { profileQuery } from '#web/accounts/get-profile.ts'
import { activityQuery } from '#web/accounts/settings/list-activity.ts'
import { sessionListQuery } from '#web/accounts/settings/list-sessions.ts'
import { useProof } from '#web/accounts/settings/use-proof.tsx'
import { SessionList } from '#web/accounts/settings/session-list.tsx'
import { hasUnsavedInput } from '#web/api/draft.ts'
import { hasFirstAnswer } from '#web/api/first-answers.ts'
import { apiPaths } from '#web/api/paths.ts'
import { queryClient } from '#web/shell/connection/query-client.ts'
import { useCommands, type CommandState } from '#web/library/commands.ts'
import { isFree } from '#web/accounts/plans/plans.rules.ts'
import { hasCredits, hasPlans } from '#web/api/server-has.ts'
import { TopBar } from '#web/shell/layouts/top-bar.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { useDialog, useLingering } from '#web/ui/overlays/linger.ts'
import { UnsavedQuestion, useUnsavedGuard } from '#web/api/unsaved-guard.tsx'
import { waitAtMost } from '#web/ui/wait-at-most.ts'
import { Connections } from '#web/prompts/runs/connections/connections.tsx'
import { KeepRunsSwitch } from '#web/prompts/runs/connections/keep-runs-switch.tsx'
import { tokenListQuery } from '#web/accounts/tokens/list-tokens.ts'
import { TokenList } from '#web/accounts/tokens/token-list.tsx'
import { canRunPrompts, modelListQuery } from '#web/prompts/runs/list-models.ts'
import { myValuesQuery } from '#web/prompts/values/get-my-values.ts'
import { LastValuesSwitch } from '#web/prompts/values/last-values-switch.tsx'
import { MyValuesForm } from '#web/prompts/values/my-values-form.tsx'
import { PlanPart } from './plan-part.tsx'
import styles from './profile-screen.module.css'
import { ProfileSkeleton } from './profile-skeleton.tsx'
import { Group, Section } from './section.tsx'
import { SectionList } from './section-list.tsx'
import { SignInGroup } from './sign-in-group.tsx'

type Counted = 'values' | 'connections' | 'connected' | 'tokens'

/** Time to wait for answers that should have come with the page, in milliseconds. */
const patience = 100

/**
 * Loads what came with the page, so that the screen is drawn once and in slices. React would draw what arrives after the
 * first frame in one piece.
 */
export async function preloadProfile(): Promise<void> {
  if (!hasFirstAnswer(apiPaths.getProfile)) return
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
}

/** The account: identity, plan, password, own values, devices, data, and deletion. */
export function ProfileScreen() {
  const t = useTranslations('accounts')
  const tValues = useTranslations('values')
  const tPalette = useTranslations('palette')
  const { open } = useCommands()
  // The router supports one guard at a time, and these dialogs have their own until they are closed.
  const { state } = useLocation()
  const dialog = useLingering((state as CommandState)?.dialog)
  const isGuardedDialogOpen =
    dialog !== undefined && /^(?:create|update|view)-prompt$/.test(dialog.kind)
  const tApps = useTranslations('apps')
  const tRuns = useTranslations('runs')
  const { data: profile, isPending, isFetching, refetch } = useQuery(profileQuery)
  // Renders the whole screen at once: a list that loaded later would shift the rest.
  const sessions = useQuery(sessionListQuery)
  const activity = useQuery(activityQuery)
  const tokens = useQuery(tokenListQuery)
  const apps = useQuery(appListQuery)
  const values = useQuery(myValuesQuery)
  const factors = useQuery(factorsQuery)
  const { data: models, isPending: hasNoModels } = useQuery(modelListQuery)
  const isReady =
    !hasNoModels &&
    [sessions, activity, tokens, apps, values, factors].every((one) => !one.isPending)
  const appsOf = (kind: AppKind) => apps.data?.filter((app) => kindOfApp(app) === kind)
  const stateOf = (kind: Counted, list: readonly unknown[] | undefined) =>
    list && t(`profile.states.${kind}`, { count: list.length })

  return (
    <>
      <title>{`${t('profile.title')} · Promptshelf`}</title>
      <TopBar>
        <h1 className="text-15 bold indented">{t('profile.title')}</h1>
      </TopBar>
      {!isPending && !profile && (
        <div className={styles.failure}>
          <p role="alert">{t('profile.loadFailed')}</p>
          <Button busy={isFetching} onClick={() => void refetch()}>
            {t('profile.retry')}
          </Button>
        </div>
      )}
      {(isPending || (profile && !isReady)) && <ProfileSkeleton />}
      {profile && isReady && (
        <div className={styles.outer}>
          <div className={styles.screen}>
            <SectionList />
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
              <Group id="values" title={t('profile.groups.values')}>
                <Section
                  id="my-values"
                  title={tValues('mine.title')}
                  text={tValues('mine.text')}
                  state={stateOf('values', values.data?.values)}
                >
                  <MyValuesForm />
                  <LastValuesSwitch />
                </Section>
                {canRunPrompts(models) && (
                  <Section
                    id="connections"
                    title={tRuns('own.title')}
                    text={tRuns(hasCredits() ? 'own.text' : 'own.plainText')}
                    state={stateOf('connections', models?.connections)}
                  >
                    <Connections />
                    <KeepRunsSwitch keepsRuns={profile.keepsRuns} />
                  </Section>
                )}
              </Group>
              <Group id="access" title={t('profile.groups.access')}>
                <Section
                  id="ai-tools"
                  title={tApps('tools.title')}
                  text={tApps('tools.text')}
                  state={stateOf('connected', appsOf('other'))}
                >
                  <AppList kind="other" />
                  <AiTools />
                </Section>
                <Section
                  id="command-line"
                  title={tApps('commandLine.title')}
                  text={tApps('commandLine.text')}
                  state={stateOf('connected', appsOf('commandLine'))}
                >
                  <AppList kind="commandLine" />
                  <CommandLine />
                </Section>
                <Section
                  id="extension"
                  title={tApps('extension.title')}
                  text={tApps('extension.text')}
                  state={stateOf('connected', appsOf('extension'))}
                >
                  <AppList kind="extension" />
                  <Extension />
                </Section>
                <Section
                  id="tokens"
                  title={t('tokens.title')}
                  text={t('tokens.text')}
                  state={stateOf('tokens', tokens.data)}
                >
                  <TokenList />
                </Section>
              </Group>
              <Group id="devices" title={t('profile.groups.devices')}>
                <Section
                  id="this-device"
                  title={t('profile.onDevice.title')}
                  text={t('profile.onDevice.text')}
                >
                  <CopyOnDevice />
                </Section>
                <Section id="sessions" title={t('profile.sessionsTitle')}>
                  <SessionList />
                </Section>
                <Section
                  id="activity"
                  title={t('activity.title')}
                  text={t('activity.text', { days: limits.activityDays })}
                >
                  <ActivityList />
                </Section>
              </Group>
              <Group id="data" title={t('profile.groups.data')}>
                <Section
                  id="download"
                  title={t('profile.dataTitle')}
                  text={t(hasPlans() ? 'profile.dataText' : 'profile.plainDataText')}
                >
                  <DataDownload />
                  <p>{t('profile.exportText')}</p>
                  <Button
                    onClick={() => open({ kind: 'export', promptIds: [], folderIds: [], name: '' })}
                  >
                    {tPalette('verbs.export')}
                  </Button>
                </Section>
                <DeleteSection />
              </Group>
            </div>
          </div>
        </div>
      )}
      {!isGuardedDialogOpen && <LeavingQuestion />}
    </>
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

function DeleteSection() {
  const t = useTranslations('accounts.profile')
  const { isOpen, isShown, opening, open, close } = useDialog()
  const { whenProved, dialog } = useProof({ asksAlways: true })
  return (
    <Section id="delete-account" title={t('deleteTitle')} text={t('deleteText')}>
      {/* Asked before anything is typed, because accounts without a password may leave for Google. */}
      <Button onClick={() => void whenProved(open)}>{t('delete')}</Button>
      {isShown && <DeleteAccountDialog key={opening} open={isOpen} onClose={close} />}
      {dialog}
    </Section>
  )
}

/** Asks before the screen is left with unsaved input in one of its forms. */
function LeavingQuestion() {
  const { blocker } = useUnsavedGuard(hasUnsavedInput, true)
  return <UnsavedQuestion blocker={blocker} />
}
