// A local replacement for Google, which logs everyone in as the same person.
import { startOpenIdProvider } from '#tests/support/servers/openid-provider.ts'

const [origin = '', port = ''] = process.argv.slice(2)
const provider = await startOpenIdProvider(origin, Number(port))
provider.person = { subject: 'ada', email: 'ada@example.com', isVerified: true }
