import { accountRuleOf, compact, hasIban } from '@fanlight/contract/bank-rules'
import type { saveBanking } from '@fanlight/contract/banking'
import { ValidationErrorsIBAN, isValidBIC, validateIBAN } from 'ibantools'
import type { z } from 'zod'
import { refuseRule } from '../../../platform/refusal.ts'
import type { Bank } from './stored-details.ts'

type Typed = Omit<z.output<(typeof saveBanking)['body']>, 'version' | 'currentPassword' | 'hashed'>

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** What was typed, as the account's country writes it. Refuses at the field that is wrong. */
export function checkedBank(typed: Typed): Bank {
  const { country, currency } = typed
  if (!currencies.has(currency)) refuseRule('currency', 'CURRENCY_UNKNOWN')
  const bic = typed.bic === undefined ? null : compact(typed.bic)
  if (bic !== null && !isValidBIC(bic)) refuseRule('bic', 'BIC_WRONG')
  const common = {
    accountHolder: typed.accountHolder,
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
    if (typed[other] !== undefined) refuseRule(other, 'IBAN_INSTEAD')
  if (typed.iban === undefined) refuseRule('iban', 'IBAN_MISSING')
  const iban = compact(typed.iban)
  if (iban.slice(0, 2) !== typed.country) refuseRule('iban', 'IBAN_OF_ANOTHER_COUNTRY')
  const { valid, errorCodes } = validateIBAN(iban)
  if (!valid)
    refuseRule('iban', errorCodes.includes(ValidationErrorsIBAN.WrongBBANLength) ? 'IBAN_LENGTH' : 'IBAN_WRONG')
  return { iban, accountNumber: null, routingNumber: null }
}

function accountOf(typed: Typed, bic: string | null): Pick<Bank, 'iban' | 'accountNumber' | 'routingNumber'> {
  const rule = accountRuleOf(typed.country)
  if (typed.iban !== undefined) refuseRule('iban', 'ACCOUNT_INSTEAD')
  if (typed.accountNumber === undefined) refuseRule('accountNumber', 'ACCOUNT_MISSING')
  const accountNumber = compact(typed.accountNumber)
  if (!rule.account.test(accountNumber) || (typed.country === 'MX' && !isClabe(accountNumber)))
    refuseRule('accountNumber', 'ACCOUNT_WRONG')
  if (rule.needsBic && bic === null) refuseRule('bic', 'BIC_MISSING')
  if (!rule.routing) {
    if (typed.routingNumber !== undefined) refuseRule('routingNumber', 'ROUTING_NONE')
    return { iban: null, accountNumber, routingNumber: null }
  }
  const routingNumber = typed.routingNumber === undefined ? '' : compact(typed.routingNumber)
  if (!rule.routing.shape.test(routingNumber) || (rule.routing.kind === 'aba' && !isAba(routingNumber)))
    refuseRule('routingNumber', 'ROUTING_WRONG')
  return { iban: null, accountNumber, routingNumber }
}

const weighted = (digits: string, weights: readonly number[]): number =>
  [...digits].reduce((sum, digit, at) => sum + Number(digit) * weights[at % weights.length]!, 0)
/** The check digit of the American Bankers Association. */
const isAba = (digits: string): boolean => digits !== '000000000' && weighted(digits, [3, 7, 1]) % 10 === 0
/** Mexico's account number checks itself: each product counts by its last digit. */
const isClabe = (digits: string): boolean => {
  const sum = Array.from(digits.slice(0, 17), (digit, at) => (Number(digit) * [3, 7, 1][at % 3]!) % 10)
  return (10 - (sum.reduce((all, entry) => all + entry) % 10)) % 10 === Number(digits[17])
}
