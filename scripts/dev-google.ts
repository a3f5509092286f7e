// A sign-in with Google to try the button with: whoever comes is let in as the same person.
import { startOpenIdProvider } from '#tests/support/openid-provider.ts'

const [origin = '', port = ''] = process.argv.slice(2)
const provider = await startOpenIdProvider(origin, Number(port))
provider.person = { subject: 'somebody', email: 'somebody@example.com', isVerified: true }
