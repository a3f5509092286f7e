/** An answer that is JSON text already. */
export class Serialized {
  readonly json: string

  constructor(json: string) {
    this.json = json
  }
}
