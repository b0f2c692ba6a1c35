import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '@fanlight/server/platform/context'
import type { DemoNotices } from '@fanlight/server/platform/demo'
import { areDemoAccountsPresent, choosePasswords, demoAccounts, demoPassword, isDemoLoading } from './accounts.ts'

const presentTryMs = 250
const presentTriesMax = 120
const loadedTryMs = 1_000

export const notices: DemoNotices = {
  async untilAccountsExist(ctx, log) {
    for (let tries = 0; tries < presentTriesMax; tries++) {
      if (await areDemoAccountsPresent(ctx)) return
      if (tries === 0) log('Loading demo content.')
      await sleep(presentTryMs)
    }
  },

  async announce(ctx, log) {
    const isLoading = await isDemoLoading(ctx)
    for (const { username, password } of await choosePasswords(ctx))
      log(`Password of ${username}: ${password} (stored as a hash; write it down)`)
    const open = (await demoAccounts(ctx)).map(({ username }) => username)
    if (open.length > 0)
      log(
        `Log in as ${open.join(', ')} with the password “${demoPassword}”.${isLoading ? ' Demo content is still loading.' : ''}`,
      )
    else if (!ctx.config.demoPublic)
      log('The demo accounts have the passwords that were printed when this demo was public.')
    return isLoading
  },

  async untilLoaded(ctx) {
    while (await isStillLoading(ctx)) await sleep(loadedTryMs, undefined, { ref: false })
  },
}

const isStillLoading = (ctx: Context) => isDemoLoading(ctx).catch(() => true)
