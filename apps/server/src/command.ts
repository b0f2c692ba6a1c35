import { settingsSchema, type SettingName } from '@fanlight/contract/settings'
import { email as emailField, username as usernameField } from '@fanlight/contract/fields'
import { parseArgs } from 'node:util'
import { prepareEmbedded, prepareOwnDatabase } from './database.ts'
import { createAdmin } from './modules/accounts/first-admin.ts'
import { resealAuthenticators } from './modules/accounts/authenticator-app.ts'
import { resignAnchors } from './modules/audit/anchors.ts'
import { inWords, type Noted } from './modules/audit/chain.ts'
import { verifyAuditLog } from './modules/audit/checking.ts'
import { resealPayoutDetails } from './modules/banking/reseal.ts'
import { resealMails } from './modules/mail/outbox.ts'
import { resealIdentities, resealPapers } from './modules/verifications/reseal.ts'
import { auditCommand } from './platform/audit.ts'
import { type Config, loadConfig } from './platform/config.ts'
import { type Context, openContext } from './platform/context.ts'
import { holderOf, takeDataFolder } from './platform/data-folder.ts'
import { runningAddress } from './platform/embedded-postgres.ts'
import { loadSecret } from './platform/keys.ts'
import { inPlainWords } from './platform/plain-words.ts'
import { openPrompt } from './platform/prompt.ts'

// What an operator does at the machine's terminal. docs/operating.md says when.

const commands: Record<string, (ctx: Context, args: string[]) => Promise<void>> = {
  /** npm run admin:create [-- --email … --username … --password --another] */
  async 'admin:create'(ctx, args) {
    const { values } = parseArgs({
      args,
      options: {
        email: { type: 'string' },
        username: { type: 'string' },
        /** Asked for here instead of set by a link. Never given as an argument: every account of the machine reads those. */
        password: { type: 'boolean', default: false },
        another: { type: 'boolean', default: false },
      },
    })
    const prompt = openPrompt()
    try {
      const email = valid(emailField, values.email ?? (await prompt.ask('E-mail address: ')), 'e-mail address')
      const username = valid(usernameField, values.username ?? (await prompt.ask('Username: ')), 'username')
      const password = values.password ? await askPassword(prompt) : undefined
      const made = await createAdmin(ctx, { email, username, password, another: values.another })
      say(`${username} may now look after this site.`)
      if (made)
        say(
          `To choose a password, open this link within 30 minutes. It works once:\n${linkTo(ctx.config, made.secret)}`,
        )
      else say(`Sign in at ${siteOf(ctx.config)}/auth/login`)
    } finally {
      prompt.close()
    }
  },

  /** npm run settings [-- NAME [VALUE]] */
  async settings(ctx, [name, ...words]) {
    const all = ctx.settings.all()
    const defaults = settingsSchema.parse({})
    if (name === undefined) {
      for (const [key, value] of Object.entries(all)) {
        const changed = JSON.stringify(value) !== JSON.stringify(defaults[key as SettingName])
        say(`${changed ? '*' : ' '} ${key.padEnd(26)} ${JSON.stringify(value)}`)
      }
      return say('* differs from what the product ships with. To change one: npm run settings -- NAME VALUE')
    }
    if (!(name in settingsSchema.shape))
      throw new Error(`There is no setting “${name}”. \`npm run settings\` lists them.`)
    const key = name as SettingName
    if (words.length === 0) return say(JSON.stringify(all[key]))
    const value = readValue(key, words.join(' '))
    await ctx.transaction(async (tx) => {
      await tx.settings.set(tx.db, key, value as never, null)
      await auditCommand(tx, 'settings', {
        action: 'setting.changed',
        target: { type: 'setting', id: key },
        before: { value: all[key] },
        after: { value },
      })
    })
    say(`${key} is now ${JSON.stringify(value)}. Every process follows within a second.`)
  },

  /** npm run audit:verify [-- --noted SEAL:ROOT …] */
  async 'audit:verify'(ctx, args) {
    const { values } = parseArgs({ args, options: { noted: { type: 'string', multiple: true, default: [] } } })
    const { problem, ...standing } = await verifyAuditLog(ctx, values.noted.map(readNoted))
    if (problem) throw new Error(`The audit log does not hold: ${inWords(problem)}.`)
    const upTo = standing.sealedAt ? ` up to ${standing.sealedAt.toISOString()}` : ''
    say(
      `The audit log holds: ${standing.sealed} entries sealed${upTo}, ${standing.waiting} not sealed yet, ${standing.erased} erased with their authors, ${standing.anchors} days anchored.`,
    )
  },

  /** npm run secret:reseal */
  async 'secret:reseal'(ctx) {
    const papers = await resealPapers(ctx)
    const identities = await resealIdentities(ctx)
    const payouts = await resealPayoutDetails(ctx)
    const mails = await resealMails(ctx)
    const apps = await resealAuthenticators(ctx)
    const anchors = await resignAnchors(ctx)
    say(
      `Sealed again: ${papers.resealed} papers, ${identities.resealed} declarations, ${payouts.resealed} payout details, ${mails.resealed} links in mails, ${apps.resealed} authenticator apps. Signed again: ${anchors.resealed} days of the audit log.`,
    )
    const lost = papers.lost + identities.lost + payouts.lost + mails.lost + apps.lost + anchors.lost
    if (lost > 0)
      throw new Error(
        `Not opened by any secret given: ${papers.lost} papers, ${identities.lost} declarations, ${payouts.lost} payout details, ${mails.lost} links in mails, ${apps.lost} authenticator apps, ${anchors.lost} days of the audit log. ` +
          'Put the secret they were sealed with into FANLIGHT_OLD_SECRETS and run this again.',
      )
    say('Nothing needs an older secret any more.')
  },
}

/** What the log of the processes said when it was anchored. */
function readNoted(text: string): Noted {
  const [, seal, root] = /^(\d{1,18}):([0-9a-f]{64})$/.exec(text) ?? []
  if (!seal || !root) throw new Error(`“${text}” is no anchor. One looks like 812:4f5e… with 64 digits of the root.`)
  return { seal: BigInt(seal), root: Buffer.from(root, 'hex') }
}

function valid(
  field: { safeParse(value: string): { success: boolean; data?: string } },
  value: string,
  what: string,
): string {
  const parsed = field.safeParse(value)
  if (!parsed.success || parsed.data === undefined) throw new Error(`“${value}” can’t be the ${what}.`)
  return parsed.data
}

async function askPassword(prompt: ReturnType<typeof openPrompt>): Promise<string> {
  const password = await prompt.ask('Password: ', { hidden: true })
  if ((await prompt.ask('The same again: ', { hidden: true })) !== password)
    throw new Error('The two passwords differ.')
  return password
}

/** What was typed, as the setting takes it: text as it stands, everything else as JSON. */
function readValue(name: SettingName, typed: string): unknown {
  const schema = settingsSchema.shape[name]
  for (const value of [typed, asJson(typed)]) {
    const parsed = schema.safeParse(value)
    if (value !== undefined && parsed.success) return parsed.data
  }
  const problem = schema.safeParse(asJson(typed) ?? typed).error?.issues[0]?.message
  throw new Error(`${name} can’t be “${typed}”${problem ? `: ${problem}` : ''}.`)
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const siteOf = (config: Config) =>
  config.publicUrl ?? `http://localhost:${holderOf(config.dataDir)?.port ?? config.port}`
const linkTo = (config: Config, secret: string) => `${siteOf(config)}/auth/reset?token=${secret}`

/** The database of the copy that runs, or of one that is started for as long as the command takes. */
async function withDatabase(config: Config, work: (url: string) => Promise<void>): Promise<void> {
  if (config.databaseUrl) return work(await prepareOwnDatabase(config, config.databaseUrl, say))
  if (holderOf(config.dataDir)) {
    const url = runningAddress(config.dataDir)
    if (!url) throw new Error('The copy that runs here is just starting. Try again when it is ready.')
    return work(url)
  }
  const folder = await takeDataFolder(config)
  try {
    const postgres = await prepareEmbedded(folder.path, say)
    try {
      await work(postgres.url)
    } finally {
      await postgres.stop()
    }
  } finally {
    folder.release()
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

const [name = '', ...args] = process.argv.slice(2)
try {
  const command = commands[name]
  if (!command) throw new Error(`There is no command “${name}”. The commands are ${Object.keys(commands).join(', ')}.`)
  const config = { ...loadConfig(), databasePool: 2 }
  await withDatabase(config, async (url) => {
    const ctx = await openContext(config, url, await loadSecret(config))
    try {
      await command(ctx, args)
    } finally {
      await ctx.close()
    }
  })
} catch (error) {
  process.stderr.write(`${inPlainWords(error)}\n`)
  process.exitCode = 1
}
