import about from '#cli/package/package.json' with { type: 'json' }

export const { version } = about
