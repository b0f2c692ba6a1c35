import { settingsSchema, type SettingName } from '@fanlight/contract/settings'
import { email as emailField, username as usernameField } from '@fanlight/contract/fields'
import { parseArgs } from 'node:util'
import { migratedDatabase, openEmbedded, restoreOwnDatabase } from './database.ts'
import { createAdmin } from './modules/people/accounts/first-admin.ts'
import { reencryptAuthenticators } from './modules/people/accounts/mfa/authenticator-app.ts'
import { resignAnchors } from './modules/staff/audit/anchors.ts'
import { describeProblem, type Noted } from './modules/staff/audit/chain.ts'
import { verifyAuditLog } from './modules/staff/audit/verify.ts'
import { reencryptPayoutDetails } from './modules/money/payout-details/key-rotation.ts'
import { reencryptEmails } from './modules/site/mail/outbox.ts'
import { reencryptGuestDocuments, reencryptGuestIdentities } from './modules/content/participants/key-rotation.ts'
import {
  reencryptIdentities,
  reencryptDocuments,
  type Reencrypted,
} from './modules/people/verifications/key-rotation.ts'
import { changeSettingByCommand } from './modules/site/settings/settings.ts'
import { withoutSecrets } from './platform/secret-settings.ts'
import { type Config, loadConfig } from './platform/config.ts'
import { type Context, openContext } from './platform/context.ts'
import { folderOwner, takeDataFolder } from './platform/files/data-folder.ts'
import { runningAddress } from './platform/db/embedded-postgres.ts'
import { loadSecret } from './platform/keys.ts'
import { plainMessage } from './platform/process/plain-message.ts'
import { openPrompt } from './platform/process/prompt.ts'

// What an operator does at the machine's terminal. docs/operating.md says when.

const commands: Record<string, (ctx: Context, args: string[]) => Promise<void>> = {
  /** npm run admin:create [-- --email … --username … --password --another] */
  async 'admin:create'(ctx, args) {
    const { values } = parseArgs({
      args,
      options: {
        email: { type: 'string' },
        username: { type: 'string' },
        /** Requested here instead of set by a link. Never given as an argument: every account of the machine reads those. */
        password: { type: 'boolean', default: false },
        another: { type: 'boolean', default: false },
      },
    })
    const prompt = openPrompt()
    try {
      const email = valid(emailField, values.email ?? (await prompt.question('Email address: ')), 'email address')
      const username = valid(usernameField, values.username ?? (await prompt.question('Username: ')), 'username')
      const password = values.password ? await promptPassword(prompt) : undefined
      const made = await createAdmin(ctx, { email, username, password, another: values.another })
      printLine(`${username} is now an administrator of this site.`)
      if (made)
        printLine(
          `To choose a password, open this link within 30 minutes. It works once:\n${linkTo(ctx.config, made.secret)}`,
        )
      else printLine(`Log in at ${siteOf(ctx.config)}/auth/login`)
    } finally {
      prompt.close()
    }
  },

  /** npm run settings [-- NAME [VALUE]] */
  async settings(ctx, [name, ...valueParts]) {
    const all = withoutSecrets(ctx.settings.all())
    const defaults = settingsSchema.parse({})
    if (name === undefined) {
      for (const [key, value] of Object.entries(all)) {
        const changed = JSON.stringify(value) !== JSON.stringify(defaults[key as SettingName])
        printLine(`${changed ? '*' : ' '} ${key.padEnd(26)} ${JSON.stringify(value)}`)
      }
      return printLine('* differs from what the product ships with. To change one: npm run settings -- NAME VALUE')
    }
    if (!(name in settingsSchema.shape))
      throw new Error(`There is no setting “${name}”. \`npm run settings\` lists them.`)
    const key = name as SettingName
    if (valueParts.length === 0) return printLine(JSON.stringify(all[key]))
    const value = readValue(key, valueParts.join(' '))
    await changeSettingByCommand(ctx, key, value)
    const shown = withoutSecrets({ [key]: value })[key]
    printLine(`${key} is now ${JSON.stringify(shown)}. Every process follows within a second.`)
  },

  /** npm run audit:verify [-- --noted LINK:ROOT …] */
  async 'audit:verify'(ctx, args) {
    const { values } = parseArgs({ args, options: { noted: { type: 'string', multiple: true, default: [] } } })
    const { problem, ...verdict } = await verifyAuditLog(ctx, values.noted.map(readNoted))
    if (problem) throw new Error(`The audit log fails verification: ${describeProblem(problem)}.`)
    const upTo = verdict.chainedAt ? ` up to ${verdict.chainedAt.toISOString()}` : ''
    printLine(
      `The audit log passes: ${verdict.chained} entries chained${upTo}, ${verdict.waiting} not chained yet, ${verdict.erased} erased with their authors, ${verdict.anchors} days anchored.`,
    )
  },

  /** npm run secret:rotate */
  async 'secret:rotate'(ctx) {
    const documents = sum(await reencryptDocuments(ctx), await reencryptGuestDocuments(ctx))
    const identities = sum(await reencryptIdentities(ctx), await reencryptGuestIdentities(ctx))
    const payouts = await reencryptPayoutDetails(ctx)
    const mails = await reencryptEmails(ctx)
    const apps = await reencryptAuthenticators(ctx)
    const anchors = await resignAnchors(ctx)
    printLine(
      `Encrypted again: ${documents.reencrypted} identity documents, ${identities.reencrypted} identities, ${payouts.reencrypted} payout details, ${mails.reencrypted} links in emails, ${apps.reencrypted} authenticator apps. Signed again: ${anchors.reencrypted} days of the audit log.`,
    )
    const lost = documents.lost + identities.lost + payouts.lost + mails.lost + apps.lost + anchors.lost
    if (lost > 0)
      throw new Error(
        `Not opened by any secret given: ${documents.lost} identity documents, ${identities.lost} identities, ${payouts.lost} payout details, ${mails.lost} links in emails, ${apps.lost} authenticator apps, ${anchors.lost} days of the audit log. ` +
          'Add the secret they were encrypted with to FANLIGHT_OLD_SECRETS and run this again.',
      )
    printLine('Nothing needs an older secret any more.')
  },
}

/** An anchor as the server wrote it to its log. */
function readNoted(text: string): Noted {
  const [, chainLink, root] = /^(\d{1,18}):([0-9a-f]{64})$/.exec(text) ?? []
  if (!chainLink || !root)
    throw new Error(`“${text}” is no anchor. One looks like 812:4f5e… with 64 digits of the root.`)
  return { chainLink: BigInt(chainLink), root: Buffer.from(root, 'hex') }
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

async function promptPassword(prompt: ReturnType<typeof openPrompt>): Promise<string> {
  const password = await prompt.question('Password: ', { hidden: true })
  if ((await prompt.question('The same again: ', { hidden: true })) !== password)
    throw new Error('The two passwords differ.')
  return password
}

/** What was typed, as the setting takes it: text as it is, everything else as JSON. */
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
  config.publicUrl ?? `http://localhost:${folderOwner(config.dataDir)?.port ?? config.port}`
const linkTo = (config: Config, secret: string) => `${siteOf(config)}/auth/reset?token=${secret}`

/** The database of the copy that runs, or of one that is started for as long as the command takes. */
async function withDatabase(config: Config, work: (url: string) => Promise<void>): Promise<void> {
  if (config.databaseUrl) return work(await migratedDatabase(config))
  if (folderOwner(config.dataDir)) {
    const url = runningAddress(config.dataDir)
    if (!url) throw new Error('The copy that runs here is just starting. Try again when it is ready.')
    return work(url)
  }
  const folder = await takeDataFolder(config)
  try {
    const postgres = await openEmbedded(folder.path, printLine)
    try {
      await work(postgres.url)
    } finally {
      await postgres.stop()
    }
  } finally {
    folder.release()
  }
}

const runCommand = (config: Config, command: (ctx: Context, args: string[]) => Promise<void>) =>
  withDatabase(config, async (url) => {
    const ctx = await openContext(config, url, await loadSecret(config))
    try {
      await command(ctx, args)
    } finally {
      await ctx.close()
    }
  })

function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}

function sum(one: Reencrypted, other: Reencrypted): Reencrypted {
  return { reencrypted: one.reencrypted + other.reencrypted, lost: one.lost + other.lost }
}

/** `restore` has no tables to work on yet; `doctor` says so where there is no database. */
const others = ['restore', 'doctor']

const [name = '', ...args] = process.argv.slice(2)
try {
  const command = commands[name]
  if (!command && !others.includes(name))
    throw new Error(
      `There is no command “${name}”. The commands are ${[...Object.keys(commands), ...others].join(', ')}.`,
    )
  const config = () => ({ ...loadConfig(), databasePool: 2 })
  if (name === 'doctor') {
    const { runDoctor } = await import('./doctor/doctor.ts')
    process.exitCode = await runDoctor(config, printLine)
  } else if (name === 'restore') await restoreOwnDatabase(config(), args, printLine)
  else await runCommand(config(), command!)
} catch (error) {
  process.stderr.write(`${plainMessage(error)}\n`)
  process.exitCode = 1
}
