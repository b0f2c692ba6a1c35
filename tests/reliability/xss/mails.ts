import { send, mail } from '@fanlight/server/modules/site/mail/outbox'
import { emailKinds } from '@fanlight/server/modules/site/mail/emails'
import type { Context } from '@fanlight/server/platform/context'
import { sql } from '@fanlight/server/platform/db/db'
import type { Pen } from './writer-client.ts'
import type { Reader } from './watch.ts'

// Every kind of mail with vectors in everything that another user may put into it, read as by a mail program without any filter;
// and what a mail server receives: no text creates a header of its own.

const valueNames = ['name', 'reason', 'message', 'ending', 'on', 'creator', 'device', 'reference'] as const
const valueMax = 700

export async function writeMails(ctx: Context, pen: Pen, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++)
    for (const kind of emailKinds) {
      const values = Object.fromEntries(
        valueNames.map((name) => [name, pen.writeElsewhere(`${name} of ${kind}`, valueMax)]),
      ) as { name: string }
      const items = [pen.writeElsewhere(`items of ${kind}`, valueMax)]
      const lines = [pen.writeElsewhere(`lines of ${kind}`, valueMax)]
      await mail(ctx, {
        to: 'noor@example.com',
        kind,
        locale: ['en-US', 'ar'][round % 2]!,
        values: { ...values, items, lines, email: 'a@b.example' },
        replyTo: 'a@b.example',
      })
    }
}

export interface Mail {
  id: string
  kind: string
  html: string
}
export const mailsOf = async (ctx: Context): Promise<Mail[]> =>
  (await sql<Mail>`SELECT id, kind, html FROM mails ORDER BY created_at`.execute(ctx.db)).rows

export async function readMails(reader: Reader, mails: readonly Mail[], violations: string[]): Promise<string[]> {
  const texts: string[] = []
  for (const { kind, html } of mails) {
    const found = await reader.readMail(html)
    violations.push(...found.faults.map((fault) => `the mail ${kind}: ${fault}`))
    texts.push(...found.texts)
  }
  return texts
}

const headers = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'message-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'mime-version',
  'reply-to',
  'subject',
  'to',
]
/** The mails go to a server; `received` is what it gets. */
export async function sendMails(ctx: Context, mails: readonly Mail[], received: string[], violations: string[]) {
  for (const { id } of mails) await send(ctx, id, true)
  if (received.length !== mails.length) violations.push(`${mails.length} mails became ${received.length}`)
  for (const raw of received) {
    const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')
    const names = head.split('\r\n').map((part) => part.slice(0, part.indexOf(':')).toLowerCase())
    for (const name of names)
      if (!headers.includes(name) || names.filter((otherName) => otherName === name).length > 1)
        violations.push(`a mail has a header ${name}`)
  }
}
