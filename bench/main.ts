import { loadavg } from 'node:os'
import { homeFeed } from './rows/home-feed.ts'
import { hello } from './rows/hello.ts'
import { sockets } from './rows/sockets.ts'
import { listing } from './rows/listing.ts'
import { live } from './rows/live.ts'
import { login } from './rows/login.ts'
import { profile } from './rows/profile.ts'
import { start } from './rows/start.ts'
import { tip } from './rows/tip.ts'
import { weight } from './rows/weight.ts'
import { type Rig, startRig } from './rig.ts'

// `npm run bench` prints every row, `npm run bench -- NAME` one. Each row has a database of its own.
const rows: Record<string, (rig: Rig) => Promise<void>> = {
  hello,
  'home-feed': homeFeed,
  listing,
  live,
  sockets,
  profile,
  start,
  login,
  tip,
  weight,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in rows))
if (unknown.length > 0) {
  console.error(`There is no row ${unknown.join(', ')}. There are: ${Object.keys(rows).join(', ')}.`)
  process.exit(2)
}
for (const [name, run] of Object.entries(rows)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const before = load()
  const rig = await startRig()
  try {
    await run(rig)
  } catch (error) {
    console.error(`The row ${name} came to no end: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  } finally {
    await rig.stop()
  }
  console.log(`${name.padEnd(24)} load of the machine ${before} before, ${load()} after`)
}

// What a failed row started would keep this process waiting.
process.exit()

/** Programs that wanted a core in the last minute: a figure taken beside others is worth less. */
function load(): string {
  return loadavg()[0]!.toFixed(1)
}
