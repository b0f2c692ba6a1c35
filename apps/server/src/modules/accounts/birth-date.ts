import type { VerificationStatus } from '@fanlight/contract/accounts'

const ageMin = 18

/** Somebody born on 29 February comes of age on 1 March in other years: as text, 02-29 sorts just before it. */
const eighteenthBirthday = (born: string): string =>
  `${String(Number(born.slice(0, 4)) + ageMin).padStart(4, '0')}${born.slice(4)}`

export const isOfAge = (born: string, now: Date): boolean => eighteenthBirthday(born) <= now.toISOString().slice(0, 10)

const open = new Set<VerificationStatus>(['draft', 'more_info', 'rejected'])
/** From the moment that papers wait for their reviewer, a birth date is what the papers say. */
export const isBirthDateFixed = (status: VerificationStatus): boolean => !open.has(status)
