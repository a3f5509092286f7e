/** The command line, as a client of the authorization server that needs no registration. */
export const commandLineId = 'promptshelf'

/** The browser extension, in the same way. */
export const extensionId = 'promptshelf-extension'

/** The field in which the command line names its computer, and the extension its browser, when they ask for access. */
export const deviceNameField = 'device_name'

/** The addresses of the authorization server. */
export const oauthPaths = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  device: '/oauth/device',
} as const
