/**
 * What can be wrong with one field beyond its shape, with the en-US text. The refusal itself is RULE_BROKEN; screens say
 * `fields.CODE` in the reader's language, under the field.
 */
export const fieldErrors = {
  // A bank account
  COUNTRY_UNKNOWN: 'Choose a country.',
  CURRENCY_UNKNOWN: 'Choose a currency.',
  BIC_WRONG: 'A BIC has 8 or 11 letters and digits.',
  BIC_MISSING: 'Enter the BIC: it says which bank it is.',
  IBAN_INSTEAD: 'This country uses an IBAN instead.',
  IBAN_MISSING: 'Enter the IBAN.',
  IBAN_OF_ANOTHER_COUNTRY: 'An IBAN begins with the letters of its country. This one is of another country.',
  IBAN_LENGTH: 'This IBAN is too short or too long.',
  IBAN_WRONG: 'This IBAN has a mistake in it.',
  ACCOUNT_INSTEAD: 'This country uses an account number instead.',
  ACCOUNT_MISSING: 'Enter the account number.',
  ACCOUNT_WRONG: 'This is not how accounts are numbered there.',
  ROUTING_NONE: 'This country uses no such number.',
  ROUTING_WRONG: 'This number has a mistake in it.',
  // Words that staff put in the place of a message
  LOCALE_NOT_OFFERED: 'This language is not offered here.',
  MESSAGE_UNKNOWN: 'There is no such message.',
  MESSAGE_TOO_LONG: 'This is much longer than there is room for.',
  MESSAGE_SIGN: 'This has a sign that can’t be shown.',
  MESSAGE_ONE_LINE: 'This message is one line.',
  MESSAGE_GAPS: 'Keep what is filled in, as it is written in the shipped words.',
  MESSAGE_MARKS: 'Keep the marks of the shipped words, each opened and closed, and use no others.',
} as const

export type FieldErrorCode = keyof typeof fieldErrors
