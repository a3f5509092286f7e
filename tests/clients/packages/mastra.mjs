// Reads the server's tools and uses a prompt with Mastra. Arguments: the address and the token.
import { MCPClient } from '@mastra/mcp'

const [url, token] = process.argv.slice(2)
const requestInit = { headers: { Authorization: `Bearer ${token}` } }
const client = new MCPClient({ servers: { promptshelf: { url: new URL(url), requestInit } } })
const { promptshelf_use_prompt: tool } = await client.listTools()
const input = { name: 'review', values: { language: 'Go', tone: 'warm' } }
console.log(JSON.stringify(await tool.execute(input, {})))
await client.disconnect()
