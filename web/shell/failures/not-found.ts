/** Thrown by a screen that does not exist; `hint` is the key of a text that can explain why. */
export class NotFound extends Error {
  readonly hint: 'resetLink'

  constructor(hint: NotFound['hint']) {
    super('Not found')
    this.hint = hint
  }
}
