import { useState, type ComponentType } from 'react'
import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { kindOf, kinds, type SettingField, type VariableKind } from '#contract/variables/kinds.ts'
import {
  decimalMark,
  readNumber,
  writeNumber,
  type DecimalMark,
} from '#contract/variables/numbers.ts'
import type { VariableSetting } from '#contract/variables/variable-settings.ts'
import { textOf } from '#contract/variables/fill-in.ts'
import { languages } from '#languages/languages.ts'
import { useLanguage } from '#web/ui/messages/messages-provider.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Select } from '#web/ui/controls/select.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import { Labelled } from './labelled.tsx'
import { OptionsField } from './options-field.tsx'
import { settingProblem, typedNumber, withField } from './setting-edits.ts'
import styles from './settings.module.css'
import { rowsOf } from '#web/ui/browser/rows-of.ts'

type KindFieldsProps = {
  setting: VariableSetting
  /** Whether a save was rejected. Before that, untouched fields show no errors. */
  isRefused: boolean
  onChange: (setting: VariableSetting) => void
}
type SetField = <Name extends SettingField>(
  field: Name,
  value: VariableSetting[Name] | undefined,
) => void
type FieldsProps = {
  setting: VariableSetting
  isRefused: boolean
  isMore: boolean
  set: SetField
  errorAt: (field: string) => string | undefined
}

const fields: Record<VariableKind, ComponentType<FieldsProps>> = {
  text: (props) => <TextSetting {...props} field="default" />,
  long: (props) => <TextSetting {...props} field="default" rows={3} />,
  choice: ChoiceFields,
  number: NumberFields,
  date: DateFields,
  switch: SwitchFields,
  literal: LiteralNote,
}

/** Rarely used fields, in the order shown. */
const moreFields = ['step', 'format', 'whenEmpty', 'help', 'required'] as const

/** Shows only the fields that a kind uses, and initially only those that most variables need. */
export function KindFields({ setting, isRefused, onChange }: KindFieldsProps) {
  const t = useTranslations('editor.settings')
  const mark = useDecimalMark()
  const kind = kindOf(setting)
  const Fields = fields[kind]
  const problem = settingProblem(setting)
  const errorAt = (field: string) =>
    problem?.field === field ? t(`problems.${problem.problem}`, boundsOf(setting, mark)) : undefined
  const set: SetField = (field, value) => onChange(withField(setting, field, value))
  const more = moreFields.filter((field) => kinds[kind].fields.includes(field))
  const [isOpened, setOpened] = useState(
    () =>
      more.some((field) => setting[field] !== undefined) ||
      (setting.options?.some(({ label }) => label) ?? false),
  )
  const isMore = isOpened || more.some((field) => field === problem?.field)
  const shared = { setting, isRefused, isMore, set, errorAt }
  return (
    <>
      <Fields {...shared} />
      {more.length > 0 && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={isMore}
          onClick={() => setOpened(!isMore)}
        >
          {t('more')}
          <ChevronDown size={16} />
        </button>
      )}
      {isMore && <MoreFields {...shared} fields={more} />}
    </>
  )
}

function MoreFields({ fields, ...props }: FieldsProps & { fields: readonly SettingField[] }) {
  const t = useTranslations('editor.settings')
  const { setting, set } = props
  return (
    <>
      <div className={styles.pair}>
        {fields.includes('step') && <NumberSetting {...props} field="step" />}
        {fields.includes('format') && <DateFormat {...props} />}
        {fields.includes('whenEmpty') && <WhenEmpty {...props} />}
      </div>
      {fields.includes('help') && <TextSetting {...props} field="help" />}
      {fields.includes('required') && (
        <Switch
          checked={setting.required === true}
          onChange={(on) => set('required', on || undefined)}
        >
          {t('required')}
        </Switch>
      )}
    </>
  )
}

function ChoiceFields(props: FieldsProps) {
  const t = useTranslations('editor.settings')
  const { setting, isRefused, isMore, set, errorAt } = props
  return (
    <>
      <OptionsField
        hasLabels={isMore}
        options={setting.options ?? []}
        error={isRefused || setting.options ? errorAt('options') : undefined}
        onChange={(options) => set('options', options)}
      />
      <Switch checked={setting.open === true} onChange={(on) => set('open', on || undefined)}>
        {t('open')}
      </Switch>
      <DefaultOption
        setting={setting}
        error={errorAt('default')}
        onChange={(value) => set('default', value)}
      />
    </>
  )
}

function NumberFields(props: FieldsProps) {
  const t = useTranslations('editor.settings')
  const mark = useDecimalMark()
  const { setting, set, errorAt } = props
  return (
    <div className={styles.numbers}>
      <NumberSetting {...props} field="min" />
      <NumberSetting {...props} field="max" />
      <NumberField
        label={t('default')}
        value={setting.default}
        error={errorAt('default')}
        onChange={(typed) => set('default', readNumber(typed, mark) ?? (typed.trim() || undefined))}
      />
    </div>
  )
}

type NumberSettingProps = FieldsProps & { field: 'min' | 'max' | 'step' }

function NumberSetting({ setting, set, errorAt, field }: NumberSettingProps) {
  const t = useTranslations('editor.settings')
  const mark = useDecimalMark()
  return (
    <NumberField
      label={t(field)}
      value={Number.isFinite(setting[field]) ? String(setting[field]) : ''}
      error={errorAt(field)}
      onChange={(typed) => set(field, typedNumber(typed, mark))}
    />
  )
}

function SwitchFields(props: FieldsProps) {
  const t = useTranslations('editor.settings')
  return (
    <>
      <TextSetting {...props} field="on" rows={2} />
      <TextSetting {...props} field="off" />
      <Switch
        checked={props.setting.default === 'on'}
        onChange={(isOn) => props.set('default', isOn ? 'on' : undefined)}
      >
        {t('beginsOn')}
      </Switch>
    </>
  )
}

function LiteralNote() {
  const t = useTranslations('editor.settings')
  return <p className="text-14 quiet">{t('literalNote')}</p>
}

type TextSettingProps = FieldsProps & {
  field: 'default' | 'help' | 'on' | 'off'
  rows?: number
}

function TextSetting({ setting, set, errorAt, field, rows = 1 }: TextSettingProps) {
  const t = useTranslations('editor.settings')
  return (
    <Labelled label={t(field)} error={errorAt(field)}>
      {(ties) => (
        <textarea
          {...ties}
          rows={rowsOf(setting[field] ?? '', rows)}
          dir="auto"
          className={classNames(ties.className, styles.growing)}
          value={setting[field] ?? ''}
          onChange={(event) => set(field, event.target.value || undefined)}
        />
      )}
    </Labelled>
  )
}

function WhenEmpty({ setting, set }: FieldsProps) {
  const t = useTranslations('editor.settings')
  return (
    <Labelled label={t('whenEmpty')}>
      {(ties) => (
        <Select
          {...ties}
          value={setting.whenEmpty === 'nothing' ? 'nothing' : 'braces'}
          onChange={({ target: { value } }) =>
            set('whenEmpty', value === 'nothing' ? value : undefined)
          }
        >
          <option value="braces">{t('keepBraces', { name: setting.name })}</option>
          <option value="nothing">{t('leaveOut')}</option>
        </Select>
      )}
    </Labelled>
  )
}

function boundsOf({ min = 0, max = 0, step = 1 }: VariableSetting, mark: DecimalMark) {
  const written = (number: number) => writeNumber(String(number), mark)
  return { min: written(min), max: written(max), step: written(step) }
}

function useDecimalMark(): DecimalMark {
  return decimalMark(languages[useLanguage()].locale)
}

type DefaultOptionProps = {
  setting: VariableSetting
  error: string | undefined
  onChange: (value: string | undefined) => void
}

function DefaultOption({ setting, error, onChange }: DefaultOptionProps) {
  const t = useTranslations('editor.settings')
  const { options = [], default: start = '' } = setting
  const offered = options.filter(({ value }) => value !== '')
  const isOffered = start === '' || offered.some(({ value }) => value === start)
  return (
    <Labelled label={t('default')} error={error}>
      {(ties) => (
        <Select
          {...ties}
          value={start}
          onChange={(event) => onChange(event.target.value || undefined)}
        >
          <option value="">{t('noDefault')}</option>
          {offered.map(({ value, label }, at) => (
            // oxlint-disable-next-line react/no-array-index-key
            <option key={at} value={value}>
              {label || value}
            </option>
          ))}
          {!isOffered && <option value={start}>{start}</option>}
        </Select>
      )}
    </Labelled>
  )
}

type NumberFieldProps = {
  label: string
  value: string | undefined
  error: string | undefined
  onChange: (typed: string) => void
}

/** A text field: a native number field would discard input that is not a number. */
function NumberField({ label, value = '', error, onChange }: NumberFieldProps) {
  const mark = useDecimalMark()
  const [typed, setTyped] = useState(() => writeNumber(value, mark))
  return (
    <Labelled label={label} error={error}>
      {(ties) => (
        <input
          {...ties}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            onChange(event.target.value)
          }}
        />
      )}
    </Labelled>
  )
}

function DateFields({ setting, set }: FieldsProps) {
  const t = useTranslations('editor.settings')
  const [today] = useState(() => new Date().toLocaleDateString('sv'))
  const { default: start = 'today' } = setting
  const initial = start === 'today' ? 'today' : start === '' ? 'empty' : 'date'
  return (
    <div className={styles.pair}>
      <Labelled label={t('default')}>
        {(ties) => (
          <Select
            {...ties}
            value={initial}
            onChange={({ target: { value } }) =>
              set('default', value === 'today' ? undefined : value === 'empty' ? '' : today)
            }
          >
            <option value="today">{t('today')}</option>
            <option value="empty">{t('noDefault')}</option>
            <option value="date">{t('aDate')}</option>
          </Select>
        )}
      </Labelled>
      {initial === 'date' && (
        <Labelled label={t('date')}>
          {(ties) => (
            <input
              {...ties}
              type="date"
              // Uncontrolled, because it has no value while it is being typed.
              defaultValue={start}
              onChange={(event) => event.target.value && set('default', event.target.value)}
            />
          )}
        </Labelled>
      )}
    </div>
  )
}

function DateFormat({ setting: { format }, set }: FieldsProps) {
  const t = useTranslations('editor.settings')
  const { locale } = languages[useLanguage()]
  const [today] = useState(() => new Date().toLocaleDateString('sv'))
  const written = (format: string | undefined) =>
    textOf({ name: '', kind: 'date', ...(format && { format }) }, today, { locale, today }) ?? ''
  return (
    <Labelled label={t('format')}>
      {(ties) => (
        <Select
          {...ties}
          value={format ?? ''}
          onChange={(event) => set('format', event.target.value || undefined)}
        >
          <option value="">{t('formatWords', { example: written(undefined) })}</option>
          <option value="iso">{t('formatIso', { example: written('iso') })}</option>
          {format !== undefined && format !== 'iso' && <option value={format}>{format}</option>}
        </Select>
      )}
    </Labelled>
  )
}
