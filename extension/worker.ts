import { extensionApi } from './browser/extension-api.ts'
import { keepSelection } from './saving/kept-selection.ts'

const { contextMenus, i18n, runtime, tabs } = extensionApi

runtime.onInstalled.addListener(() => {
  void contextMenus.removeAll().then(() => {
    contextMenus.create({ id: 'save', title: i18n.getMessage('save'), contexts: ['selection'] })
  })
})

contextMenus.onClicked.addListener(({ selectionText = '' }, tab) => {
  void keepSelection(selectionText, tab).then((key) =>
    tabs.create({ url: runtime.getURL(`save.html?key=${key}`) }),
  )
})
