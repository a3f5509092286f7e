import type { App, ConnectRequest } from '#contract/accounts/apps.ts'
import type { Language } from '#languages/languages.ts'
import { textsOf } from '#tests/journeys/support/texts.ts'
import * as s from './steps.ts'

const request: ConnectRequest = {
  uid: 'request',
  kind: 'browser',
  isCommandLine: false,
  host: 'claude.ai',
  name: 'Claude',
  returnsTo: 'claude.ai',
  scopes: ['library:read', 'library:write'],
  expiresAt: s.momentIn(0.04),
  isKnown: false,
}
const fromTerminal = { kind: 'device', isCommandLine: true, host: null, name: 'laptop' }
const firstApp: App = {
  id: 'first',
  isCommandLine: false,
  host: 'claude.ai',
  name: 'Claude',
  scopes: ['library:read', 'library:write'],
  folder: { id: 'work', name: 'Work' },
  createdAt: s.momentIn(-40),
  expiresAt: s.momentIn(29),
  isRenewed: true,
  lastUsedOn: s.momentIn(-1).slice(0, 10),
}
/** Apps of every kind. */
const listed: App[] = [
  firstApp,
  {
    ...firstApp,
    id: 'second',
    isCommandLine: false,
    host: null,
    name: 'A helper for release notes, invoices and everything else of yours',
    scopes: ['library:read'],
    folder: null,
    isRenewed: false,
    lastUsedOn: null,
  },
  { ...firstApp, id: 'third', host: null, name: null, folder: { id: 'gone', name: null } },
]
const tools = ['claudeCode', 'claude', 'vsCode', 'cursor', 'withToken']

/** Connecting AI tools and other apps, in a language. */
export function connectScreensOf(language: Language): s.Screen[] {
  const { accounts, apps } = textsOf[language]
  const ask = (changes: Partial<ConnectRequest> = {}) => [
    s.answers('connect/describe', { ...request, ...changes }),
    s.to('/connect/request'),
  ]
  const askDevice = [s.to('/connect/device?user_code=wdjb-mjht'), s.press(apps.device.submit)]
  const openApps = [s.answers('apps/list', { apps: listed }), s.to('/profile')]
  const title = s.role('heading', { name: apps.tools.title })
  const toolScreens = tools.map((tool): [string, s.Step[]] => [
    `profile-ai-tools-${tool}`,
    [
      s.to('/profile'),
      s.press(apps.tools.connect),
      s.choose(s.role('combobox', { name: apps.tools.which }), tool),
      s.scrollTo(title, 'start'),
    ],
  ])
  return [
    ...s.screensFor('reader', {
      connect: [...ask(), s.see(s.button(apps.consent.allow))],
      'connect-unknown': [
        ...ask({
          isCommandLine: false,
          host: null,
          name: 'A helper for release notes, invoices and everything else <b>of yours</b>',
          returnsTo: 'an-editor-of-that-name:',
          isKnown: true,
        }),
        s.check(s.role('radio')),
      ],
      'connect-reading': [
        ...ask({ name: null, returnsTo: null, scopes: ['library:read'] }),
        s.choose(s.nth(-1, s.role('combobox')), apps.consent.year),
      ],
      'connect-proof': [
        s.showsProfile({ needsProof: true }),
        ...ask(),
        s.press(apps.consent.allow),
        s.seeDialog(),
      ],
      'connect-done': [
        s.answers('connect/refuse', { status: 'success', location: '#' }),
        ...ask({ returnsTo: 'cursor:' }),
        s.press(apps.consent.refuse),
        s.see(s.role('heading', { name: apps.consent.refused })),
      ],
      'connect-gone': [
        s.to('/connect/gone'),
        s.see(s.role('heading', { name: apps.consent.goneTitle })),
      ],
      'connect-device': [...askDevice, s.seeInvalid],
      'connect-device-asked': [
        s.answers('connect/device', { ...request, ...fromTerminal }),
        ...askDevice,
        s.see(s.button(apps.consent.allow)),
      ],
    }),
    ...s.screensFor('visitor', {
      'connect-logged-out': [s.to('/connect/gone'), s.see(s.role('status'))],
    }),
    ...s.screensFor('reader', {
      'profile-apps': [...openApps, s.scrollTo(title, 'center')],
      'end-app': [
        ...openApps,
        s.press(s.role('button', { name: accounts.access.end.app.button })),
        s.seeDialog(),
      ],
      ...Object.fromEntries(toolScreens),
      'profile-command-line': [
        s.to('/profile'),
        s.press(apps.commandLine.connect),
        s.scrollTo(s.css('#command-line'), 'start'),
      ],
      'profile-extension': [
        s.to('/profile'),
        s.press(apps.extension.connect),
        s.scrollTo(s.css('#extension'), 'start'),
      ],
    }),
  ]
}
