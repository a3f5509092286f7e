import { buildClient } from '#scripts/prepare.mjs'

/** Builds the client unless that is up to date, so that no journey tests an old one. */
export default function setUp(): void {
  buildClient()
}
