// How a bank account is written in each country. Known to the form, so that it requests what there is, and to the server, which checks.

/** Countries whose accounts are named by an IBAN (registry of ISO 13616). A test holds it to the library that checks them. */
export const ibanCountries: readonly string[] =
  'AD AE AL AT AX AZ BA BE BG BH BR BY CH CR CY CZ DE DK DO EE EG ES FI FO FR GB GE GF GI GL GP GR GT HR HU IE IL IQ IS IT JO KW KZ LB LC LI LT LU LV LY MC MD ME MF MK MN MQ MR MT MU NC NI NL NO OM PF PK PL PM PS PT QA RE RO RS RU SA SC SD SE SI SK SM SO ST SV TF TL TN TR UA VA VG WF XK YE YT'.split(
    ' ',
  )

/** What is before the account number. Screens say `banking.routing.KIND`. */
export type RoutingKind = 'aba' | 'bsb' | 'ifsc' | 'transit' | 'bankAndBranch' | 'branch'
export interface AccountRule {
  account: RegExp
  routing: { kind: RoutingKind; shape: RegExp } | null
}
const digits = (least: number, most = least) => new RegExp(`^\\d{${least},${most}}$`)
const known: Record<string, AccountRule> = {
  US: { account: digits(4, 17), routing: { kind: 'aba', shape: digits(9) } },
  CA: { account: digits(7, 12), routing: { kind: 'transit', shape: digits(8, 9) } },
  AU: { account: digits(4, 10), routing: { kind: 'bsb', shape: digits(6) } },
  NZ: { account: digits(15, 16), routing: null },
  IN: { account: digits(9, 18), routing: { kind: 'ifsc', shape: /^[A-Z]{4}0[A-Z0-9]{6}$/ } },
  JP: { account: digits(6, 8), routing: { kind: 'bankAndBranch', shape: digits(7) } },
  TW: { account: digits(6, 16), routing: { kind: 'bankAndBranch', shape: digits(7) } },
  SG: { account: digits(6, 14), routing: { kind: 'bankAndBranch', shape: digits(7) } },
  HK: { account: digits(6, 12), routing: { kind: 'bankAndBranch', shape: digits(6) } },
  KR: { account: digits(10, 16), routing: { kind: 'bankAndBranch', shape: digits(3, 7) } },
  MX: { account: digits(18), routing: null },
  ZA: { account: digits(7, 11), routing: { kind: 'branch', shape: digits(6) } },
}

/** An account without an IBAN. Where we know no national form, the bank's BIC says which bank it is. */
export const accountRuleOf = (country: string): AccountRule & { needsBic: boolean } => {
  const rule = known[country]
  return rule ? { ...rule, needsBic: false } : { account: /^[A-Z0-9]{4,34}$/, routing: null, needsBic: true }
}
export const hasIban = (country: string): boolean => ibanCountries.includes(country)

/** As it is typed, with spaces and dashes; as it is stored, without. */
export const compact = (typed: string): string => typed.toUpperCase().replaceAll(/[\s.\-\u2010-\u2015]/g, '')
