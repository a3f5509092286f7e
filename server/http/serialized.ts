/** An answer that is JSON already, because it was stored so. */
export class Serialized {
  readonly json: string

  constructor(json: string) {
    this.json = json
  }
}
