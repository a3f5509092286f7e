// Reads the server's tools with OpenAI's Agents, made strict, and uses a prompt. Arguments: the address and the token.
import { getAllMcpTools, MCPServerStreamableHttp } from '@openai/agents'

const [url, token] = process.argv.slice(2)
const requestInit = { headers: { Authorization: `Bearer ${token}` } }
const server = new MCPServerStreamableHttp({ url, requestInit, name: 'promptshelf' })
await server.connect()
const tools = await getAllMcpTools({ mcpServers: [server], convertSchemasToStrict: true })
console.log(tools.map(({ name }) => name).join(' '))
const input = { name: 'review', values: { language: 'Go', tone: 'warm' } }
console.log(JSON.stringify(await server.callTool('use_prompt', input)))
await server.close()
