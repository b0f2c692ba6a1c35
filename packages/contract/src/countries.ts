import { z } from 'zod'
import { countryCodes } from './country-codes.ts'
import { says } from './field-errors.ts'

/** The code of a country that exists. */
export const country = z
  .string()
  .trim()
  .regex(/^[A-Za-z]{2}$/, says('COUNTRY_UNKNOWN'))
  .toUpperCase()
  .refine((code) => countryCodes.has(code), says('COUNTRY_UNKNOWN'))
