/** Thrown by a screen that is not there; `hint` is the key of the text that says what may have become of it. */
export class NotFound extends Error {
  readonly hint: 'resetLink'

  constructor(hint: NotFound['hint']) {
    super('Not found')
    this.hint = hint
  }
}
