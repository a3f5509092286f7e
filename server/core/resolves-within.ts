/** Whether a promise resolves within a time. */
export async function resolvesWithin(
  milliseconds: number,
  change: Promise<void>,
): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false)
  })
  const came = await Promise.race([change.then(() => true), silence])
  clearTimeout(timer)
  return came
}
