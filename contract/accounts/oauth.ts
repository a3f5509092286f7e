/** The command line, as a client of the authorization server that needs no registration. */
export const commandLineId = 'promptshelf'

/** The field in which the command line names its computer when it asks for access. */
export const deviceNameField = 'device_name'

/** The addresses of the authorization server. */
export const oauthPaths = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  device: '/oauth/device',
} as const
