import type { VerificationStatus } from '@fanlight/contract/accounts'

const ageMin = 18

/** For a birth date of 29 February, the date is 1 March in non-leap years: as text, 02-29 sorts just before it. */
const eighteenthBirthday = (born: string): string =>
  `${String(Number(born.slice(0, 4)) + ageMin).padStart(4, '0')}${born.slice(4)}`

export const isOfAge = (born: string, now: Date): boolean => eighteenthBirthday(born) <= now.toISOString().slice(0, 10)

const open = new Set<VerificationStatus>(['draft', 'more_info', 'rejected'])
/** As soon as identity documents are submitted for review, the birth date is fixed to the one in the documents. */
export const isBirthDateFixed = (status: VerificationStatus): boolean => !open.has(status)
