import { extensionApi } from './browser/extension-api.ts'
import { keepSelection } from './saving/kept-selection.ts'

const { contextMenus, i18n, runtime, tabs } = extensionApi
const menuId = 'save'

runtime.onInstalled.addListener(() => {
  void contextMenus.removeAll().then(() => {
    contextMenus.create({ id: menuId, title: i18n.getMessage('save'), contexts: ['selection'] })
  })
})

contextMenus.onClicked.addListener(({ selectionText = '' }, tab) => {
  void keepSelection({
    text: selectionText,
    title: tab?.title ?? '',
    url: tab?.url ?? '',
    tabId: tab?.id,
  }).then((key) => tabs.create({ url: runtime.getURL(`save.html?key=${key}`) }))
})
