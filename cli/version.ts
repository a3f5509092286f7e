import about from './package/package.json' with { type: 'json' }

export const { version } = about
