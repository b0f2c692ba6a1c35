import { Link } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { LocalTime } from '../../../parts/time/local-time.tsx'
import { dot } from '../../../ui/dot.ts'

export type Entry = Reply<'GET /admin/audit'>['data'][number]

/** What was done. What an earlier version recorded and this one has no word for is shown with its key. */
export function ModerationActionName({ action }: { action: string }) {
  const t = useT()
  return t.maybe(`people.action.${action}`) ?? <WithKey word={t('people.audit.otherAction')} name={action} />
}

/** What an entry is about, where that is no person. */
export function AuditTargetName({ target }: { target: string }) {
  const t = useT()
  return t.maybe(`people.target.${target}`) ?? <WithKey word={t('people.audit.otherTarget')} name={target} />
}

function WithKey({ word, name }: { word: string; name: string }) {
  return (
    <>
      {word}{' '}
      <bdi lang="en" className="font-normal text-ink-3">
        ({name})
      </bdi>
    </>
  )
}

/** The reason as it was written, and the fields that changed. */
export function ModerationActionDetail({ entry: { reason, before, after } }: { entry: Entry }) {
  const t = useT()
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return (
    <>
      {reason ? (
        <p className="wrap-anywhere whitespace-pre-line">
          <bdi>{reason}</bdi>
        </p>
      ) : null}
      {fields.length > 0 ? (
        <details className="text-2xs text-ink-3">
          <summary className="inline-flex cursor-pointer items-center">{t('people.audit.change')}</summary>
          <dl dir="ltr" lang="en" className="text-start">
            {fields.map((field) => (
              <div key={field} className="flex flex-wrap gap-x-2">
                <dt>{field}</dt>
                <dd className="wrap-anywhere">
                  {before && field in before ? `${written(before[field])} → ` : ''}
                  {written(after?.[field])}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      ) : null}
    </>
  )
}
const written = (value: unknown): string =>
  value === undefined || value === null ? '–' : typeof value === 'string' ? value : JSON.stringify(value)

/** One line per action, newest first. */
export function ModerationActionLog({ entries }: { entries: readonly Entry[] }) {
  const t = useT()
  if (entries.length === 0) return <p className="mt-2 text-xs text-ink-3">{t('people.noHistory')}</p>
  return (
    <ol className="mt-1 text-xs">
      {entries.map((entry) => (
        <li
          key={entry._id}
          className="grid gap-x-3 gap-y-0.5 border-t border-line py-2 first:border-0 sm:grid-cols-[9.5rem_1fr]"
        >
          <LocalTime at={entry.at} className="num text-ink-3" />
          <div>
            <p>
              <span className="font-strong">
                <ModerationActionName action={entry.action} />
              </span>
              <span className="text-ink-3">{dot}</span>
              {entry.actor ? (
                <Link to={`/admin/users/${entry.actor._id}`} className="text-ink-2">
                  <bdi>{entry.actor.name || t('people.nameless')}</bdi>
                </Link>
              ) : (
                <span className="text-ink-3">{t('people.audit.system')}</span>
              )}
            </p>
            <ModerationActionDetail entry={entry} />
          </div>
        </li>
      ))}
    </ol>
  )
}
