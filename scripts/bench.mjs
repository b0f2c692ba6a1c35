// npm run bench [-- ROW…]: measures the product as it ships, so it is built first.
import { prepare } from './bootstrap.mjs'
import { buildProduct } from './builds.mjs'
import { follow } from './child.mjs'
import { main } from './plain-error.mjs'

await main(async () => {
  const log = (line) => console.log(line)
  const node = await prepare({ log })
  await buildProduct(node, { log })
  return follow(node, ['bench/main.ts', ...process.argv.slice(2)])
})
