import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Context } from '../../../../platform/context.ts'

/** One file of the archive: what it is about, what is in each record, and the statement that reads them. */
export interface Subject {
  /** Of the file, without its ending. */
  name: string
  /** For the page of the format. */
  about: string
  /** Tables whose rows of this account are in it. */
  tables: readonly string[]
  /** Written a second time as a table for spreadsheets. */
  csv?: true
  record: z.ZodObject
  /** The records of one account, served by an index, in an order that stays. Its columns are the fields of the record. */
  select: (accountId: string) => RawBuilder<Record<string, unknown>>
  /** Where a record can't be made by SQL alone. */
  shape?: (ctx: Context, row: Record<string, unknown>) => Record<string, unknown> | Promise<Record<string, unknown>>
}

export const id = z.uuid()
export const instant = z.iso.datetime()
export const day = z.iso.date()
export const text = z.string()
export const count = z.int().nonnegative()
/** Hundredths of a token, or minor units of a currency: whole numbers, never rounded. */
export const hundredths = z.int()
export const flag = z.boolean()
