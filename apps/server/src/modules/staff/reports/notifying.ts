import type { ReportAction } from '@fanlight/contract/report-values'
import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { publish } from '../../../platform/events/events.ts'
import { sha256 } from '../../../platform/ids.ts'
import { addressee } from '../../people/accounts/performers.ts'
import { dayIn } from '../../site/mail/day.ts'
import { emailText } from '../../site/mail/emails.ts'
import { mail } from '../../site/mail/outbox.ts'
import { appealDecided, reportDecided } from './events.ts'
import type { notifyReportersJob } from './jobs.ts'
import { titleOf } from './queue.ts'
import * as store from './store.ts'

// Emails about decisions. The author of a target gets the statement of reasons and never who reported it; reporters get the outcome.

type News =
  | { kind: 'report_decided'; action: ReportAction; statement: string; appealUntil: Date; secret: string }
  /** Hidden by a rule until staff decide. */
  | { kind: 'report_hidden'; why: 'severe' | 'late' }
  | { kind: 'appeal_decided'; outcome: 'upheld' | 'reversed'; statement: string }

export async function notifyAuthor(tx: Context, found: store.CaseRow, news: News): Promise<void> {
  if (news.kind !== 'report_hidden') {
    const decided = news.kind === 'report_decided' ? reportDecided : appealDecided
    await publish(tx, decided, { accountId: found.authorId, number: found.number, caseId: found.id })
  }
  const to = await addressee(tx, found.authorId)
  if (!to.email) return
  const text = emailText(to.locale ?? tx.settings.get('defaultLocale'))
  const more =
    news.kind === 'report_decided'
      ? {
          message: text(`report_decided.${news.action}`),
          on: dayIn(tx, { locale: to.locale, timezone: 'UTC' }, news.appealUntil),
        }
      : {
          message: text(news.kind === 'report_hidden' ? `report_hidden.${news.why}` : `appeal_decided.${news.outcome}`),
        }
  await mail(tx, {
    to: to.email,
    kind: news.kind,
    locale: to.locale,
    values: {
      name: to.name,
      number: found.number,
      title: titleOf(found.snapshot),
      ...('statement' in news && { reason: news.statement }),
      ...more,
    },
    ...(news.kind === 'report_decided' && { secret: `${found.id}.${news.secret}` }),
  })
}

const batch = 100
const lowestId = '00000000-0000-0000-0000-000000000000'

/** Emails everybody who reported a target. Run twice, it writes each email once. */
export async function notifyReporters(
  ctx: Context,
  { caseId, outcome }: z.output<typeof notifyReportersJob.schema>,
): Promise<void> {
  const found = await store.readCase(ctx, caseId)
  if (!found) return
  for (let after = lowestId; ; ) {
    const reporters = await store.reportersOf(ctx, caseId, after, batch)
    for (const { id, email, name, locale } of reporters) {
      const text = emailText(locale ?? ctx.settings.get('defaultLocale'))
      await ctx.transaction((tx) =>
        mail(tx, {
          id: mailId(id, outcome),
          to: email,
          kind: 'report_outcome',
          locale,
          values: {
            name,
            number: found.number,
            message: text(`report_outcome.${outcome}`),
            reason: outcome === 'dismissed' ? found.statement : '',
          },
        }),
      )
    }
    if (reporters.length < batch) return
    after = reporters.at(-1)!.id
  }
}

/** The id of an email about a report and an outcome. */
function mailId(reportId: string, outcome: string): string {
  const hex = sha256(`report ${reportId} ${outcome}`).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
