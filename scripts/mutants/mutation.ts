/**
 * A mutation that breaks a security guarantee: in `file`, the only occurrence of `from` becomes `to`. At least one
 * test in the file or folder `test` whose name matches the pattern `named` must then fail.
 */
export type Mutation = {
  what: string
  file: string
  from: string
  to: string
  test: string
  named: string
}
