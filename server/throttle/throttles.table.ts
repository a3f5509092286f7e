/** How much of what a throttle allows has been used: full again at `spent_until`. */
export type ThrottleTable = {
  key: string
  spent_until: number
}
