/** A time in a file's name, such as 20261123T030000Z. */
export function toStamp(time: Date): string {
  return time.toISOString().replaceAll(/[-:]|\.\d+/g, '')
}

/** The name of a scheduled backup. */
export function nameBackup(time: Date, isEncrypted: boolean): string {
  return `promptshelf-${toStamp(time)}.sqlite${isEncrypted ? '.age' : ''}`
}

const backupName = /^promptshelf-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.sqlite(?:\.age)?$/

/** When a scheduled backup began, in milliseconds since 1970; undefined if the file is not one. */
export function timeOfBackup(name: string): number | undefined {
  const [, year, month, day, hour, minute, second] = backupName.exec(name) ?? []
  if (year === undefined) return undefined
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/** The scheduled backups among the files of a directory, newest first. */
export function sortBackups(names: readonly string[]): string[] {
  return names
    .filter((name) => timeOfBackup(name) !== undefined)
    .toSorted((one, other) => (timeOfBackup(other) ?? 0) - (timeOfBackup(one) ?? 0))
}
