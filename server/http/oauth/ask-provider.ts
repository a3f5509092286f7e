import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Provider } from 'oidc-provider'

export type ProviderRequest = {
  method: 'GET' | 'POST'
  /** With the query. */
  url: string
  headers: Record<string, string>
  body: Buffer
}

export type ProviderAnswer = {
  status: number
  headers: Record<string, number | string | string[] | undefined>
  body: string
}

/** Lets the provider answer a request that is complete, without its connection. */
export function askProvider(
  provider: Provider,
  { method, url, headers, body }: ProviderRequest,
): Promise<ProviderAnswer> {
  const request = new IncomingMessage(new Socket())
  Object.assign(request, { method, url, headers, complete: true })
  request.push(body)
  request.push(null)
  const response = new ServerResponse(request)
  const answered = Promise.withResolvers<ProviderAnswer>()
  response.end = (chunk?: unknown) => {
    answered.resolve({
      status: response.statusCode,
      headers: response.getHeaders(),
      body: typeof chunk === 'string' || Buffer.isBuffer(chunk) ? chunk.toString() : '',
    })
    return response
  }
  provider.callback()(request, response).catch(answered.reject)
  return answered.promise
}
