/** Leases on work that one server at a time does, by its name. */
export type LeaseTable = { name: string; expires_at: number }
