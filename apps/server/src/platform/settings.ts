import { type SettingName, type SettingValues, settingsSchema } from '@fanlight/contract/settings'
import type { Config } from './config.ts'
import { type Db, rows, sql } from './db.ts'

/** Every site setting, typed, with the defaults of the contract; refreshed on every node within a second of a change. */
export interface Settings {
  get<K extends SettingName>(name: K): SettingValues[K]
  all(): SettingValues
  set<K extends SettingName>(db: Db, name: K, value: SettingValues[K], by: string | null): Promise<void>
  refresh(): Promise<void>
  close(): void
}

const refreshMs = 900

export async function openSettings(db: Db, config: Config): Promise<Settings> {
  let values = settingsSchema.parse({})
  const refresh = async () => {
    const stored = await rows(db, sql<{ key: string; value: unknown }>`SELECT key, value FROM settings`)
    const known = stored.filter((one) => one.key in settingsSchema.shape)
    values = settingsSchema.parse(Object.fromEntries(known.map((one) => [one.key, one.value])))
    // Demo mode takes money from the sandbox alone; production keeps the configured gateway.
    if (config.mode === 'demo') values.paymentGateway = 'sandbox'
  }
  await refresh()
  const timer = setInterval(() => void refresh().catch(() => {}), refreshMs)
  timer.unref()
  return {
    get: (name) => values[name],
    all: () => values,
    async set(tx, name, value, by) {
      const checked = settingsSchema.shape[name].parse(value)
      await sql`INSERT INTO settings (key, value, updated_by) VALUES (${name}, ${JSON.stringify(checked)}::jsonb, ${by})
        ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_by = excluded.updated_by, updated_at = app_now()`.execute(
        tx,
      )
      await refresh()
    },
    refresh,
    close: () => clearInterval(timer),
  }
}
