/** The state of a throttle for one subject. All attempts are available again at `spent_until`. */
export type ThrottleTable = {
  key: string
  spent_until: number
}
