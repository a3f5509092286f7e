import { defaultLanguage } from '#languages/languages.ts'

export const extensionBrowsers = ['chrome', 'firefox'] as const

/** Only our own files run. The server's address is the user's choice. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  'connect-src https: http:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const icons = Object.fromEntries([16, 32, 48, 128].map((size) => [size, `icon-${size}.png`]))

/** The manifest of the extension for a browser. The texts are those of `_locales`. */
export function manifestFor(browser: (typeof extensionBrowsers)[number], version: string) {
  return {
    manifest_version: 3,
    name: '__MSG_name__',
    description: '__MSG_description__',
    version,
    default_locale: defaultLanguage,
    icons,
    action: { default_popup: 'popup.html', default_icon: icons, default_title: '__MSG_name__' },
    options_ui: { page: 'settings.html', open_in_tab: true },
    // Chromium itself uses Alt+Shift+P.
    commands: { _execute_action: { suggested_key: { default: 'Alt+Shift+L' } } },
    permissions: ['activeTab', 'scripting', 'storage', 'contextMenus'],
    // Only the address that the user enters is requested, once.
    optional_host_permissions: ['https://*/*', 'http://*/*'],
    content_security_policy: { extension_pages: policy },
    ...(browser === 'chrome'
      ? {
          background: { service_worker: 'worker.js', type: 'module' },
          minimum_chrome_version: '123',
        }
      : {
          background: { scripts: ['worker.js'], type: 'module' },
          browser_specific_settings: {
            gecko: { id: 'extension@promptshelf.invalid', strict_min_version: '128.0' },
          },
        }),
  }
}
