import type { Messages } from '#web/ui/messages/messages.ts'

type Texts = Messages['apps']['tools']
export type ToolId = keyof Texts['names']
/** The AI tools that have their own steps. */
export const tools: readonly ToolId[] = [
  'claudeCode',
  'claude',
  'chatGpt',
  'vsCode',
  'cursor',
  'codex',
  'openWebUi',
  'other',
  'withToken',
]

/** Whether its maker's servers make the connection, even for its app on the user's computer. */
export function comesFromInternet(tool: ToolId): boolean {
  return tool === 'claude' || tool === 'chatGpt'
}

export type Step = {
  text: Exclude<keyof Texts['steps'], 'open'>
  /** The text to copy in this step. */
  copy?: string
  /** A URL that opens the tool. */
  link?: string
}
type Steps = {
  steps: Step[]
  /** Replaces the first step on devices where its link does not work. */
  otherwise?: Step
  usage?: { text: keyof Texts['usage']; command?: string }
}

/** The steps to connect a tool, in order, and how to use it then. `url`: the URL of the MCP server. */
export function stepsOf(tool: ToolId, url: string): Steps {
  switch (tool) {
    case 'claudeCode':
      return {
        steps: [
          {
            text: 'addInTerminal',
            copy: `claude mcp add --transport http --scope user promptshelf ${url}`,
          },
          { text: 'logIn', copy: 'claude mcp login promptshelf' },
        ],
        usage: { text: 'commandsAsk', command: '/mcp__promptshelf__review' },
      }
    case 'claude':
      return {
        steps: [
          { text: 'addConnector' },
          { text: 'nameAndAddress', copy: url },
          { text: 'connectClaude' },
        ],
        usage: { text: 'claude' },
      }
    case 'chatGpt':
      return {
        steps: [
          { text: 'developerMode' },
          { text: 'createApp', copy: url },
          { text: 'allowChatGpt' },
        ],
        usage: { text: 'ask' },
      }
    case 'vsCode': {
      const server = encodeURIComponent(JSON.stringify({ name: 'promptshelf', type: 'http', url }))
      return {
        steps: [{ text: 'install', link: `vscode:mcp/install?${server}` }, { text: 'allow' }],
        otherwise: { text: 'addServer', copy: url },
        usage: { text: 'commands', command: '/mcp.promptshelf.review' },
      }
    }
    case 'cursor': {
      const query = new URLSearchParams({
        name: 'promptshelf',
        config: btoa(JSON.stringify({ url })),
      })
      return {
        steps: [
          { text: 'install', link: `cursor://anysphere.cursor-deeplink/mcp/install?${query}` },
          { text: 'allow' },
        ],
        otherwise: {
          text: 'cursorFile',
          copy: JSON.stringify({ mcpServers: { promptshelf: { url } } }, null, 2),
        },
        usage: { text: 'ask' },
      }
    }
    case 'codex':
      return {
        steps: [
          { text: 'addInTerminal', copy: `codex mcp add promptshelf --url ${url}` },
          { text: 'allow' },
        ],
        usage: { text: 'ask' },
      }
    case 'openWebUi':
      return {
        steps: [{ text: 'openWebUi', copy: url }, { text: 'openWebUiLogIn' }],
        usage: { text: 'ask' },
      }
    case 'other':
      return { steps: [{ text: 'anyTool', copy: url }] }
    case 'withToken':
      return {
        steps: [
          { text: 'makeToken' },
          { text: 'tokenAddress', copy: `${url}/token` },
          { text: 'header', copy: 'Authorization: Bearer TOKEN' },
        ],
      }
  }
}

/** Whether a URL looks reachable from the internet: a public host, with https. */
export function isOnInternet({
  protocol,
  hostname,
}: Pick<Location, 'protocol' | 'hostname'>): boolean {
  return protocol === 'https:' && !ofComputer.test(hostname) && !ofNetwork.test(hostname)
}

const ofComputer = /^localhost$|\.localhost$|^127\.|^\[::1\]$/
const ofNetwork =
  /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.\d|^\[f(?:[cd]|e[89ab])|\.(?:local|lan|internal|home\.arpa)$|^[^.:]+$/
