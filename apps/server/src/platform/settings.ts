import { type SettingName, type SettingValues, settingsSchema } from '@fanlight/contract/settings'
import type { Config } from './config.ts'
import { type Db, rows, sql } from './db/db.ts'

/** Every site setting, typed, with the defaults of the contract; refreshed on every node within a second of a change. */
export interface Settings {
  get<K extends SettingName>(name: K): SettingValues[K]
  all(): SettingValues
  /** Writes several in the caller's transaction; they count once it has committed and `refresh` was called. */
  write(tx: Db, values: Partial<SettingValues>, by: string | null): Promise<void>
  set<K extends SettingName>(db: Db, name: K, value: SettingValues[K], by: string | null): Promise<void>
  refresh(): Promise<void>
  close(): void
}

const refreshMs = 900

export async function openSettings(db: Db, config: Config): Promise<Settings> {
  let values = settingsSchema.parse({})
  const refresh = async () => {
    const stored = await rows(db, sql<{ key: string; value: unknown }>`SELECT key, value FROM settings`)
    // A value from before a rule became stricter gives way to the default; it must not keep all others from changing.
    const known = stored.filter(
      ({ key, value }) =>
        Object.hasOwn(settingsSchema.shape, key) && settingsSchema.shape[key as SettingName].safeParse(value).success,
    )
    values = settingsSchema.parse(Object.fromEntries(known.map((entry) => [entry.key, entry.value])))
    // Demo mode takes money through the test gateway alone; production keeps the configured gateway.
    if (config.mode === 'demo') values.paymentGateway = 'test'
  }
  await refresh()
  const timer = setInterval(() => void refresh().catch(() => {}), refreshMs)
  timer.unref()
  const put = (tx: Db, name: SettingName, value: unknown, by: string | null) =>
    sql`INSERT INTO settings (key, value, updated_by) VALUES (${name}, ${JSON.stringify(value)}::jsonb, ${by})
      ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_by = excluded.updated_by, updated_at = app_now()`.execute(
      tx,
    )
  return {
    get: (name) => values[name],
    all: () => values,
    async write(tx, changed, by) {
      for (const [name, value] of Object.entries(changed)) await put(tx, name as SettingName, value, by)
    },
    async set(tx, name, value, by) {
      const checked = settingsSchema.shape[name].parse(value)
      await put(tx, name, checked, by)
      await refresh()
    },
    refresh,
    close: () => clearInterval(timer),
  }
}
