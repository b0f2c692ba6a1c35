/** True where an account (with its performer) is closed to everybody but those who bought. */
export const closedSql = (account: string, performer: string): string =>
  `(${account}.status IN ('suspended', 'closing', 'closed') OR ${performer}.verification_status NOT IN ('approved', 'expired'))`
