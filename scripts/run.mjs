// Runs a TypeScript file of the repository with the pinned Node: node scripts/run.mjs FILE [ARGUMENTS]
import { prepare } from './bootstrap.mjs'
import { follow } from './child.mjs'
import { main } from './plain-error.mjs'

await main(async () => follow(await prepare(), process.argv.slice(2)))
