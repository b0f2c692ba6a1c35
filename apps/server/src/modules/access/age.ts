import type { SettingValues } from '@fanlight/contract/settings'
import type { AgeAssurance } from '../../platform/viewer.ts'

// What is hidden from a viewer because of their age. Pure functions, used by the access policy and its SQL counterpart.

/** What is hidden from a viewer because of age: nothing, content marked as adult, or everything that creators publish. */
export type AgeScope = '' | 'marked' | 'all'

type Rules = Pick<
  SettingValues,
  'ageRule' | 'ageAssuredCountries' | 'ageDeclaredCountries' | 'ageOffCountries' | 'adultContent'
>
/** A request without a country has an unknown origin: the site-wide rule applies. */
export function ageRuleFor(rules: Rules, country: string | null): SettingValues['ageRule'] {
  if (country === null) return rules.ageRule
  if (rules.ageAssuredCountries.includes(country)) return 'assured'
  if (rules.ageDeclaredCountries.includes(country)) return 'self_declared'
  return rules.ageOffCountries.includes(country) ? 'off' : rules.ageRule
}

export function ageScope(rules: Rules, { country, age }: { country: string | null; age: AgeAssurance }): AgeScope {
  if (age === 'assured') return ''
  const rule = ageRuleFor(rules, country)
  if (rule === 'off' || (rule === 'self_declared' && age === 'declared')) return ''
  return rules.adultContent === 'everything' ? 'all' : 'marked'
}

/** The stronger of two age assurances: the account's and its browser's. */
export const strongerAgeAssurance = (first: AgeAssurance, second: AgeAssurance): AgeAssurance =>
  strength[first] >= strength[second] ? first : second
const strength: Record<AgeAssurance, number> = { none: 0, declared: 1, assured: 2 }

/** The age assurance of an account `a`. Staff are assured, and creators whose documents were reviewed. */
export const ageAssuranceSql = (account: string): string =>
  `CASE WHEN ${account}.role = 'admin' OR (${account}.role = 'performer' AND EXISTS (SELECT FROM performers q
      WHERE q.account_id = ${account}.id AND q.verification_status IN ('approved', 'expired'))) THEN 'assured'
    WHEN ${account}.age_assurance_until > app_now() THEN ${account}.age_assurance ELSE 'none' END`
