// npm start: from a fresh clone to a running copy.
import { prepare } from './bootstrap.mjs'
import { follow } from './child.mjs'
import { main } from './plain.mjs'
import { prepareVideoEngine } from './video-engine.mjs'
import { buildWeb } from './web-build.mjs'

await main(async () => {
  const log = (line) => console.log(line)
  const node = await prepare({ log })
  await prepareVideoEngine({ log })
  await buildWeb(node, { log })
  return follow(node, ['apps/server/src/main.ts', 'all', ...process.argv.slice(2)], { ipc: true })
})
