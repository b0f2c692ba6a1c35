import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../src/testing/database.ts'
import { describeSchema } from './schema.ts'

it('has a schema.sql that is what the migrations make', async () => {
  const database = await createTestDatabase()
  try {
    expect(await describeSchema(database.ownerUrl)).toBe(
      await readFile(new URL('../schema.sql', import.meta.url), 'utf8'),
    )
  } finally {
    await database.drop()
  }
})
