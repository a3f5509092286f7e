/** Leases on work for one server at a time, by its name. */
export type LeaseTable = { name: string; expires_at: number }
