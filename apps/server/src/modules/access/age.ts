import type { SettingValues } from '@fanlight/contract/settings'
import type { AgeProof } from '../../platform/viewer.ts'

// What is kept from whom on account of their age. Pure: the door and what speaks for it to SQL ask here.

/** What a viewer may not see: nothing is kept from them, what is marked as adult, or everything that creators show. */
export type AgeScope = '' | 'marked' | 'all'

type Rules = Pick<
  SettingValues,
  'ageRule' | 'ageAssuredCountries' | 'ageDeclaredCountries' | 'ageOffCountries' | 'adultContent'
>
/** Nobody knows where a request comes from that has no country: the site's own rule counts. */
export function ageRuleFor(rules: Rules, country: string | null): SettingValues['ageRule'] {
  if (country === null) return rules.ageRule
  if (rules.ageAssuredCountries.includes(country)) return 'assured'
  if (rules.ageDeclaredCountries.includes(country)) return 'self_declared'
  return rules.ageOffCountries.includes(country) ? 'off' : rules.ageRule
}

export function ageScope(rules: Rules, { country, age }: { country: string | null; age: AgeProof }): AgeScope {
  if (age === 'assured') return ''
  const rule = ageRuleFor(rules, country)
  if (rule === 'off' || (rule === 'self_declared' && age === 'declared')) return ''
  return rules.adultContent === 'everything' ? 'all' : 'marked'
}

/** The better of two proofs: an account's and its browser's. */
export const betterProof = (one: AgeProof, other: AgeProof): AgeProof =>
  strength[one] >= strength[other] ? one : other
const strength: Record<AgeProof, number> = { none: 0, declared: 1, assured: 2 }

/** What an account `a` proves of its age. Staff and creators whose papers were reviewed are adults by what they showed then. */
export const ageProofSql = (account: string): string =>
  `CASE WHEN ${account}.role = 'admin' OR (${account}.role = 'performer' AND EXISTS (SELECT FROM performers q
      WHERE q.account_id = ${account}.id AND q.verification_status IN ('approved', 'expired'))) THEN 'assured'
    WHEN ${account}.age_proof_until > app_now() THEN ${account}.age_proof ELSE 'none' END`
