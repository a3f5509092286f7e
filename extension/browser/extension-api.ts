/** The parts of the browsers' extension API that this program uses. */
type ExtensionApi = {
  contextMenus: {
    create: (menu: { id: string; title: string; contexts: string[] }) => void
    removeAll: () => Promise<void>
    onClicked: Event<(info: { selectionText?: string }, tab?: Tab) => void>
  }
  i18n: { getMessage: (name: string) => string }
  permissions: {
    request: (asked: { origins: string[] }) => Promise<boolean>
    remove: (asked: { origins: string[] }) => Promise<boolean>
  }
  runtime: {
    getURL: (path: string) => string
    openOptionsPage: () => Promise<void>
    onInstalled: Event<() => void>
  }
  scripting: {
    executeScript: <Args extends unknown[], Result>(
      injection: { target: { tabId: number } } & (
        | { files: string[] }
        | { func: (...args: Args) => Result; args?: Args }
      ),
    ) => Promise<{ result?: Awaited<Result> }[]>
  }
  storage: { local: StorageArea; session: StorageArea }
  tabs: {
    create: (tab: { url: string }) => Promise<Tab>
    query: (asked: { active: true; currentWindow: true }) => Promise<Tab[]>
  }
}

type Event<Listener> = { addListener: (listener: Listener) => void }
export type Tab = { id?: number; title?: string; url?: string }
type StorageArea = {
  get: (key: string) => Promise<Record<string, unknown>>
  set: (items: Record<string, unknown>) => Promise<void>
  remove: (key: string) => Promise<void>
  clear: () => Promise<void>
}

const { browser, chrome } = globalThis as { browser?: ExtensionApi; chrome?: ExtensionApi }

/** Firefox calls it `browser`; with this manifest version, Chromium's returns promises, too. */
export const extensionApi = (browser ?? chrome) as ExtensionApi
