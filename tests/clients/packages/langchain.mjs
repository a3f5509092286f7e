// Reads the server's tools and uses a prompt with LangChain's adapters. Arguments: the address and the token.
import { MultiServerMCPClient } from '@langchain/mcp-adapters'

const [url, token] = process.argv.slice(2)
const headers = { Authorization: `Bearer ${token}` }
const client = new MultiServerMCPClient({
  mcpServers: { promptshelf: { transport: 'http', url, headers } },
})
const tools = await client.getTools()
const tool = tools.find(({ name }) => name === 'use_prompt')
console.log(await tool.invoke({ name: 'review', values: { language: 'Go', tone: 'warm' } }))
await client.close()
