import { expect, it } from 'vitest'
import { extensionBrowsers, manifestFor } from './manifest.ts'

it.each(extensionBrowsers)('For %s, the extension has no access before a press', (browser) => {
  const manifest = manifestFor(browser, '1.0.0')
  expect(manifest.permissions).toEqual(['activeTab', 'scripting', 'storage', 'contextMenus'])
  expect(manifest.optional_host_permissions).toEqual(['https://*/*', 'http://*/*'])
  for (const key of ['host_permissions', 'content_scripts', 'web_accessible_resources']) {
    expect(manifest).not.toHaveProperty(key)
  }
})
