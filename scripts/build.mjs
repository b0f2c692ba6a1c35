// npm run build: brings the builds of web and server up to date without starting anything.
import { prepare } from './bootstrap.mjs'
import { buildProduct } from './builds.mjs'
import { main } from './plain-error.mjs'

await main(async () => {
  const log = (line) => console.log(line)
  await buildProduct(await prepare({ log }), { log })
})
