import { accountRuleOf, compact, hasIban } from '@fanlight/contract/bank-rules'
import type { saveBanking } from '@fanlight/contract/banking'
import { ValidationErrorsIBAN, isValidBIC, validateIBAN } from 'ibantools'
import type { z } from 'zod'
import { refuseField } from '../../platform/refusal.ts'
import { isCountry } from '../places/countries.ts'
import type { Bank } from './store.ts'

type Typed = Omit<z.output<(typeof saveBanking)['body']>, 'version' | 'currentPassword' | 'hashed'>

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** What was typed, as the account's country writes it. Refuses at the field that is wrong. */
export async function checkedBank(typed: Typed): Promise<Bank> {
  const { country, currency } = typed
  if (!(await isCountry(country))) refuseField('RULE_BROKEN', 'country', 'Choose a country.')
  if (!currencies.has(currency)) refuseField('RULE_BROKEN', 'currency', 'Choose a currency.')
  const bic = typed.bic === undefined ? null : compact(typed.bic)
  if (bic !== null && !isValidBIC(bic)) refuseField('RULE_BROKEN', 'bic', 'A BIC has 8 or 11 letters and digits.')
  const common = {
    holder: typed.holder,
    bankName: typed.bankName,
    country,
    currency,
    bic,
    taxId: typed.taxId ?? null,
  }
  return hasIban(country) ? { ...common, ...ibanOf(typed) } : { ...common, ...accountOf(typed, bic) }
}

function ibanOf(typed: Typed): Pick<Bank, 'iban' | 'accountNumber' | 'routingNumber'> {
  for (const other of ['accountNumber', 'routingNumber'] as const)
    if (typed[other] !== undefined) refuseField('RULE_BROKEN', other, 'This country uses an IBAN instead.')
  if (typed.iban === undefined) refuseField('RULE_BROKEN', 'iban', 'Enter the IBAN.')
  const iban = compact(typed.iban)
  if (iban.slice(0, 2) !== typed.country)
    refuseField('RULE_BROKEN', 'iban', `An IBAN of this country begins with ${typed.country}.`)
  const { valid, errorCodes } = validateIBAN(iban)
  if (!valid)
    refuseField(
      'RULE_BROKEN',
      'iban',
      errorCodes.includes(ValidationErrorsIBAN.WrongBBANLength)
        ? 'This IBAN is too short or too long.'
        : 'This IBAN has a mistake in it.',
    )
  return { iban, accountNumber: null, routingNumber: null }
}

function accountOf(typed: Typed, bic: string | null): Pick<Bank, 'iban' | 'accountNumber' | 'routingNumber'> {
  const rule = accountRuleOf(typed.country)
  if (typed.iban !== undefined) refuseField('RULE_BROKEN', 'iban', 'This country uses an account number instead.')
  if (typed.accountNumber === undefined) refuseField('RULE_BROKEN', 'accountNumber', 'Enter the account number.')
  const accountNumber = compact(typed.accountNumber)
  if (!rule.account.test(accountNumber) || (typed.country === 'MX' && !isClabe(accountNumber)))
    refuseField('RULE_BROKEN', 'accountNumber', 'This is not how accounts are numbered there.')
  if (rule.needsBic && bic === null) refuseField('RULE_BROKEN', 'bic', 'Enter the BIC: it says which bank it is.')
  if (!rule.routing) {
    if (typed.routingNumber !== undefined)
      refuseField('RULE_BROKEN', 'routingNumber', 'This country uses no such number.')
    return { iban: null, accountNumber, routingNumber: null }
  }
  const routingNumber = typed.routingNumber === undefined ? '' : compact(typed.routingNumber)
  if (!rule.routing.shape.test(routingNumber) || (rule.routing.kind === 'aba' && !isAba(routingNumber)))
    refuseField('RULE_BROKEN', 'routingNumber', 'This number has a mistake in it.')
  return { iban: null, accountNumber, routingNumber }
}

const weighted = (digits: string, weights: readonly number[]): number =>
  [...digits].reduce((sum, digit, at) => sum + Number(digit) * weights[at % weights.length]!, 0)
/** The check digit of the American Bankers Association. */
const isAba = (digits: string): boolean => digits !== '000000000' && weighted(digits, [3, 7, 1]) % 10 === 0
/** Mexico's account number checks itself: each product counts by its last digit. */
const isClabe = (digits: string): boolean => {
  const sum = Array.from(digits.slice(0, 17), (digit, at) => (Number(digit) * [3, 7, 1][at % 3]!) % 10)
  return (10 - (sum.reduce((all, one) => all + one) % 10)) % 10 === Number(digits[17])
}
