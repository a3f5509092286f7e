import { buildClient, requirePackages } from '#scripts/prepare.mjs'

/** Builds the client unless it is up to date, so that no journey tests an old one. */
export default function setUp(): void {
  requirePackages()
  buildClient()
}
