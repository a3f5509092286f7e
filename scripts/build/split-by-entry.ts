import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

type Modules = Pick<Rolldown.PluginContext, 'getModuleInfo'>
type Graph = ReadonlySet<string>
type Graphs = ReturnType<typeof readGraphs>

const root = join(import.meta.dirname, '../..')
/** The document with the router, and its most visited screen. */
const app = join(root, 'web/entries/app/main.tsx')
const firstScreen = join(root, 'web/screens/library/library-screen.tsx')
/** Modules that the library fetches once it is on screen. */
const later = [
  'web/shell/commands/all-dialogs.ts',
  'web/screens/library/interaction/card-tools.tsx',
  'web/shell/shelf/sidebar-parts.ts',
].map((file) => join(root, file))
/** The copy of the library, which the first screen shows. */
const copy = join(root, 'web/library/copy/follow-library.ts')
/** The samples, which a new library fetches at once. */
const starter = join(root, 'web/prompts/starter/first-steps.tsx')
/** The largest screen, which shares much with them and with other screens. */
const profile = join(root, 'web/screens/profile/profile-screen.tsx')
/** Screens of visitors, which share some of both. */
const visitorScreens = ['login', 'register', 'reset-password', 'verify-email'].map((name) =>
  join(root, `web/screens/${name}/${name}-screen.tsx`),
)
/** The documents without the router. */
const documents = ['landing', 'shared-prompt'].map((name) =>
  join(root, `web/entries/${name}/main.tsx`),
)
/** Modules that these must not load: any page that loads the router starts it. */
const appOnly =
  /\/node_modules\/(react-router|@tanstack|zod)\/|\/web\/(entries\/app|shell\/(commands|layouts))\//
/** Styles of the first screen and its main dialogs: Vite does not retry a stylesheet that failed to load. */
const firstStyles =
  /\/web\/(?!ui\/(?:tree|controls\/(?:color-picker|popover-button))|library\/(?:difference|dragging|moving|selection)|prompts\/(?:editor\/settings|runs|short-name|starter|values|versions))(api|library|prompts|screens\/library|shell\/commands|ui)\/.*\.module\.css$/

/**
 * Chunks by the graphs that contain a module. `react` changes more rarely than the rest, and is evaluated in a separate
 * task. `base` is what a document without the router shares with the first load
 * of the app; `app` is the rest of what the app always needs, and what its first screen shares with others. Both are
 * closed under imports, and `base` is filled first, so it can never import `app`. `later` is loaded once the library is
 * on screen: one file and its texts, instead of forty that each cost a request. `starter` is the part of it that a new
 * library needs at once, `accounts` is what visitors' screens share with both and with the profile. `common` is what the
 * profile shares with `later`, and `sign-in` what it shares with other screens: without them, it would load all of
 * `later`, and twenty small files. `copy` reads the copy of the library, before any of these; `base` has what it
 * shares with documents. `icons` are those that only later code shows. Everything else is left to rolldown.
 */
export function splitByEntry() {
  let graphs: Graphs | undefined
  const group = (
    name: string,
    priority: number,
    isMember: (id: string, graphs: Graphs) => boolean,
  ) => ({
    debugName: name,
    priority,
    name: (id: string, modules: Modules) =>
      isMember(id, (graphs ??= readGraphs(modules))) ? name : null,
  })
  return {
    groups: [
      { name: 'react', priority: 5, test: /\/node_modules\/(react|react-dom|scheduler)\// },
      group('base', 4, isShared),
      group('packages', 3, (id, graphs) => id.includes('/node_modules/') && isOfApp(id, graphs)),
      group('app', 2, isOfApp),
      group('copy', 2, isOfCopy),
      group('parts', 2, isLaterShared),
      group('accounts', 2, isOfVisitors),
      group('starter', 1, isOfStarter),
      group('common', 1, isCommon),
      group('sign-in', 1, isOfSignIn),
      group('later', 0, isLater),
      group('icons', 0, isLaterIcon),
    ],
  }
}

function isOfCopy(id: string, { app, firstScreen, copy, documents }: Graphs): boolean {
  if (app.has(id) || firstScreen.has(id) || countWith(id, documents) > 0) return false
  return copy.has(id)
}

function isOfStarter(id: string, { app, firstScreen, starter, documents }: Graphs): boolean {
  if (!id.startsWith(join(root, 'web/'))) return false
  if (app.has(id) || firstScreen.has(id) || countWith(id, documents) > 0) return false
  return starter.has(id)
}

function isLater(id: string, { app, firstScreen, later, documents }: Graphs): boolean {
  if (!id.startsWith(join(root, 'web/'))) return false
  if (app.has(id) || firstScreen.has(id) || countWith(id, documents) > 0) return false
  return countWith(id, later) > 0
}

/** Its modules that other documents use, too: a group includes the imports of its members. */
function isLaterShared(
  id: string,
  { app, firstScreen, later, starter, profile, documents }: Graphs,
): boolean {
  if (app.has(id) || firstScreen.has(id)) return false
  if (!id.startsWith(join(root, 'web/')) && !isIcon(id)) return false
  return countWith(id, documents) > 0 && countWith(id, [...later, starter, profile]) > 0
}

function isOfVisitors(
  id: string,
  { app, firstScreen, later, starter, profile, visitors }: Graphs,
): boolean {
  if (app.has(id) || firstScreen.has(id)) return false
  return countWith(id, [...later, starter, profile]) > 0 && countWith(id, visitors) > 0
}

function isCommon(id: string, { app, firstScreen, profile, later, documents }: Graphs): boolean {
  if (app.has(id) || firstScreen.has(id) || countWith(id, documents) > 0) return false
  return profile.has(id) && countWith(id, later) > 0
}

function isOfSignIn(
  id: string,
  { app, firstScreen, profile, later, documents, screens }: Graphs,
): boolean {
  if (app.has(id) || firstScreen.has(id) || countWith(id, [...later, ...documents]) > 0)
    return false
  return profile.has(id) && countWith(id, screens) > 1
}

function isLaterIcon(id: string, { documents }: Graphs): boolean {
  return isIcon(id) && countWith(id, documents) === 0
}

function isIcon(id: string): boolean {
  return id.includes('/lucide-react/')
}

function isShared(id: string, { app, firstScreen, copy, documents }: Graphs): boolean {
  // Toasts are on all documents, and share an icon with the app.
  if (isIcon(id) && (app.has(id) || firstScreen.has(id))) return true
  return countWith(id, documents) > 0 && countWith(id, [app, firstScreen, copy]) > 0
}

function isOfApp(id: string, { app, firstScreen, screens, documents }: Graphs): boolean {
  if (app.has(id) || (firstScreen.has(id) && countWith(id, screens) > 1)) return true
  return firstStyles.test(id) && countWith(id, documents) === 0
}

function countWith(id: string, graphs: Graph[]): number {
  return graphs.filter((graph) => graph.has(id)).length
}

function readGraphs(modules: Modules) {
  const screenIds = new Set<string>()
  const reach = (start: string): Graph => {
    const reached = new Set([start])
    for (const id of reached) {
      const info = modules.getModuleInfo(id)
      for (const imported of info?.importedIds ?? []) reached.add(imported)
      for (const lazy of info?.dynamicallyImportedIds ?? []) screenIds.add(lazy)
    }
    return reached
  }
  const appGraph = reach(app)
  // Grows during the loop: a screen has its own lazy parts.
  const screens: Graph[] = []
  for (const id of screenIds) screens.push(reach(id))
  return {
    app: appGraph,
    screens,
    firstScreen: reach(firstScreen),
    later: later.map(reach),
    visitors: visitorScreens.map(reach),
    copy: reach(copy),
    starter: reach(starter),
    profile: reach(profile),
    documents: documents.map(reach),
  }
}

/** Fails the build when a document without the router loads code of the app. */
export function checkEntryGraphs(): Plugin {
  return {
    name: 'check-entry-graphs',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      for (const document of documents) {
        const loaded = new Set(chunks.filter(({ moduleIds }) => moduleIds.includes(document)))
        if (loaded.size === 0) throw new Error(`The build has no ${document}.`)
        for (const { imports } of loaded) {
          for (const chunk of chunks) if (imports.includes(chunk.fileName)) loaded.add(chunk)
        }
        for (const { fileName, moduleIds } of loaded) {
          const stray = moduleIds.find((id) => appOnly.test(id))
          if (stray) this.error(`${document} must not load ${stray} (in ${fileName}).`)
        }
      }
    },
  }
}
