// npm start: from a fresh clone to a running copy.
import { prepare } from './bootstrap.mjs'
import { builtServer, buildProduct } from './builds.mjs'
import { follow } from './child.mjs'
import { main } from './plain-error.mjs'
import { prepareVideoEngine } from './video-engine.mjs'

await main(async () => {
  const log = (line) => console.log(line)
  const node = await prepare({ log })
  await prepareVideoEngine({ log })
  await buildProduct(node, { log })
  return follow(node, [builtServer, 'all', ...process.argv.slice(2)], { ipc: true })
})
