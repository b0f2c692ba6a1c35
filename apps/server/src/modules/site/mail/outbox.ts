import type { Transporter } from 'nodemailer'
import type { Config } from '../../../platform/config.ts'
import type { Context } from '../../../platform/context.ts'
import type { Page } from '../../../platform/db/cursor.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { openConnection } from '../../../platform/egress.ts'
import { newId } from '../../../platform/ids.ts'
import { keyFor, keysFor } from '../../../platform/keys.ts'
import { publicUrl } from '../../../platform/http/origin.ts'
import { opensWith, encrypt, decrypt } from '../../../platform/encryption.ts'
import { type EmailValues, secretMark } from './email.ts'
import { deleteBounce, isPermanentRefusal, noteBounce } from './bounces.ts'
import { type EmailKind, emailTemplate, emailLocale, emailText as emailTextOf } from './emails.ts'
import { render } from './render.ts'
import { oneClickAddress, unsubscribePage } from './unsubscribe-address.ts'
import { sendMailJob } from './jobs.ts'

export interface NewMail {
  /** Under the same id an email is written once, as by a job that runs twice. */
  id?: string
  to: string
  kind: EmailKind
  locale: string | null
  values: Omit<EmailValues, 'site'>
  /** The reply-to address, if replies do not go to us. */
  replyTo?: string
  /** The token of the link that switches such emails off, where that is possible. */
  unsubscribe?: string
  /** The secret of the link, if there is one. It is stored encrypted and is put in when the mail goes out. */
  secret?: string
}

/** Writes a mail in the transaction of its cause. It goes out after the commit; without SMTP it is stored for the outbox page. */
export const mail = (tx: Context, given: NewMail): Promise<void> => mailAll(tx, [given])

export async function mailAll(tx: Context, given: readonly NewMail[]): Promise<void> {
  if (given.length === 0) return
  const custom = await customTexts(tx, given)
  const written = await rows(
    tx.db,
    sql<{
      mailId: string
    }>`INSERT INTO mails (id, to_address, reply_to, subject, text, html, kind, status, encrypted_secret, unsubscribe)
      SELECT id, "to", "replyTo", subject, text, html, kind, ${tx.config.smtpUrl ? 'queued' : 'stored'}, decode(secret, 'hex'), unsubscribe
      FROM jsonb_to_recordset(${JSON.stringify(given.map((entry) => composed(tx, entry, custom)))}::jsonb) AS m (id uuid, "to" text, "replyTo" text,
        subject text, text text, html text, kind text, secret text, unsubscribe text)
      ON CONFLICT (id) DO NOTHING RETURNING id AS "mailId"`,
  )
  if (tx.config.smtpUrl)
    await sendMailJob.enqueueAll(
      tx,
      written.map((payload) => ({ payload })),
    )
}

function composed(
  tx: Context,
  { id = newId(), to, kind, locale, values, secret, replyTo, unsubscribe }: NewMail,
  custom: CustomTexts,
) {
  const site = tx.settings.get('siteName')
  const language = locale ?? tx.settings.get('defaultLocale')
  const emailText = emailTemplate(kind, language, { ...values, site }, custom.get(emailLocale(language)))
  const off =
    unsubscribe === undefined
      ? undefined
      : { label: emailTextOf(language)('unsubscribe'), path: unsubscribePage(unsubscribe) }
  const { text, html } = render(
    { ...emailText, ...(off && { off }) },
    { site, siteUrl: publicUrl(tx.config), locale: language },
  )
  const encrypted = secret === undefined ? null : encrypt(keyFor(tx.secret, mailPurpose), `mails/${id}`, secret)
  return {
    id,
    to,
    replyTo: replyTo ?? null,
    subject: emailText.subject,
    text,
    html,
    kind,
    secret: encrypted?.toString('hex') ?? null,
    unsubscribe: unsubscribe === undefined ? null : oneClickAddress(tx.config, unsubscribe),
  }
}

type CustomTexts = ReadonlyMap<string, Record<string, string>>

/** The overrides of this site for the texts of emails, by their locale. */
async function customTexts(tx: Context, given: readonly NewMail[]): Promise<CustomTexts> {
  const locales = new Set(given.map(({ locale }) => emailLocale(locale ?? tx.settings.get('defaultLocale'))))
  const kinds = new Set(given.map(({ kind }) => `mail.${kind}.%`))
  const found = await rows(
    tx.db,
    sql<{ locale: string; key: string; value: string }>`SELECT locale, key, value FROM message_overrides
      WHERE locale = ANY(${[...locales]}::text[]) AND key LIKE ANY(${[...kinds]}::text[])`,
  )
  const texts = new Map<string, Record<string, string>>()
  for (const { locale, key, value } of found)
    texts.set(locale, { ...texts.get(locale), [key.slice('mail.'.length)]: value })
  return texts
}

const perHourMax = 5
/** Whether strangers have made us write this kind of mail to this address often enough for an hour. */
export async function mailedEnough(ctx: Context, to: string, kind: EmailKind, max = perHourMax): Promise<boolean> {
  const counted = await row(
    ctx.db,
    sql<{ count: number }>`SELECT count(*)::int AS count FROM mails
      WHERE to_address = ${to} AND kind = ${kind} AND created_at > app_now() - interval '1 hour'`,
  )
  return counted!.count >= max
}

interface StoredMail {
  id: string
  to_address: string
  reply_to: string | null
  subject: string
  text: string
  html: string
  kind: string
  status: string
  encrypted_secret: Buffer | null
  unsubscribe: string | null
  created_at: Date
}

/** Sends one mail. Run twice, it sends once; cut short between sending and noting it, it may send again under the same Message-ID. */
export async function send(ctx: Context, mailId: string, lastTry: boolean): Promise<void> {
  const found = await row(ctx.db, sql<StoredMail>`SELECT * FROM mails WHERE id = ${mailId} AND status = 'queued'`)
  if (!found || !ctx.config.smtpUrl) return
  const { text, html } = withSecret(ctx, found)
  try {
    await (await transport(ctx.config)).sendMail({
      from: ctx.config.mailFrom,
      to: { name: '', address: found.to_address },
      ...(found.reply_to && { replyTo: { name: '', address: found.reply_to } }),
      subject: found.subject,
      text,
      html,
      messageId: `<${found.id}@${new URL(publicUrl(ctx.config)).hostname}>`,
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(found.unsubscribe !== null && {
          'List-Unsubscribe': `<${found.unsubscribe}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
    })
  } catch (error) {
    if (isPermanentRefusal(error)) {
      await noteBounce(ctx, found.to_address, error.message)
      await sql`UPDATE mails SET attempts = attempts + 1, status = 'failed' WHERE id = ${mailId}`.execute(ctx.db)
      return
    }
    await sql`UPDATE mails SET attempts = attempts + 1, status = ${lastTry ? 'failed' : 'queued'} WHERE id = ${mailId}`.execute(
      ctx.db,
    )
    throw error
  }
  await deleteBounce(ctx, found.to_address)
  // What was sent needs its secret no longer.
  await sql`UPDATE mails SET status = 'sent', attempts = attempts + 1, sent_at = app_now(), encrypted_secret = NULL WHERE id = ${mailId}`.execute(
    ctx.db,
  )
}

const dates = { createdAt: sql`created_at`, updatedAt: sql`coalesce(sent_at, created_at)` }
interface OutboxOrder {
  sortBy: keyof typeof dates
  sort: 'asc' | 'desc'
}
/** The outbox page of demo mode, with links that work. What no key opens is named, and hides no other. */
export async function outbox(ctx: Context, { sortBy, sort }: OutboxOrder, page: Page) {
  const way = sort === 'asc' ? sql`ASC` : sql`DESC`
  const found = page.tooDeep
    ? []
    : await rows(
        ctx.db,
        sql<StoredMail>`SELECT * FROM mails ORDER BY ${dates[sortBy]} ${way}, id ${way} LIMIT ${page.size} OFFSET ${page.offset}`,
      )
  const counted = await row(ctx.db, sql<{ total: number }>`SELECT count(*)::int AS total FROM mails`)
  return { mails: found.map((entry) => ({ ...entry, ...legible(ctx, entry) })), total: counted!.total }
}

function legible(ctx: Context, stored: StoredMail): { text: string; html: string; readable: boolean } {
  try {
    return { ...withSecret(ctx, stored), readable: true }
  } catch (error) {
    ctx.log.warn({ err: error, mail: stored.id }, 'the link of a mail could not be opened')
    return { text: '', html: '', readable: false }
  }
}

function withSecret(ctx: Context, stored: StoredMail): { text: string; html: string } {
  const { text, html } = stored
  if (!stored.encrypted_secret) return { text, html }
  const secret = decrypt(keysFor(ctx, mailPurpose), `mails/${stored.id}`, stored.encrypted_secret)
  return { text: text.replaceAll(secretMark, secret), html: html.replaceAll(secretMark, secret) }
}

/** Deletes all emails to the addresses of a person who closes their account. */
export const deleteMailsTo = (tx: Context, addresses: readonly string[]) =>
  sql`DELETE FROM mails WHERE to_address = ANY(${addresses}::text[])`.execute(tx.db)

/** Deletes emails of one kind that were sent, or could not be sent, so many days ago. */
export const deleteSentMails = (ctx: Context, kind: EmailKind, days: number) =>
  sql`DELETE FROM mails WHERE kind = ${kind} AND status <> 'queued' AND created_at < app_now() - make_interval(days => ${days})`.execute(
    ctx.db,
  )

/** How long an email is stored that went out, was stored for the outbox page or was given up. */
export const retentionDays = 30
const batch = 5_000
/** Deletes emails past their retention period, oldest first. Queued emails are retained, whatever their age. */
export async function pruneOldMails(ctx: Context): Promise<void> {
  while ((await deleteSome(ctx)) === BigInt(batch));
}

const deleteSome = async (ctx: Context): Promise<bigint | undefined> =>
  (
    await sql`DELETE FROM mails WHERE id IN (SELECT id FROM mails
      WHERE status <> 'queued' AND created_at < app_now() - make_interval(days => ${retentionDays}) ORDER BY created_at LIMIT ${batch})`.execute(
      ctx.db,
    )
  ).numAffectedRows

const mailPurpose = 'mails'

/** Re-encrypts the links of queued emails with the current secret; a link that can't be decrypted is no longer usable. */
export async function reencryptEmails(ctx: Context): Promise<{ reencrypted: number; lost: number }> {
  const counts = { reencrypted: 0, lost: 0 }
  const waiting = await rows(
    ctx.db,
    sql<{
      id: string
      encrypted: Buffer
    }>`SELECT id, encrypted_secret AS encrypted FROM mails WHERE encrypted_secret IS NOT NULL`,
  )
  const key = keyFor(ctx.secret, mailPurpose)
  for (const { id, encrypted } of waiting) {
    const context = `mails/${id}`
    if (opensWith(key, context, encrypted)) continue
    try {
      const fresh = encrypt(key, context, decrypt(keysFor(ctx, mailPurpose), context, encrypted))
      await sql`UPDATE mails SET encrypted_secret = ${fresh} WHERE id = ${id} AND encrypted_secret = ${encrypted}`.execute(
        ctx.db,
      )
      counts.reencrypted += 1
    } catch (error) {
      ctx.log.warn({ err: error, mail: id }, 'the link of a mail could not be opened')
      counts.lost += 1
    }
  }
  return counts
}

/** Connects to the mail server and logs in there as for an email. Rejects where that does not work. Needs `smtpUrl`. */
export async function verifyMailServer(config: Config): Promise<void> {
  await (await transport(config)).verify()
}

const transports = new WeakMap<Config, Transporter>()
async function transport(config: Config): Promise<Transporter> {
  const { default: nodemailer } = await import('nodemailer')
  const known = transports.get(config)
  if (known) return known
  const made = nodemailer.createTransport({
    url: config.smtpUrl!,
    // Through the access policy that everything else takes; the library adds what the protocol wants, TLS included.
    async getSocket({ host = '', port, secure }, done) {
      try {
        const to = { host, port: Number(port ?? (secure ? 465 : 587)), isOwn: config.allowPrivateSmtp }
        done(null, { connection: await openConnection(to) })
      } catch (error) {
        done(error as Error, {})
      }
    },
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  transports.set(config, made)
  return made
}
