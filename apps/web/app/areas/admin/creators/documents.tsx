import { Eye, FileText, RotateCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiProblem, asProblem, offline, problemFrom, type ProblemData } from '../../../api/problem.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { publicConfig } from '../../../page.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { dot } from '../../../ui/dot.ts'
import { Field, Input } from '../../../ui/field.tsx'
import { FormProblem, useProblemText } from '../../../ui/form.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import type { Opened } from './review-panel.tsx'

type IdentityDocument = Pick<Opened['documents'][number], '_id' | 'mime' | 'bytes' | 'createdAt'> & {
  kind: string
  expiresOn?: string | null
  status?: Opened['documents'][number]['status']
}
type Viewing =
  | { state: 'loading' }
  | { state: 'shown'; url: string; mime: string }
  | { state: 'failed'; problem: ProblemData }

// A reviewer opens many in a row for the same reason; it is suggested again until the page is left.
let lastReason = ''
const remember = (reason: string) => {
  lastReason = reason
}
const viewingReasons = ['first', 'again', 'complaint'] as const
const order = ['id_front', 'id_back', 'selfie_with_id', 'address', 'tax']

/** The documents side by side. They are loaded only after the reviewer enters a reason; each view is logged with that reason. */
export function Documents({
  path,
  documents: sent,
  onOpened,
}: {
  /** Of the call that answers a document, without its id. */
  path: string
  documents: readonly IdentityDocument[]
  onOpened: (id: string) => void
}) {
  const t = useT()
  const problemText = useProblemText()
  const { date, bytes } = useFormats()
  const { revalidate } = useRevalidator()
  const documents = sent.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
  const [reason, setReason] = useState(lastReason)
  const [viewings, setViewings] = useState<Record<string, Viewing>>({})
  const urls = useRef<string[]>([])
  useEffect(() => () => urls.current.forEach((url) => URL.revokeObjectURL(url)), [])

  const viewing = async (identityDocument: IdentityDocument) => {
    setViewings((now) => ({ ...now, [identityDocument._id]: { state: 'loading' } }))
    const why = encodeURIComponent(reason.trim())
    try {
      const answer = await fetch(`${publicConfig().apiUrl}${path}/${identityDocument._id}?reason=${why}`, {
        credentials: 'include',
      })
      if (!answer.ok)
        throw problemFrom(answer.status, await answer.json().catch(() => undefined), answer.headers.get('x-request-id'))
      const url = URL.createObjectURL(await answer.blob())
      urls.current.push(url)
      onOpened(identityDocument._id)
      setViewings((now) => ({ ...now, [identityDocument._id]: { state: 'shown', url, mime: identityDocument.mime } }))
    } catch (error) {
      setViewings((now) => ({
        ...now,
        [identityDocument._id]: {
          state: 'failed',
          problem: asProblem(error instanceof ApiProblem ? error : offline()),
        },
      }))
    }
  }
  const seen = Object.keys(viewings).length > 0

  return (
    <section>
      <h3 className="text-md">{t('review.documents')}</h3>
      {seen || documents.length === 0 ? null : (
        <form
          action={() => {
            if (reason.trim().length < 3) return
            remember(reason.trim())
            // The first access claims the review, which the panel then shows.
            void Promise.all(documents.map(viewing)).then(() => revalidate())
          }}
          className="mt-2 flex flex-wrap items-end gap-2"
        >
          <FormProblem problem={null}>
            <Field
              label={t('review.why')}
              name="reason"
              hint={t('review.whyHint')}
              className="min-w-0 flex-1 max-sm:basis-full"
            >
              <Input
                small
                data-key="o"
                list="access-reasons"
                aria-keyshortcuts="O"
                value={reason}
                minLength={3}
                maxLength={500}
                required
                onChange={(event) => setReason(event.currentTarget.value)}
                placeholder={t('review.whyExample')}
              />
            </Field>
          </FormProblem>
          <datalist id="access-reasons">
            {viewingReasons.map((name) => (
              <option key={name}>{t(`review.accessReason.${name}`)}</option>
            ))}
          </datalist>
          <Button
            type="submit"
            variant="quiet"
            size="md"
            className="max-sm:w-full sm:mb-[26px]"
            disabled={reason.trim().length < 3}
          >
            <Eye aria-hidden="true" />
            {t('review.show', { count: documents.length })}
          </Button>
        </form>
      )}
      <div className="mt-3 grid grid-cols-2 gap-3 md:grid-cols-3">
        {documents.map((identityDocument) => {
          const now = viewings[identityDocument._id]
          return (
            <figure key={identityDocument._id} className="min-w-0">
              <div className="relative grid aspect-[4/3] place-items-center overflow-hidden rounded-sm bg-surface-2 ring-1 ring-line">
                {!now ? (
                  <FileText className="icon size-7! text-ink-3" aria-hidden="true" />
                ) : now.state === 'loading' ? (
                  <Skeleton className="absolute inset-0" />
                ) : now.state === 'failed' ? (
                  <p role="alert" className="p-3 text-center text-xs text-danger-text">
                    {problemText(now.problem)}
                    <IconButton label={t('ui.retry')} size="sm" onClick={() => void viewing(identityDocument)}>
                      <RotateCw aria-hidden="true" />
                    </IconButton>
                  </p>
                ) : now.mime === 'application/pdf' ? (
                  <a href={now.url} target="_blank" rel="noreferrer" className="link">
                    {t('review.openPdf')}
                  </a>
                ) : (
                  <a href={now.url} target="_blank" rel="noreferrer" className="size-full cursor-zoom-in">
                    <img
                      src={now.url}
                      alt={t.maybe(`review.kind.${identityDocument.kind}`) ?? identityDocument.kind}
                      className="size-full object-contain"
                    />
                  </a>
                )}
              </div>
              <figcaption className="mt-1.5 flex items-start justify-between gap-2 text-xs">
                <span className="min-w-0">
                  <span className="font-strong">{t.maybe(`review.kind.${identityDocument.kind}`)}</span>
                  <span className="block text-ink-3">
                    {bytes(identityDocument.bytes)}
                    {dot}
                    {date(identityDocument.createdAt)}
                    {identityDocument.expiresOn
                      ? `${dot}${t('review.expires', { date: date(identityDocument.expiresOn) })}`
                      : ''}
                  </span>
                </span>
                {identityDocument.status ? (
                  <Badge
                    className="h-5! text-2xs!"
                    tone={
                      identityDocument.status === 'approved'
                        ? 'leaf'
                        : identityDocument.status === 'pending'
                          ? 'quiet'
                          : 'ember'
                    }
                  >
                    {t(`review.documentState.${identityDocument.status}`)}
                  </Badge>
                ) : null}
              </figcaption>
            </figure>
          )
        })}
      </div>
      {documents.length === 0 ? <p className="mt-2 text-xs text-ink-3">{t('review.noDocuments')}</p> : null}
    </section>
  )
}
