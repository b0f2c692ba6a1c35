// npm run dev: the server starts again and the web reloads whenever their sources change.
import { prepare } from './bootstrap.mjs'
import { follow } from './child.mjs'
import { main } from './plain.mjs'

await main(async () => {
  const node = await prepare()
  const watch = ['--watch', '--watch-preserve-output', '--watch-kill-signal=SIGTERM']
  return follow(node, [...watch, 'apps/server/src/main.ts', 'all', ...process.argv.slice(2)], {
    env: { FANLIGHT_DEV: '1' },
  })
})
