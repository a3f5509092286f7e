/// <reference types="chrome" />

const { browser, chrome } = globalThis as { browser?: Api; chrome?: Api }

type Api = typeof globalThis.chrome

/** Firefox calls it `browser`; with this manifest version, Chromium's returns promises, too. */
export const extensionApi = (browser ?? chrome) as Api
