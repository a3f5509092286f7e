import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { limits } from '#contract/core/limits.ts'
import { AiTools, CommandLine, Extension } from '#web/accounts/apps/ai-tools.tsx'
import { AppList, kindOfApp } from '#web/accounts/apps/app-list.tsx'
import { appListQuery } from '#web/accounts/apps/connect-requests.ts'
import { ActivityList } from '#web/accounts/settings/activity-list.tsx'
import { CopyOnDevice } from '#web/accounts/settings/copy-on-device.tsx'
import { DataDownload } from '#web/accounts/settings/data-download.tsx'
import { DeleteAccountDialog } from '#web/accounts/settings/delete-account-dialog.tsx'
import { useProof } from '#web/accounts/settings/use-proof.tsx'
import { SessionList } from '#web/accounts/settings/session-list.tsx'
import { useCommands } from '#web/library/commands.ts'
import { hasCredits, hasPlans } from '#web/api/server-has.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { useDialog } from '#web/ui/overlays/linger.ts'
import { Connections } from '#web/prompts/runs/connections/connections.tsx'
import { KeepRunsSwitch } from '#web/prompts/runs/connections/keep-runs-switch.tsx'
import { tokenListQuery } from '#web/accounts/tokens/list-tokens.ts'
import { TokenList } from '#web/accounts/tokens/token-list.tsx'
import { canRunPrompts, modelListQuery } from '#web/prompts/runs/list-models.ts'
import { myValuesQuery } from '#web/prompts/values/get-my-values.ts'
import { LastValuesSwitch } from '#web/prompts/values/last-values-switch.tsx'
import { MyValuesForm } from '#web/prompts/values/my-values-form.tsx'
import { Group, Section } from './section.tsx'

type Counted = 'values' | 'connections' | 'connected' | 'tokens'

const kindsOfApps = [
  { id: 'ai-tools', kind: 'other', texts: 'tools', SetUp: AiTools },
  { id: 'command-line', kind: 'commandLine', texts: 'commandLine', SetUp: CommandLine },
  { id: 'extension', kind: 'extension', texts: 'extension', SetUp: Extension },
] as const

/** The groups of the profile below the first screenful: own values, access, devices and data. Their lists have loaded. */
export function LaterGroups({ keepsRuns }: { keepsRuns: boolean }) {
  const t = useTranslations('accounts')
  const tValues = useTranslations('values')
  const tPalette = useTranslations('palette')
  const tApps = useTranslations('apps')
  const tRuns = useTranslations('runs')
  const { open } = useCommands()
  const { data: tokens } = useQuery(tokenListQuery)
  const { data: apps } = useQuery(appListQuery)
  const { data: values } = useQuery(myValuesQuery)
  const { data: models } = useQuery(modelListQuery)
  const stateOf = (kind: Counted, list: readonly unknown[] | undefined) =>
    list && t(`profile.states.${kind}`, { count: list.length })
  return (
    <>
      <Group id="values" title={t('profile.groups.values')}>
        <Section
          id="my-values"
          title={tValues('mine.title')}
          text={tValues('mine.text')}
          state={stateOf('values', values?.values)}
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
            <KeepRunsSwitch keepsRuns={keepsRuns} />
          </Section>
        )}
      </Group>
      <Group id="access" title={t('profile.groups.access')}>
        {kindsOfApps.map(({ id, kind, texts, SetUp }) => (
          <Section
            key={id}
            id={id}
            title={tApps(`${texts}.title`)}
            text={tApps(`${texts}.text`)}
            state={stateOf(
              'connected',
              apps?.filter((app) => kindOfApp(app) === kind),
            )}
          >
            <AppList kind={kind} />
            <SetUp />
          </Section>
        ))}
        <Section
          id="tokens"
          title={t('tokens.title')}
          text={t('tokens.text')}
          state={stateOf('tokens', tokens)}
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
          <Button onClick={() => open({ kind: 'export', promptIds: [], folderIds: [], name: '' })}>
            {tPalette('verbs.export')}
          </Button>
        </Section>
        <DeleteSection />
      </Group>
    </>
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
