// Waits until Mastra reports a change of the server's prompts. Arguments: the address and the token.
import { MCPClient } from '@mastra/mcp'

const [url, token] = process.argv.slice(2)
const headers = { Authorization: `Bearer ${token}` }
const server = { url: new URL(url), requestInit: { headers } }
const client = new MCPClient({ servers: { promptshelf: server } })
const changed = Promise.withResolvers()
await client.prompts.onListChanged('promptshelf', changed.resolve)
let count = 0
// It does not report when it has opened its stream.
const timer = setInterval(() => {
  const prompt = { name: 'New', color: '4ECDC4', prompt: 'x', shortName: `new-${count++}` }
  const request = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } }
  const address = new URL('/api/prompts/create', url)
  fetch(address, { ...request, body: JSON.stringify(prompt) }).catch(changed.reject)
}, 500)
await changed.promise
clearInterval(timer)
const { promptshelf: prompts } = await client.prompts.list()
console.log(prompts.map(({ name }) => name).join(' '))
await client.disconnect()
