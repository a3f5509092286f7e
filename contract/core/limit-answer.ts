/** Passes on at most this many bytes of an answer, and then fails. */
export function limitAnswer({ body, status, headers }: Response, longest: number): Response {
  let size = 0
  const limit = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      size += chunk.length
      if (size > longest) controller.error(new Error('EMSGSIZE'))
      else controller.enqueue(chunk)
    },
  })
  return new Response(body?.pipeThrough(limit) ?? null, { status, headers })
}
