import { useTranslations } from 'use-intl'
import { runCalls } from '#contract/runs/runs.ts'
import { useToastedCall } from '#web/api/use-call.ts'
import { Switch } from '#web/ui/controls/switch.tsx'

/** Switches whether the account stores answers of models. */
export function KeepRunsSwitch({ keepsRuns }: { keepsRuns: boolean }) {
  const t = useTranslations('runs.keep')
  const change = useToastedCall(runCalls.keepRuns, { changes: ['profile'] })
  return (
    <div className="setting">
      <Switch
        checked={change.isPending ? change.variables.keepsRuns === 1 : keepsRuns}
        busy={change.isPending}
        onChange={(isOn) => change.mutate({ keepsRuns: isOn ? 1 : 0 })}
      >
        {t('label')}
      </Switch>
      <p className="hint">{t('hint')}</p>
    </div>
  )
}
