/// <reference types="chrome" />

/** Firefox calls it `browser`; with this manifest version, Chromium's returns promises, too. */
export const extensionApi = (globalThis as { browser?: typeof chrome }).browser ?? chrome
