type Style = 'bold' | 'faint'

const codes: Record<Style, [string, string]> = {
  bold: ['\u001B[1m', '\u001B[22m'],
  faint: ['\u001B[2m', '\u001B[22m'],
}

/** Whether a stream is a terminal with styles, and NO_COLOR is unset. */
export function hasStyles(stream: NodeJS.WriteStream, environment: NodeJS.ProcessEnv): boolean {
  return stream.isTTY && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb'
}

/** Returns a function that styles texts, or leaves them unchanged. */
export function styler(isOn: boolean): (style: Style, text: string) => string {
  return (style, text) => (isOn && text !== '' ? codes[style].join(text) : text)
}
