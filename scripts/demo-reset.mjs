// npm run demo:reset: deletes all data of a demo copy; its next start loads the demo data again.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { main, PlainError } from './plain-error.mjs'
import { dataDir, runningCopy } from './running-instance.mjs'

await main(() => {
  if (process.env.FANLIGHT_MODE === 'production') throw new PlainError('This is a production copy: nothing is removed.')
  if (process.env.DATABASE_URL) throw new PlainError('DATABASE_URL is set: a database of your own is yours to empty.')
  const copy = runningCopy()
  if (copy) throw new PlainError(`A copy is running from ${dataDir()} (process ${copy.pid}). End it first: npm stop`)
  const removed = demoData().filter((path) => existsSync(path))
  for (const path of removed) rmSync(path, { recursive: true, force: true })
  console.log(
    removed.length > 0 ? `Removed:\n${removed.map((path) => `  ${path}`).join('\n')}` : 'There was nothing to remove.',
  )
  console.log('The next `npm start` begins with new data. Backups and logs were not deleted.')
})

function demoData() {
  const folder = dataDir()
  const location = join(folder, 'postgres.location')
  // Where PostgreSQL's account could not reach the folder, the database lies where this file says.
  const elsewhere = existsSync(location) ? [readFileSync(location, 'utf8').trim(), location] : []
  return [...['postgres', 'media', 'documents'].map((name) => join(folder, name)), ...elsewhere]
}
