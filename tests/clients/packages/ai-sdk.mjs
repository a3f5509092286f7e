// Reads the server's tools and uses a prompt with the AI SDK. Arguments: the address and the token.
import { createMCPClient } from '@ai-sdk/mcp'

const [url, token] = process.argv.slice(2)
const headers = { Authorization: `Bearer ${token}` }
const client = await createMCPClient({ transport: { type: 'http', url, headers } })
const { use_prompt: tool } = await client.tools()
const input = { name: 'review', values: { language: 'Go', tone: 'warm' } }
console.log(JSON.stringify(await tool.execute(input, { messages: [], toolCallId: 'call' })))
await client.close()
