/** How long the object URL stays valid, so that the browser can start the download. */
const urlLifetimeMs = 60_000

/** Saves a file as a download. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), urlLifetimeMs)
}
